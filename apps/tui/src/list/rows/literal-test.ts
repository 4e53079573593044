export type LiteralTest = (text: string) => boolean | undefined;

/** `any`: `.*`, which matches any text without a line break. `unknown`: syntax that only RE2 can test. */
type Gap = 'any' | 'unknown';
type Part = {readonly literal: string} | Gap;
type Sequence = readonly Part[];

const MAX_SEQUENCES = 32;

/** Matches syntax that this parser does not support: flags, quotes, code points and named character classes. */
const COMPLEX = /\(\?|\\[QExpPC0-9]|\[\[:/;
const REPETITION = /^(?:[*+?]|\{\d*,?\d*\})\??/;

/** Tests a text for the literals of an expression, faster than RE2. The test returns undefined if RE2 must decide. */
export const literalTest = (
  source: string,
  {ignoresCase}: {readonly ignoresCase: boolean},
): LiteralTest | undefined => {
  if (COMPLEX.test(source)) return undefined;
  const sequences = alternatives({source, at: 0, ignoresCase});
  if (sequences === undefined) return undefined;
  const isExact = !sequences.some(sequence => sequence.includes('unknown'));
  const literals = sequences.map(literalsOf);
  if (literals.some(each => each.length === 0)) return undefined;
  return text => {
    const searched = ignoresCase ? text.toLowerCase() : text;
    // RE2 treats U+017F as s if case is ignored, but lower case does not convert it.
    if (ignoresCase && text.includes('ſ')) return undefined;
    if (!literals.some(each => occurInOrder(each, searched))) return false;
    // RE2 must decide if the text has a line break, which `.*` does not match, or U+0130, whose lower case contains an
    // i that RE2 does not match.
    return isExact && !text.includes('\n') && !text.includes('İ') ? true : undefined;
  };
};

const occurInOrder = (literals: readonly string[], text: string): boolean => {
  let end = 0;
  for (const literal of literals) {
    const at = text.indexOf(literal, end);
    if (at < 0) return false;
    end = at + literal.length;
  }
  return true;
};

const literalsOf = (sequence: Sequence): readonly string[] => {
  const literals: string[] = [];
  let isOpen = false;
  for (const part of sequence) {
    if (typeof part === 'string') isOpen = false;
    else {
      literals.push((isOpen ? (literals.pop() ?? '') : '') + part.literal);
      isOpen = true;
    }
  }
  return literals;
};

interface Reader {
  readonly source: string;
  readonly ignoresCase: boolean;
  at: number;
}

const alternatives = (reader: Reader): readonly Sequence[] | undefined => {
  const all: Sequence[] = [];
  let current: readonly Sequence[] = [[]];
  while (reader.at < reader.source.length && reader.source[reader.at] !== ')') {
    if (reader.source[reader.at] === '|') {
      reader.at++;
      all.push(...current);
      current = [[]];
      continue;
    }
    const next = atom(reader);
    if (next === undefined || current.length * next.length > MAX_SEQUENCES) return undefined;
    current = current.flatMap(before => next.map(after => [...before, ...after]));
  }
  all.push(...current);
  return all.length > MAX_SEQUENCES ? undefined : all;
};

const atom = (reader: Reader): readonly Sequence[] | undefined => {
  const start = reader.at;
  const read = unquantified(reader);
  const quantifier = REPETITION.exec(reader.source.slice(reader.at))?.[0] ?? '';
  reader.at += quantifier.length;
  if (read === undefined || quantifier === '') return read;
  const isAny = reader.source[start] === '.' && quantifier.startsWith('*');
  return [[isAny ? 'any' : 'unknown']];
};

const unquantified = (reader: Reader): readonly Sequence[] | undefined => {
  const {source, ignoresCase} = reader;
  const character = source[reader.at++] ?? '';
  switch (character) {
    case '(': {
      const group = alternatives(reader);
      reader.at++;
      return group;
    }
    case '[':
      reader.at = classEnd(source, reader.at - 1) + 1;
      return [['unknown']];
    case '\\': {
      const escaped = source[reader.at++] ?? '';
      return [[/[a-zA-Z0-9]/.test(escaped) ? 'unknown' : part(escaped, ignoresCase)]];
    }
    default:
      return [[/[.^$*+?{}\]]/.test(character) ? 'unknown' : part(character, ignoresCase)]];
  }
};

const part = (character: string, ignoresCase: boolean): Part => {
  if (!ignoresCase) return {literal: character};
  // RE2 and `toLowerCase` convert some letters outside of ASCII differently, so only RE2 tests these.
  return /[\u0080-\uffff]/.test(character) ? 'unknown' : {literal: character.toLowerCase()};
};

/** A `]` directly after `[` or `[^` is a member of the class. */
const classEnd = (source: string, start: number): number => {
  let at = start + (source[start + 1] === '^' ? 2 : 1);
  if (source[at] === ']') at++;
  while (at < source.length && source[at] !== ']') at += source[at] === '\\' ? 2 : 1;
  return at;
};
