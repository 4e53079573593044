/** Fields that nginx appends to a message, in its order (docs/field-facts.md#19). Gateways append the request id. */
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

/** nginx cuts a line at 2,048 bytes, so that no tail is longer. */
const WINDOW = 4_096;
const MAX_BARE = 300;
const QUOTE = 34;
const SPACE = 32;
const COLON = 58;

/** Ranks of the names by their first letter. */
const BY_LETTER: readonly (readonly number[])[] = Array.from({length: 128}, (_, code) =>
  [...NGINX_FIELDS.keys()].filter(rank => NGINX_FIELDS[rank]?.charCodeAt(0) === code),
);

/** The rank of the name at a position. Names with the same first letter have different lengths. */
const rankAt = (text: string, at: number): number => {
  for (const rank of BY_LETTER[text.charCodeAt(at)] ?? [])
    if (text.charCodeAt(at + (NGINX_FIELDS[rank] as string).length) === COLON) return rank;
  return -1;
};

/**
 * Matches a comma before a name and the start of a value: a quote, or a bare value, without control characters, up to a comma
 * or the end.
 */
const FIELD = new RegExp(`, (?=(?:${NGINX_FIELDS.join('|')}): ?(?:"|[^\\0- ",]{0,${MAX_BARE}}(?:,|$)))`, 'g');

/** Positions of the names of fields, in the order of the text. The array is reused for each line. */
const positions: number[] = [];

/** Fills {@link positions}; returns their number. */
const fieldsIn = (text: string, from: number): number => {
  let count = 0;
  FIELD.lastIndex = from;
  while (FIELD.test(text)) positions[count++] = FIELD.lastIndex;
  return count;
};

/** Whether `[from, end)` is one value. A value that is cut at the end of the text may lack its last quote. */
const isValue = (text: string, from: number, end: number): boolean => {
  if (text.charCodeAt(from) !== QUOTE) {
    const comma = text.indexOf(',', from);
    return (comma < 0 ? text.length : comma) === end;
  }
  return end === text.length || (end - from >= 2 && text.charCodeAt(end - 1) === QUOTE);
};

/** Receives a field: its index in {@link NGINX_FIELDS}, and its value `[from, to)` with quotes. */
export type OnField = (rank: number, from: number, to: number) => void;

/**
 * The start of the fields that nginx appends (`, client: …, server: …`), or the end of the text. It reads from the end, so
 * that text in the message that looks like a field stays in the message. `onField` receives the last field first.
 */
export const tailStart = (text: string, from: number, onField?: OnField): number => {
  let start = text.length;
  let rank: number = NGINX_FIELDS.length;
  for (let field = fieldsIn(text, Math.max(from, text.length - WINDOW)) - 1; field >= 0; field--) {
    const at = positions[field] as number;
    const found = rankAt(text, at);
    if (found < 0 || found >= rank) continue;
    const colon = at + (NGINX_FIELDS[found] as string).length;
    const value = text.charCodeAt(colon + 1) === SPACE ? colon + 2 : colon + 1;
    if (!isValue(text, value, start)) continue;
    onField?.(found, value, start);
    start = at - 2;
    rank = found;
    if (rank === 0) break;
  }
  return start;
};
