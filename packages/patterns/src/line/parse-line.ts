import {type Head, readHead} from './head.ts';
import {tailStart} from './tail.ts';

/** A line in three parts: `head + message + tail` is the line. Not sanitised. */
export type ParsedLine = {
  /** Time, level, process and connection as written, with the space behind them; empty if the line has none. */
  readonly head: string;
  /** All lines of the message, such as a Lua traceback. */
  readonly message: string;
  /** `, client: …, server: …, request: "…", host: "…"` of nginx, as written; empty if the line has none. */
  readonly tail: string;
  /** Level in the head, such as `error`. */
  readonly level?: string;
};

/**
 * Splits a line of nginx, Apache or syslog; another line is a message as a whole. Never throws. Linear in the length.
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
