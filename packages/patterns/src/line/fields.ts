import {NGINX_FIELDS, tailStart} from './tail.ts';

/** Values without their quotes, otherwise as written (`\x22` stays `\x22`). Not sanitised. */
export type NginxFields = Readonly<Partial<Record<(typeof NGINX_FIELDS)[number], string>>>;

/** Splits the fields that nginx appends off a message without head. Linear in the length. */
export const splitFields = (text: string): {readonly message: string; readonly fields: NginxFields} => {
  const fields: Partial<Record<(typeof NGINX_FIELDS)[number], string>> = {};
  const start = tailStart(text, 0, (rank, from, to) => {
    const name = NGINX_FIELDS[rank];
    if (name === undefined) return;
    const isQuoted = text[from] === '"';
    // A line that was cut inside its last value lacks the last quote.
    const isClosed = isQuoted && to - from >= 2 && text[to - 1] === '"';
    fields[name] = text.slice(isQuoted ? from + 1 : from, isClosed ? to - 1 : to);
  });
  return {message: text.slice(0, start), fields};
};
