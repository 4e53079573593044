/** The text before a quoted name, including the quote, and the text after the closing quote. */
type Around = readonly [before: string, after: string];

const ANYWHERE: readonly Around[] = [['', '']];
const DEFINED: readonly Around[] = [['', ' is defined']];

/** Quoted names in nginx's messages that are not values. If they can be values too, the text around them is listed. */
const FIXED: ReadonlyMap<string, readonly Around[]> = new Map([
  ...[
    ...['Content-Length', 'Transfer-Encoding', 'Host', 'Destination', 'Depth', 'Overwrite', 'Content-Type'],
    ...['ssl_stapling', '$memcached_key', '}', '{', ';'],
  ].map(name => [name, ANYWHERE] as const),
  ...['ssl_certificate', 'ssl_certificate_key', 'proxy_ssl_certificate_key', 'grpc_ssl_certificate_key'].map(
    name => [name, DEFINED] as const,
  ),
  ['ssl', [['', ' directive in ']]],
  ['listen ... ssl', [['', ' directive in ']]],
  ['user', [['', ' directive makes ']]],
  ['events', [['', ' section in ']]],
  ['listen', [['of the "', ' directive']]],
  ['charset_map', [['', ' between ']]],
  ['on', [['it must be "', ' or ']]],
  ['off', [['" or "', '']]],
  [
    'include',
    [
      ['', ' SSI command'],
      ['for "', ' not found'],
    ],
  ],
]);
const IN_LUA_ERRORS: ReadonlyMap<string, readonly Around[]> = new Map([
  [
    'for',
    [
      ['', ' initial value must be a number'],
      ['', ' limit must be a number'],
      ['', ' step must be a number'],
    ],
  ],
  ['next', [["invalid key to '", '']]],
  ['insert', [["wrong number of arguments to '", '']]],
  ['concat', [["in table for '", '']]],
  ['format', [["' to '", '']]],
  [']', [["malformed pattern (missing '", ')']]],
  ['%', [["malformed pattern (ends with '", ')']]],
]);

type Names = readonly (readonly (readonly [string, readonly Around[]])[])[];
/** Groups names by length, so that a quoted text is compared with few of them. */
const byLength = (names: ReadonlyMap<string, readonly Around[]>): Names => {
  const groups = Map.groupBy(names, ([name]) => name.length);
  return Array.from({length: Math.max(...groups.keys()) + 1}, (_, length) => groups.get(length) ?? []);
};
const NAMES = byLength(FIXED);
const LUA_NAMES = byLength(IN_LUA_ERRORS);

const isIn = (names: Names, text: string, {from, to}: {from: number; to: number}): boolean => {
  for (const [name, arounds] of names[to - from] ?? []) {
    if (text.charCodeAt(from) !== name.charCodeAt(0) || !text.startsWith(name, from)) continue;
    return arounds.some(
      ([before, after]) => text.startsWith(after, to + 1) && text.startsWith(before, from - before.length),
    );
  }
  return false;
};

export const isFixedName = (text: string, from: number, to: number): boolean => isIn(NAMES, text, {from, to});

export const isFixedInLua = (text: string, from: number, to: number): boolean => isIn(LUA_NAMES, text, {from, to});

const HEX = /^\\x[\da-f]{2}$/i;

/** nginx appends `...` to a text that it truncates, and `\\x0d...` at an invalid character. Both are excluded. */
export const cutEnd = (text: string, from: number, to: number): number => {
  const dots = to - 3;
  if (dots < from || text.charCodeAt(to - 1) !== 46 || !text.startsWith('..', dots)) return to;
  const code = dots - 4;
  return code >= from && HEX.test(text.slice(code, dots)) ? code : dots;
};
