import {type Head, readHead} from './head.ts';
import {NGINX_FIELDS, tailStart} from './tail.ts';

/** A line in three parts, not sanitised: `head + message + tail` is the line. */
export type ParsedLine = {
  /** Time, level, process and connection as written, with the space after them; empty if the line has none. */
  readonly head: string;
  /** The message, with further lines such as a Lua traceback. */
  readonly message: string;
  /** `, client: …, server: …, request: "…", host: "…"` of nginx, as written; empty if the line has none. */
  readonly tail: string;
  /** Level in the head, such as `error`. */
  readonly level?: string;
};

/** Splits a line of nginx, Apache or syslog in linear time. Another line is a message as a whole. Never throws. */
export const parseLine = (line: string): ParsedLine => {
  const head: Head = {end: 0, level: '', nginx: false};
  readHead(line, head);
  const tail = tailStart(line, head.end);
  return {
    head: line.slice(0, head.end),
    message: line.slice(head.end, tail),
    tail: line.slice(tail),
    ...(head.level !== '' && {level: head.level}),
  };
};

/** Values without their quotes, otherwise as written (`\x22` stays `\x22`), not sanitised. */
export type NginxFields = Readonly<Partial<Record<(typeof NGINX_FIELDS)[number], string>>>;

/** Splits a message without head from the fields that nginx appends, in linear time. */
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
