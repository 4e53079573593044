/** Fields that nginx appends to a message, in its order. */
const FIELD_ORDER = [
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

type NginxFieldName = (typeof FIELD_ORDER)[number];
/** Values without their quotes, otherwise as written (`\x22` stays `\x22`). */
export type NginxFields = Readonly<Partial<Record<NginxFieldName, string>>>;

/** nginx cuts a line at 2048 bytes; bare values are far shorter. */
const MAX_BARE = 300;
const BARE = /^[^\s,"]*$/;
const FIELD =
  /, (context|client|server|login|request|subrequest|upstream|host|referrer|bytes from\/to client|bytes from\/to upstream): ?/g;

type Candidate = {name: NginxFieldName; rank: number; start: number; valueStart: number};

const candidatesIn = (text: string): Candidate[] =>
  Array.from(text.matchAll(FIELD), match => {
    const name = match[1] as NginxFieldName;
    return {name, rank: FIELD_ORDER.indexOf(name), start: match.index, valueStart: match.index + match[0].length};
  });

/** The value between two positions, or undefined if it is none. Reads a bounded part of the text. */
const valueAt = (text: string, start: number, end: number): string | undefined => {
  if (text[start] === '"') {
    if (end - start >= 2 && text[end - 1] === '"') return text.slice(start + 1, end - 1);
    // The line was cut inside its last value.
    return end === text.length ? text.slice(start + 1) : undefined;
  }
  if (end - start > MAX_BARE) return undefined;
  const value = text.slice(start, end);
  return BARE.test(value) ? value : undefined;
};

/**
 * Splits the trailing fields off a message. Reads from the end, where only nginx writes, so text that looks like a field
 * inside the message or a request line stays in place. Linear in the length.
 */
export const splitFields = (text: string): {message: string; fields: NginxFields} => {
  const fields: Partial<Record<NginxFieldName, string>> = {};
  let end = text.length;
  let rank: number = FIELD_ORDER.length;
  for (const candidate of candidatesIn(text).reverse()) {
    if (candidate.rank >= rank) continue;
    const value = valueAt(text, candidate.valueStart, end);
    if (value === undefined) continue;
    fields[candidate.name] = value;
    end = candidate.start;
    rank = candidate.rank;
  }
  return {message: text.slice(0, end), fields};
};
