import {quotesIn} from '../scan/spans.ts';

/** Fields in the order of a line (docs/field-facts.md#19). Gateways append `request_id`, nginx the other fields. */
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

/** For datagrams, the stream module writes `udp client` instead of `client`. */
const LABELS: readonly Label[] = [
  ...NGINX_FIELDS.map((text, rank) => ({text, rank})),
  {text: 'udp client', rank: NGINX_FIELDS.indexOf('client')},
];

const BY_LETTER: readonly (readonly Label[])[] = Array.from({length: 128}, (_, code) =>
  LABELS.filter(({text}) => text.charCodeAt(0) === code),
);

/**
 * Returns the label at `at`, where {@link FIELD} has matched one. Compares only the first letter and the length with
 * those of the labels, because they identify the label.
 */
const labelAt = (text: string, at: number): Label | undefined => {
  for (const label of BY_LETTER[text.charCodeAt(at)] ?? [])
    if (text.charCodeAt(at + label.text.length) === COLON) return label;
  return undefined;
};

/** The value of a field must start with a quote, or must contain no space. */
const FIELD = new RegExp(
  `, (?=(?:${LABELS.map(({text}) => text).join('|')}): ?(?:"|[^\\0- ",]{0,${MAX_BARE}}(?:,|$)))`,
  'g',
);

/** Highest index in {@link NGINX_FIELDS} of the names that nginx can append first: `context`, `client` and `server`. */
const FIRST: number = NGINX_FIELDS.indexOf('server');
const REQUEST: number = NGINX_FIELDS.indexOf('request');
const NONE = -1;

/** For each field found in the current line, the index in the line at which the name of the field starts. */
const positions: number[] = [];
/** For each field found in the current line, its index in {@link NGINX_FIELDS}. */
const ranks: number[] = [];
/** For each field found in the current line, the position of its value. */
const values: number[] = [];
/**
 * For each field found in the current line, the index of the field after its value, or the number of fields if the text
 * ends there, or `NONE` if other text follows.
 */
const nexts: number[] = [];
/**
 * Candidates for the field after a quoted value: for each name in {@link NGINX_FIELDS}, the nearest later field that
 * follows a quote. `fillNexts` updates them while it visits the fields from last to first.
 */
const nearest: number[] = NGINX_FIELDS.map(() => NONE);
/** Like {@link nearest}, but only for fields that follow ` HTTP/1.1"`, the end of a quoted request line. */
const nearestToRequest: number[] = NGINX_FIELDS.map(() => NONE);

const fieldsIn = (text: string, from: number): number => {
  let count = 0;
  FIELD.lastIndex = from;
  while (FIELD.test(text)) {
    const at = FIELD.lastIndex;
    const label = labelAt(text, at);
    if (label === undefined) continue;
    const colon = at + label.text.length;
    positions[count] = at;
    ranks[count] = label.rank;
    values[count++] = text.charCodeAt(colon + 1) === SPACE ? colon + 2 : colon + 1;
  }
  return count;
};

const follows = (field: number, rank: number): boolean =>
  (nexts[field] as number) !== NONE && (ranks[field] as number) > rank;

const afterBare = (text: string, field: number, count: number): number => {
  const comma = text.indexOf(',', values[field]);
  if (comma < 0) return count;
  const isNext = field + 1 < count && comma === (positions[field + 1] as number) - 2;
  return isNext && follows(field + 1, ranks[field] as number) ? field + 1 : NONE;
};

const nearestOf = (fields: readonly number[], field: number, count: number): number => {
  const value = values[field] as number;
  let next = count;
  for (let rank = (ranks[field] as number) + 1; rank < fields.length; rank++) {
    const other = fields[rank] as number;
    if (other !== NONE && other < next && (positions[other] as number) - 4 >= value) next = other;
  }
  return next;
};

const closesRequest = (text: string, quote: number): boolean => text.startsWith(' HTTP/', quote - 9);

const afterQuoted = (text: string, field: number, {count, isCut}: {count: number; isCut: boolean}): number => {
  if (ranks[field] === REQUEST) {
    const next = nearestOf(nearestToRequest, field, count);
    if (next < count || closesRequest(text, text.length - 1)) return next;
  }
  const next = nearestOf(nearest, field, count);
  if (next < count || isCut) return next;
  const isClosed = text.length - (values[field] as number) >= 2 && text.charCodeAt(text.length - 1) === QUOTE;
  return isClosed ? count : NONE;
};

/** Fills {@link nexts}. Returns the number of fields that are followed by another field or by the end of the text. */
const fillNexts = (text: string, count: number, isCut: boolean): number => {
  let linked = 0;
  nearest.fill(NONE);
  nearestToRequest.fill(NONE);
  for (let field = count - 1; field >= 0; field--) {
    const isQuoted = text.charCodeAt(values[field] as number) === QUOTE;
    const next = isQuoted ? afterQuoted(text, field, {count, isCut}) : afterBare(text, field, count);
    nexts[field] = next;
    if (next === NONE) continue;
    linked++;
    const before = (positions[field] as number) - 3;
    if (text.charCodeAt(before) !== QUOTE) continue;
    nearest[ranks[field] as number] = field;
    if (closesRequest(text, before)) nearestToRequest[ranks[field] as number] = field;
  }
  return linked;
};

const lengthFrom = (first: number, count: number): number => {
  let length = 0;
  for (let field = first; field < count; field = nexts[field] as number) length++;
  return length;
};

/**
 * Returns the first field that is followed by another field or by the end of the text, and whose name has at most the
 * index `rank` in {@link NGINX_FIELDS}. With `from`, skips fields inside a quoted value, which have an odd number of
 * quotes between `from` and their start.
 */
const firstField = (text: string, count: number, {rank, from}: {rank: number; from?: number}): number => {
  let quotes = 0;
  let counted = from ?? 0;
  for (let field = 0; field < count; field++) {
    if (nexts[field] === NONE || (ranks[field] as number) > rank) continue;
    if (from === undefined) return field;
    const at = positions[field] as number;
    quotes += quotesIn(text, counted, at);
    counted = at;
    if (quotes % 2 === 0) return field;
  }
  return NONE;
};

/** The field is given by its index in {@link NGINX_FIELDS}, and by the range `[from, to)` of its value with quotes. */
export type OnField = (rank: number, from: number, to: number) => void;

/**
 * Returns the start of the fields that nginx appends, or the length of `text` if there are none. A field counts only if
 * nothing but other fields follows its value, because a request line or a referrer from a client can contain text that
 * looks like a field.
 */
export const tailStart = (text: string, from: number, onField?: OnField): number => {
  const count = fieldsIn(text, Math.max(from, text.length - WINDOW));
  if (count === 0) return text.length;
  const linked = fillNexts(text, count, false) || fillNexts(text, count, true);
  if (linked === 0) return text.length;
  let first = firstField(text, count, {rank: FIRST});
  if (first === NONE) first = firstField(text, count, {rank: NGINX_FIELDS.length});
  else if (lengthFrom(first, count) < linked) {
    const outside = firstField(text, count, {rank: FIRST, from});
    if (outside !== NONE) first = outside;
  }
  for (let field = first; field < count && onField !== undefined; ) {
    const next = nexts[field] as number;
    onField(
      ranks[field] as number,
      values[field] as number,
      next < count ? (positions[next] as number) - 2 : text.length,
    );
    field = next;
  }
  return (positions[first] as number) - 2;
};
