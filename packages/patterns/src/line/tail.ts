/** Fields that nginx appends to a message, in its order (docs/field-facts.md#19). */
const NAMES = [
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
] as const;

/** nginx cuts a line at 2,048 bytes; longer tails are not written. */
const WINDOW = 4_096;
const MAX_BARE = 300;

/** Ranks of the names by their first letter. */
const BY_LETTER: readonly (readonly number[])[] = Array.from({length: 128}, (_, code) =>
  [...NAMES.keys()].filter(rank => NAMES[rank]?.charCodeAt(0) === code),
);

const rankAt = (text: string, at: number): number => {
  for (const rank of BY_LETTER[text.charCodeAt(at)] ?? []) {
    const name = NAMES[rank] as string;
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

/**
 * Position where the fields that nginx appends start (`, client: …, server: …`), or `end`. Reads from the end, where only
 * nginx writes: text in the message that looks like a field stays in the message.
 */
export const tailStart = (text: string, from: number, end: number): number => {
  const floor = Math.max(from, end - WINDOW);
  let start = end;
  let rank: number = NAMES.length;
  for (let at = text.lastIndexOf(', ', end - 1); at >= floor; at = at === 0 ? -1 : text.lastIndexOf(', ', at - 1)) {
    const found = rankAt(text, at + 2);
    if (found < 0 || found >= rank) continue;
    if (!isValue(text, at + 3 + (NAMES[found] as string).length, start, start === end)) continue;
    start = at;
    rank = found;
    if (rank === 0) break;
  }
  return start;
};
