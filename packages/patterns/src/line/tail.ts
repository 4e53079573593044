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

const labelAt = (text: string, at: number): Label | undefined =>
  LABELS.find(label => text.startsWith(label.text, at) && text.charCodeAt(at + label.text.length) === COLON);

/** The value of a field must start with a quote, or must contain no space. */
const FIELD = new RegExp(
  `, (?=(?:${LABELS.map(({text}) => text).join('|')}): ?(?:"|[^\\0- ",]{0,${MAX_BARE}}(?:,|$)))`,
  'g',
);

/** Highest index in {@link NGINX_FIELDS} of the names that nginx can append first: `context`, `client` and `server`. */
const FIRST: number = NGINX_FIELDS.indexOf('server');
const REQUEST: number = NGINX_FIELDS.indexOf('request');
/** A text that looks like a field of nginx. */
type Field = {
  /** Position of the name. */
  readonly start: number;
  /** Index of the name in {@link NGINX_FIELDS}. */
  readonly rank: number;
  /** Position of the value. */
  readonly value: number;
  /** The field after the value, `end` if the text ends there, or undefined if other text follows. */
  next: Field | 'end' | undefined;
};

const fieldsIn = (text: string, from: number): Field[] => {
  const fields: Field[] = [];
  FIELD.lastIndex = from;
  while (FIELD.test(text)) {
    const start = FIELD.lastIndex;
    const label = labelAt(text, start);
    if (label === undefined) continue;
    const colon = start + label.text.length;
    const value = text.charCodeAt(colon + 1) === SPACE ? colon + 2 : colon + 1;
    fields.push({start, rank: label.rank, value, next: undefined});
  }
  return fields;
};

const afterBare = (text: string, {rank, value}: Field, following: Field | undefined): Field['next'] => {
  const comma = text.indexOf(',', value);
  if (comma < 0) return 'end';
  const isNext = following?.next !== undefined && comma === following.start - 2 && following.rank > rank;
  return isNext ? following : undefined;
};

/** By name, the nearest later field that follows a quote. */
type ByRank = Map<number, Field>;

const nearestOf = (fields: ByRank, {rank, value}: Field): Field | undefined => {
  let nearest: Field | undefined;
  for (const field of fields.values()) {
    if (field.rank <= rank || field.start - 4 < value) continue;
    if (nearest === undefined || field.start < nearest.start) nearest = field;
  }
  return nearest;
};

const closesRequest = (text: string, quote: number): boolean => text.startsWith(' HTTP/', quote - 9);

/**
 * Sets `next` of all fields, and returns the fields that are followed by another field or by the end of the text. With
 * `isCut`, the last quoted value may lack its closing quote.
 */
const linkedFields = (text: string, fields: readonly Field[], {isCut}: {isCut: boolean}): readonly Field[] => {
  const nearest: ByRank = new Map();
  /** Only fields that follow ` HTTP/1.1"`, the end of a quoted request line. */
  const nearestToRequest: ByRank = new Map();
  const isClosed = text.charCodeAt(text.length - 1) === QUOTE;
  const afterQuoted = (field: Field): Field['next'] => {
    const isRequest = field.rank === REQUEST;
    const afterRequest = isRequest ? nearestOf(nearestToRequest, field) : undefined;
    if (afterRequest !== undefined) return afterRequest;
    if (isRequest && closesRequest(text, text.length - 1)) return 'end';
    const isEnd = isCut || (isClosed && text.length - field.value >= 2);
    return nearestOf(nearest, field) ?? (isEnd ? 'end' : undefined);
  };
  let following: Field | undefined;
  for (const field of fields.toReversed()) {
    const isQuoted = text.charCodeAt(field.value) === QUOTE;
    field.next = isQuoted ? afterQuoted(field) : afterBare(text, field, following);
    following = field;
    const before = field.start - 3;
    if (field.next === undefined || text.charCodeAt(before) !== QUOTE) continue;
    nearest.set(field.rank, field);
    if (closesRequest(text, before)) nearestToRequest.set(field.rank, field);
  }
  return fields.filter(({next}) => next !== undefined);
};

const chainFrom = (first: Field): readonly Field[] => {
  const chain = [first];
  for (let {next} = first; typeof next === 'object'; next = next.next) chain.push(next);
  return chain;
};

/** Fields inside a quoted value have an odd number of quotes between `from` and their start. */
const firstOutsideQuotes = (text: string, fields: readonly Field[], from: number): Field | undefined => {
  let quotes = 0;
  let counted = from;
  return fields.find(({start}) => {
    quotes += quotesIn(text, counted, start);
    counted = start;
    return quotes % 2 === 0;
  });
};

/** The field is given by its index in {@link NGINX_FIELDS}, and by the range `[from, to)` of its value with quotes. */
export type OnField = (rank: number, from: number, to: number) => void;

/**
 * Returns the start of the fields that nginx appends, or the length of `text` if there are none. A field counts only if
 * nothing but other fields follows its value, because a request line or a referrer from a client can contain text that
 * looks like a field.
 */
export const tailStart = (text: string, from: number, onField?: OnField): number => {
  const fields = fieldsIn(text, Math.max(from, text.length - WINDOW));
  if (fields.length === 0) return text.length;
  const whole = linkedFields(text, fields, {isCut: false});
  const linked = whole.length > 0 ? whole : linkedFields(text, fields, {isCut: true});
  const initial = linked.filter(({rank}) => rank <= FIRST);
  let [first = linked[0]] = initial;
  if (first === undefined) return text.length;
  if (initial.length > 0 && chainFrom(first).length < linked.length)
    first = firstOutsideQuotes(text, initial, from) ?? first;
  if (onField !== undefined) {
    for (const {rank, value, next} of chainFrom(first))
      onField(rank, value, typeof next === 'object' ? next.start - 2 : text.length);
  }
  return first.start - 2;
};
