/** Fields that nginx appends to a message, in its order (docs/field-facts.md#19); gateways append the id of the request. */
export const NGINX_FIELDS = [
  'context',
  'client',
  'server',
  'login',
  'request',
  'subrequest',
  'upstream',
  'host',
  'referrer',
  'bytes from/to client',
  'bytes from/to upstream',
  'request_id',
] as const;

/** nginx cuts a line at 2,048 bytes; longer tails are not written. */
const WINDOW = 4_096;
const MAX_BARE = 300;

/** Ranks of the names by their first letter. */
const BY_LETTER: readonly (readonly number[])[] = Array.from({length: 128}, (_, code) =>
  [...NGINX_FIELDS.keys()].filter(rank => NGINX_FIELDS[rank]?.charCodeAt(0) === code),
);

const rankAt = (text: string, at: number): number => {
  for (const rank of BY_LETTER[text.charCodeAt(at)] ?? []) {
    const name = NGINX_FIELDS[rank] as string;
    if (text.charCodeAt(at + name.length) === 58 && text.startsWith(name, at)) return rank;
  }
  return -1;
};

/** True if `[from, end)` is one value: quoted, or without spaces, commas and quotes. A cut value may lack its last quote. */
const isValue = (text: string, from: number, end: number, isLast: boolean): boolean => {
  const start = text.charCodeAt(from) === 32 ? from + 1 : from;
  if (text.charCodeAt(start) === 34) return isLast || (end - start >= 2 && text.charCodeAt(end - 1) === 34);
  if (end - start > MAX_BARE) return false;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code <= 32 || code === 44 || code === 34) return false;
  }
  return true;
};

/** A field of a tail: its place in {@link NGINX_FIELDS}, and its value with quotes, `[from, to)`. */
export type OnField = (rank: number, from: number, to: number) => void;

/**
 * Position where the fields that nginx appends start (`, client: …, server: …`), or `end`. Reads from the end, where only
 * nginx writes: text in the message that looks like a field stays in the message. `onField` receives the fields, the last
 * one first.
 */
export const tailStart = (text: string, from: number, end: number, onField?: OnField): number => {
  const floor = Math.max(from, end - WINDOW);
  let start = end;
  let rank: number = NGINX_FIELDS.length;
  for (let at = text.lastIndexOf(', ', end - 1); at >= floor; at = at === 0 ? -1 : text.lastIndexOf(', ', at - 1)) {
    const found = rankAt(text, at + 2);
    if (found < 0 || found >= rank) continue;
    const value = at + 3 + (NGINX_FIELDS[found] as string).length;
    if (!isValue(text, value, start, start === end)) continue;
    onField?.(found, text.charCodeAt(value) === 32 ? value + 1 : value, start);
    start = at;
    rank = found;
    if (rank === 0) break;
  }
  return start;
};
