import {RE2JS, RE2JSSyntaxException} from 're2js';
import {ConditionError} from '../../core/condition.ts';
import {type LiteralTest, literalTest} from './literal-test.ts';

/** If `inverted` is true, because the text begins with `!`, the search finds the rows that do not match. */
export interface Search<T = never> {
  readonly text: string;
  readonly inverted: boolean;
  /** RE2 matches in linear time. With `RegExp`, a pattern could block the console. */
  readonly pattern: RE2JS;
  /** A faster test than `pattern`. If it returns undefined, `pattern` must decide. */
  readonly literals?: LiteralTest | undefined;
  /** Tests rows for a field value. `pattern` is then only used to highlight the value. */
  readonly found?: {readonly label: string; isMatch(row: T): boolean} | undefined;
}

/** Only this many UTF-16 code units of a text are searched, to limit the time of a search. */
const MAX_SEARCHED = 8_192;

/** A pattern in lower case ignores case. Returns an error message for an invalid search. */
export const parseSearch = (text: string): Search | string => {
  const inverted = text.startsWith('!');
  const source = inverted ? text.slice(1) : text;
  if (source === '') return 'enter a text to search for';
  try {
    const ignoresCase = source === source.toLowerCase();
    const pattern = RE2JS.compile(source, ignoresCase ? RE2JS.CASE_INSENSITIVE : 0);
    return {text, inverted, pattern, literals: literalTest(source, {ignoresCase})};
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    return `not a regular expression (${error.getDescription()}); put \\ before characters such as ( [ * + ?`;
  }
};

/** Searches for the regular expression of a condition. Throws a ConditionError if it is invalid. */
export const expressionSearch = (expression: string): Search => {
  // A leading ! would invert the search, so it is escaped.
  const search = parseSearch(expression.replace(/^!/, String.raw`\x21`));
  if (typeof search === 'string') throw new ConditionError(`/${expression}/: ${search}`);
  return search;
};

export const matches = ({pattern, literals, inverted}: Search, text: string): boolean => {
  const searched = text.slice(0, MAX_SEARCHED);
  return (literals?.(searched) ?? pattern.test(searched)) !== inverted;
};

export const matchesAny = (search: Search, texts: readonly string[]): boolean =>
  search.inverted ? texts.every(text => matches(search, text)) : texts.some(text => matches(search, text));

/** The parts at odd indices are the matches. */
export const splitMatches = (text: string, {pattern, inverted}: Search): readonly string[] => {
  if (inverted) return [text];
  const parts: string[] = [];
  let end = 0;
  const matcher = pattern.matcher(text.slice(0, MAX_SEARCHED));
  while (matcher.find()) {
    if (matcher.start() === matcher.end()) continue;
    parts.push(text.slice(end, matcher.start()), text.slice(matcher.start(), matcher.end()));
    end = matcher.end();
  }
  return [...parts, text.slice(end)];
};
