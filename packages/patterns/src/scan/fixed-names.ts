type Fixed = {readonly before: string; readonly name: string; readonly after: string};

/**
 * Quoted names that are fixed text of nginx's messages. A name that is a value in other messages is listed with the
 * text around it.
 */
const FIXED = [
  ...['"Content-Length"', '"Transfer-Encoding"', '"Host"', '"Destination"', '"Depth"', '"Overwrite"', '"Content-Type"'],
  ...['"ssl_stapling"', '"$memcached_key"', '"}"', '"{"', '";"'],
  ...['"ssl_certificate" is defined', '"ssl_certificate_key" is defined', '"proxy_ssl_certificate_key" is defined'],
  ...['"grpc_ssl_certificate_key" is defined', '"ssl" directive in ', '"listen ... ssl" directive in '],
  ...['"user" directive makes ', '"events" section in ', 'of the "listen" directive', '"charset_map" between '],
  ...['it must be "on" or ', '" or "off"', '"include" SSI command', 'for "include" not found'],
];
const IN_LUA_ERRORS = [
  ...["'for' initial value must be a number", "'for' limit must be a number", "'for' step must be a number"],
  ...["invalid key to 'next'", "wrong number of arguments to 'insert'", "in table for 'concat'", "' to 'format'"],
  ...["malformed pattern (missing ']')", "malformed pattern (ends with '%')"],
];

/** The name is the last quoted text. `before` includes its opening quote. */
const parsed = (text: string, quote: string): Fixed => {
  const close = text.lastIndexOf(quote);
  const open = text.lastIndexOf(quote, close - 1) + 1;
  return {before: text.slice(0, open), name: text.slice(open, close), after: text.slice(close + 1)};
};

/** Groups names by length, so that a quoted text is compared with few of them. */
const byLength = (texts: readonly string[], quote: string): readonly (readonly Fixed[])[] => {
  const groups = Map.groupBy(
    texts.map(text => parsed(text, quote)),
    ({name}) => name.length,
  );
  return Array.from({length: Math.max(...groups.keys()) + 1}, (_, length) => groups.get(length) ?? []);
};
const NAMES = byLength(FIXED, '"');
const LUA_NAMES = byLength(IN_LUA_ERRORS, "'");

const isIn = (names: typeof NAMES, text: string, {from, to}: {from: number; to: number}): boolean => {
  for (const {before, name, after} of names[to - from] ?? []) {
    if (text.charCodeAt(from) !== name.charCodeAt(0) || !text.startsWith(name, from)) continue;
    if (text.startsWith(after, to + 1) && text.startsWith(before, from - before.length)) return true;
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
