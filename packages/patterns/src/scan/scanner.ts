import {type AtomFacts, atomEnd, isValueWord, portEnd, valueIn, WORD, withoutPunctuation} from './atom.ts';
import {classOf, isWord, LETTER, lettersEnd, SPACE, STOP} from './chars.ts';
import {cutEnd, isFixedInLua, isFixedName} from './fixed-names.ts';
import {
  freeTextEnd,
  isLogLevel,
  isReasonName,
  isReasonWord,
  isSocketError,
  SENTENCE_WORDS,
  startsSql,
} from './free-text.ts';
import {Masked, WILD} from './masked.ts';
import {
  addressEnd,
  closingBracket,
  closingParenthesis,
  closingQuote,
  closingTick,
  errnoStart,
  isLocated,
  isSiteAt,
  jsonEnd,
  jsonMessage,
  luaType,
  pathEnd,
  quotesIn,
  requestEnd,
  siteEnd,
} from './spans.ts';

const PLAIN = 0;
/** A system or TLS error, such as `110: Connection timed out`. */
export const ERRNO = 1;
/** A Lua file and line, such as `auth.lua:88`. */
export const SITE = 2;

/** Matches text that has no words, or only the name of a function, such as `verify(): `. */
const ONLY_FUNCTION = /^\W*(?:[\w.:<>]{1,100}\(\): )?$/;
const LONG_WORD = 16;

/**
 * Finds the values in the first line of a message, in linear time. An instance is reused, and its fields have the
 * result of the last scan.
 */
export class Scanner {
  readonly masked = new Masked();
  lua = false;
  /** Whether nginx wrote the line. The caller sets it before a scan. */
  nginx = false;

  #text = '';
  #end = 0;
  /** Number of double quotes from position `#quotesFrom` on. If that is -1, they were not counted yet. */
  #quotes = 0;
  #quotesFrom = -1;
  /**
   * After a failed search for a closing quote, no further search is made. Repeated failures would take quadratic time.
   */
  #openQuote = false;
  #openParenthesis = false;
  #openBrace = false;
  /** Number of words since the start of the message or the last prefix, such as a call site. */
  #words = 0;
  readonly #facts: AtomFacts = {digits: 0, letters: 0, dots: 0, colons: 0, slashes: 0, other: 0};

  scan(text: string, start: number, end: number): void {
    this.masked.begin(text, start);
    this.lua = false;
    this.#text = text;
    this.#end = end;
    this.#words = 0;
    this.#quotesFrom = -1;
    this.#openQuote = this.#openParenthesis = this.#openBrace = false;
    this.masked.close(Math.min(this.#read(start), end));
  }

  #read(start: number): number {
    const text = this.#text;
    const end = this.#end;
    let at = start;
    while (at < end) {
      const code = text.charCodeAt(at);
      const kind = classOf(code);
      if ((kind & SPACE) !== 0) {
        if (code === 10 || code === 13) break;
        at++;
      } else if ((kind & STOP) !== 0) at = this.#stop(at, code);
      else at = this.#atom(at, code);
    }
    return at;
  }

  #mask(from: number, to: number, kind = PLAIN): number {
    this.masked.add(from, to, kind);
    return to;
  }

  #stop(at: number, code: number): number {
    const text = this.#text;
    const end = this.#end;
    switch (code) {
      case 34:
        return this.#quoted(at);
      case 39:
      case 96: {
        if (at > 0 && isWord(text.charCodeAt(at - 1))) return at + 1;
        const close = closingTick(text, at, end);
        if (close < 0) return at + 1;
        return (isFixedInLua(text, at + 1, close) ? close : this.#mask(at + 1, close)) + 1;
      }
      case 40:
        return this.#parenthesis(at);
      case 91:
        return this.#bracket(at);
      case 123: {
        if (text.charCodeAt(at + 1) === 34) return this.#json(at, jsonEnd(text, at, end));
        const close = this.#brace(at);
        return close < 0 ? at + 1 : this.#mask(at, close);
      }
      case 60:
        return text.startsWith(WILD, at) ? this.#mask(at, at + 3) : at + 1;
      case 61:
        return this.#assigned(at);
      default:
        return at + 1;
    }
  }

  /** Masks JSON as one value. If the message is all JSON, scans a field of it such as `msg` and masks the rest. */
  #json(at: number, close: number): number {
    const isLast = close === this.#end || this.#text.startsWith(' while ', close);
    const isAll = isLast && this.#words === 0 && ONLY_FUNCTION.test(this.#text.slice(this.masked.literal, at));
    const found = isAll ? jsonMessage(this.#text, at, close) : undefined;
    if (found === undefined) return this.#mask(at, close);
    const [from, to] = found;
    const end = this.#end;
    this.#mask(at, from);
    this.#end = to;
    this.#read(from);
    this.#end = end;
    return this.#mask(to, close);
  }

  #brace(at: number): number {
    const close = this.#openBrace ? -1 : closingBracket(this.#text, at, this.#end);
    this.#openBrace ||= close < 0;
    return close;
  }

  #quoted(at: number): number {
    const text = this.#text;
    const end = this.#end;
    if (this.#quotesFrom < 0) this.#quotes = quotesIn(text, at, end);
    else this.#quotes -= quotesIn(text, this.#quotesFrom, at);
    this.#quotesFrom = at;
    const close = this.#openQuote ? -1 : closingQuote(text, at, {end, left: this.#quotes - 1});
    if (close >= 0) return this.#maskQuoted(at + 1, close) + 1;
    this.#openQuote = true;
    return at + 1;
  }

  /**
   * Masks a quoted text. In messages of nginx, a name such as `"user"` in `"user" directive makes` is fixed text and is
   * not masked, nor is the `...` that nginx appends to a truncated text.
   */
  #maskQuoted(from: number, to: number): number {
    const text = this.#text;
    if (!this.nginx || this.lua) return this.#mask(from, to);
    if (isFixedName(text, from, to)) return to;
    const cut = cutEnd(text, from, to);
    if (cut === to) return this.#mask(from, to);
    this.#mask(from, cut);
    if (text.charCodeAt(cut) === 92) this.#mask(cut + 2, to - 3);
    return to;
  }

  #parenthesis(at: number): number {
    const start = errnoStart(this.#text, at + 1, this.#end);
    const close = start < 0 || this.#openParenthesis ? -1 : closingParenthesis(this.#text, at + 1, this.#end);
    this.#openParenthesis ||= start >= 0 && close < 0;
    if (close > start) return this.#mask(start, close, ERRNO) + 1;
    const type = luaType(this.#text, at);
    if (type > 0) return this.#mask(at + 3, type) + 7;
    // The function name in `verify(): …` is a prefix and not part of the sentence.
    if (this.lua && this.#words <= 1 && this.#text.startsWith('():', at)) {
      this.#words = 0;
      return at + 3;
    }
    return at + 1;
  }

  #bracket(at: number): number {
    const text = this.#text;
    const end = this.#end;
    if (text.startsWith('[lua] ', at) && this.masked.count === 0) {
      this.lua = true;
      return this.#site(at + 6);
    }
    if (text.startsWith('[string "', at)) return this.#site(at);
    const address = addressEnd(text, at + 1, end);
    if (address > 0) return this.#mask(at, portEnd(text, address + 1, end));
    const next = text.charCodeAt(at + 1);
    if (next === 123) return this.#json(at, jsonEnd(text, at, end));
    return next === 34 || next === 91 ? this.#mask(at, jsonEnd(text, at, end)) : at + 1;
  }

  #site(at: number): number {
    const after = siteEnd(this.#text, at, this.#end);
    if (after < 0) return at + 1;
    this.lua = true;
    this.#words = 0;
    return this.#mask(at, after, SITE) + 1;
  }

  #assigned(at: number): number {
    const text = this.#text;
    if (!this.lua || (classOf(text.charCodeAt(at + 1)) & LETTER) === 0) return at + 1;
    let from = at;
    while (from > this.masked.literal && isWord(text.charCodeAt(from - 1))) from--;
    if (!isReasonName(text.slice(from, at))) return at + 1;
    return this.#mask(at + 1, freeTextEnd(text, at + 1, this.#end));
  }

  #atom(start: number, first: number): number {
    const text = this.#text;
    const end = this.#end;
    if (isWord(first)) this.#words++;
    if (first === 47 && start + 1 < end && (classOf(text.charCodeAt(start + 1)) & (SPACE | STOP)) === 0)
      return this.#path(start);
    // Fast path: a short word in lower case is no path, number, request line or SQL statement.
    const letters = lettersEnd(text, start, end);
    if (first > 90 && letters - start < LONG_WORD && (classOf(text.charCodeAt(letters)) & (SPACE | STOP)) !== 0)
      return isValueWord(text, start, letters) ? this.#mask(start, letters) : letters;
    const facts = this.#facts;
    const after = atomEnd(text, {start, letters, end}, facts);
    let at = after;
    if ((facts.dots | facts.colons | facts.other) !== 0) at = withoutPunctuation(text, {start, end: at}, facts);
    if (at - start <= 7 && text.charCodeAt(at) === 32 && facts.letters === at - start && first >= 65 && first <= 90) {
      const request = requestEnd(text, start, end);
      if (request > 0) return this.#mask(start, request);
      if (startsSql(text, start)) return this.#mask(start, freeTextEnd(text, start, end));
    }
    if (facts.letters === at - start && isValueWord(text, start, at)) return this.#mask(start, at);
    if (facts.slashes > 0 && isLocated(text, start, end)) return this.#path(start);
    if ((facts.digits | facts.dots | facts.colons | facts.slashes | facts.other) !== 0 || facts.letters >= LONG_WORD)
      this.#maskValue(start, at);
    return text.charCodeAt(after - 1) === 58 ? this.#afterColon(start, after) : after;
  }

  #path(start: number): number {
    const to = pathEnd(this.#text, start, this.#end);
    return this.#maskFile(start, to, this.#text.slice(Math.max(start, to - 16), to));
  }

  /** If the end of the value contains `.lua:`, the value is a call site. */
  #maskFile(from: number, to: number, end: string): number {
    if (!end.includes('.lua:')) return this.#mask(from, to);
    this.lua = true;
    this.#words = 0;
    return this.#mask(from, to, SITE);
  }

  #maskValue(start: number, at: number): void {
    const text = this.#text;
    // A name before a parenthesis is that of a function, such as X509_check().
    if (text.charCodeAt(at) === 40) return;
    const found = valueIn(text.slice(start, at), this.#facts);
    if (found === WORD) return;
    const [from, to] = [start + Math.floor(found / 0x10000), start + (found % 0x10000)];
    this.#maskFile(from, to, text.slice(from, to));
  }

  /** Free text follows words such as `failed: `. In Lua messages, it also follows any sentence and a colon. */
  #afterColon(start: number, after: number): number {
    const text = this.#text;
    if (text.charCodeAt(after) !== 32 || (classOf(text.charCodeAt(after + 1)) & LETTER) === 0) return after;
    if (isSiteAt(text, after + 1, this.#end)) return this.#site(after + 1);
    // The level in `ERROR: …` is a prefix and not part of the sentence.
    if (this.lua && isLogLevel(text.slice(start, after - 1))) {
      this.#words = 0;
      return after;
    }
    // In `failed: no memory in limit_req zone "x"` from nginx, the text after the colon is not free text, because only
    // the zone name varies.
    const isReason =
      this.#words > 1 &&
      isReasonWord(text.slice(start, after - 1), this.nginx) &&
      (this.lua || !text.startsWith(' no memory', after));
    if (!isReason && !this.lua) return after;
    const to = freeTextEnd(text, after + 1, this.#end);
    const isFree = isReason || this.#words >= SENTENCE_WORDS || isSocketError(text, after + 1, to);
    return isFree ? this.#mask(after + 1, to) : after;
  }
}
