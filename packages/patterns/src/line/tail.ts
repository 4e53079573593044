/**
 * Fields after the message, in order (docs/field-facts.md#19). Gateways append `request_id`, nginx the other fields.
 */
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

/** Number of UTF-16 units at the end of a line that are searched for fields. nginx cuts lines at 2,048 bytes. */
const WINDOW = 4_096;
const MAX_BARE = 300;
const QUOTE = 34;
const SPACE = 32;
const COLON = 58;

type Label = {readonly text: string; readonly rank: number};

/** Field names as they are written. For datagrams, the stream module writes `udp client` instead of `client`. */
const LABELS: readonly Label[] = [
  ...NGINX_FIELDS.map((text, rank) => ({text, rank})),
  {text: 'udp client', rank: NGINX_FIELDS.indexOf('client')},
];

const BY_LETTER: readonly (readonly Label[])[] = Array.from({length: 128}, (_, code) =>
  LABELS.filter(({text}) => text.charCodeAt(0) === code),
);

/**
 * Returns the field name at position `at` of the text. The first letter and the position of the colon distinguish all
 * names.
 */
const labelAt = (text: string, at: number): Label | undefined => {
  for (const label of BY_LETTER[text.charCodeAt(at)] ?? [])
    if (text.charCodeAt(at + label.text.length) === COLON) return label;
  return undefined;
};

/**
 * Matches the `, ` before a field. The field's value starts with a quote, or has no space before the next comma or the
 * end.
 */
const FIELD = new RegExp(
  `, (?=(?:${LABELS.map(({text}) => text).join('|')}): ?(?:"|[^\\0- ",]{0,${MAX_BARE}}(?:,|$)))`,
  'g',
);

/** Positions of field names in the current line, in ascending order. The array is reused for each line. */
const positions: number[] = [];

const fieldsIn = (text: string, from: number): number => {
  let count = 0;
  FIELD.lastIndex = from;
  while (FIELD.test(text)) positions[count++] = FIELD.lastIndex;
  return count;
};

/** Whether the range `[from, end)` is one field value. At the end of the text, the closing quote may be missing. */
const isValue = (text: string, from: number, end: number): boolean => {
  if (text.charCodeAt(from) !== QUOTE) {
    const comma = text.indexOf(',', from);
    return (comma < 0 ? text.length : comma) === end;
  }
  return end === text.length || (end - from >= 2 && text.charCodeAt(end - 1) === QUOTE);
};

/** Receives a field: its index in {@link NGINX_FIELDS}, and the range `[from, to)` of its value, including quotes. */
export type OnField = (rank: number, from: number, to: number) => void;

/**
 * Returns where the fields that nginx appends start, or the end of the text. Reads (and calls `onField`) from the last
 * field, so that text in the message that looks like a field stays in the message.
 */
export const tailStart = (text: string, from: number, onField?: OnField): number => {
  let start = text.length;
  let rank: number = NGINX_FIELDS.length;
  for (let field = fieldsIn(text, Math.max(from, text.length - WINDOW)) - 1; field >= 0; field--) {
    const at = positions[field] as number;
    const found = labelAt(text, at);
    if (found === undefined || found.rank >= rank) continue;
    const colon = at + found.text.length;
    const value = text.charCodeAt(colon + 1) === SPACE ? colon + 2 : colon + 1;
    if (!isValue(text, value, start)) continue;
    onField?.(found.rank, value, start);
    start = at - 2;
    rank = found.rank;
    if (rank === 0) break;
  }
  return start;
};
