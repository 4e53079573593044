import {type Head, readHead} from './head.ts';
import {NGINX_FIELDS, tailStart} from './tail.ts';

/** `head + message + tail` is the line. The texts are not sanitised. */
export type ParsedLine = {
  /** Time, level, process and connection as written, with the space after them. Empty if the line has none. */
  readonly head: string;
  /** The message, with further lines such as a Lua traceback. */
  readonly message: string;
  /** Fields that nginx appends (`, client: …, host: "…"`), as written. Empty if there are none. */
  readonly tail: string;
  /** Level in the head, such as `error`. */
  readonly level?: string;
};

/**
 * Splits a line into head (time, level, process), message and tail (fields of nginx), in linear time, and never throws.
 * The head is empty unless the line is from nginx, Apache or syslog.
 */
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

/** Returns the length of the head of an nginx line, including the part that syslog adds. Other lines have 0. */
export const nginxHeadLength = (line: string): number => {
  const head: Head = {end: 0, level: '', nginx: false};
  readHead(line, head);
  return head.nginx ? head.end : 0;
};

/** Values by field name, without quotes. They are not decoded (`\x22` stays `\x22`) and not sanitised. */
export type NginxFields = Readonly<Partial<Record<(typeof NGINX_FIELDS)[number], string>>>;

/**
 * Splits the text after the time, level and process of a log line into the message and the fields that nginx appends.
 * Takes linear time.
 */
export const splitFields = (text: string): {readonly message: string; readonly fields: NginxFields} => {
  const fields: Partial<Record<(typeof NGINX_FIELDS)[number], string>> = {};
  const start = tailStart(text, 0, (rank, from, to) => {
    const name = NGINX_FIELDS[rank];
    if (name === undefined) return;
    const isQuoted = text[from] === '"';
    // The closing quote is missing if nginx truncated the line inside its last value.
    const isClosed = isQuoted && to - from >= 2 && text[to - 1] === '"';
    fields[name] = text.slice(isQuoted ? from + 1 : from, isClosed ? to - 1 : to);
  });
  return {message: text.slice(0, start), fields};
};
