/**
 * Quoted names in the formats of nginx's messages, with the text that follows the closing quote. A name that is also a
 * value of other messages needs such a text.
 */
const FIXED: ReadonlyMap<string, string> = new Map([
  ...[
    ...['Content-Length', 'Transfer-Encoding', 'Host', 'Destination', 'Depth', 'Overwrite', 'Content-Type'],
    ...['ssl_stapling', 'listen ... ssl', '$memcached_key', '}', '{', ';'],
  ].map(name => [name, ''] as const),
  ...['ssl_certificate', 'ssl_certificate_key', 'proxy_ssl_certificate_key', 'grpc_ssl_certificate_key'].map(
    name => [name, ' is defined'] as const,
  ),
  ['ssl', ' directive in '],
  ['user', ' directive makes '],
  ['events', ' section in '],
  ['charset_map', ' between '],
]);
const LONGEST = Math.max(...Array.from(FIXED.keys(), name => name.length));

/** Whether the quoted text `[from, to)` is part of nginx's message, and not a value in it. */
export const isFixedName = (text: string, from: number, to: number): boolean => {
  if (to - from > LONGEST || to === from) return false;
  const after = FIXED.get(text.slice(from, to));
  return after !== undefined && text.startsWith(after, to + 1);
};

const HEX = /^\\x[\da-f]{2}$/i;

/**
 * Returns where the value ends in the quoted text `[from, to)`. nginx writes `...` after the start of a text that is too
 * long, and `\\x0d...` after the start of a text with a character that is not allowed.
 */
export const cutEnd = (text: string, from: number, to: number): number => {
  const dots = to - 3;
  if (dots < from || text.charCodeAt(to - 1) !== 46 || !text.startsWith('..', dots)) return to;
  const code = dots - 4;
  return code >= from && HEX.test(text.slice(code, dots)) ? code : dots;
};
