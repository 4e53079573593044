import {TABLE} from './table.ts';

/** An entry of an error log, split into the parts that nginx's log handlers append. */
export type Entry = {
  readonly raw: string;
  readonly level: string;
  /** Time, level, process and `*N`, with the space after them. */
  readonly head: string;
  readonly connection: string;
  /** The message with action and errno, without head and fields. */
  readonly message: string;
  /** The message without its action. */
  readonly base: string;
  readonly action: string;
  /** Such as `111: Connection refused`. */
  readonly errno: string;
  readonly fields: Readonly<Record<string, string>>;
};

const HEAD = /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d \[(?<level>[a-z]+)\] \d+#\d+: (?:\*(?<connection>\d+) )?/;

/** Splits a log into entries. An entry starts with a head; the other lines belong to the entry before. */
export const entriesOf = (log: string): string[] =>
  log.replace(/\n$/, '').split(/\n(?=\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d \[[a-z]+\] \d+#\d+: )/);

/** The fields of ngx_http_log_error, ngx_stream_log_error and the log handlers of lua-nginx-module, in their order. */
const FIELDS = [
  ['context', ', context: ([^,"]*)'],
  ['client', ', (?:udp )?client: ([^, ]*)'],
  ['server', ', server: ([^,"]*)'],
  ['request', ', request: "(.*?)"'],
  ['subrequest', ', subrequest: "(.*?)"'],
  ['upstream', ', upstream: "(.*?)"'],
  ['host', ', host: "([^"]*)"'],
  ['referrer', ', referrer: "(.*)"'],
  ['bytes from/to client', ', bytes from/to client:(\\d+/\\d+)'],
  ['bytes from/to upstream', ', bytes from/to upstream:(\\d+/\\d+)'],
] as const;
const TAIL = new RegExp(`^${FIELDS.map(([, field]) => `(?:${field})?`).join('')}$`, 's');
const START = /, (?=context: |(?:udp )?client: |server: )/g;

/** nginx cuts an entry at 2,048 bytes with its line feed (NGX_MAX_ERROR_STR). */
const isCut = (raw: string): boolean => Buffer.byteLength(raw) >= 2_047;

/** Returns the fields at the end of the text, and where they start. Nothing but fields follows there. */
const tailOf = (text: string): {at: number; fields: Record<string, string>} => {
  for (const {index} of text.matchAll(START)) {
    const values = TAIL.exec(text.slice(index))?.slice(1);
    const fields = values?.flatMap((value, at) => (value === undefined ? [] : [[FIELDS[at]?.[0] ?? '', value]]));
    if (fields !== undefined) return {at: index, fields: Object.fromEntries(fields)};
  }
  return {at: text.length, fields: {}};
};

const ACTION = new RegExp(
  ` while (?<action>${TABLE.actions.join('|')}|accepting new connection on \\S+|resolving, resolver: \\S+)$`,
);
/** Matches an errno. The lookbehind excludes `verify error: (18: …)`. */
const ERRNO = /(?<!:) \((?<errno>\d+: [^()]*(?:\([^()]*\))?[^()]*)\)$/;

export const readEntry = (raw: string): Entry => {
  const head = HEAD.exec(raw);
  const text = raw.slice(head?.[0].length ?? 0);
  const whole = tailOf(text);
  const {at, fields} = whole.at === text.length && isCut(raw) ? tailOf(`${text}"`) : whole;
  const message = text.slice(0, at);
  const action = ACTION.exec(message);
  const base = message.slice(0, action?.index);
  return {
    raw,
    level: head?.groups?.level ?? '',
    head: head?.[0] ?? '',
    connection: head?.groups?.connection ?? '',
    message,
    base,
    action: action?.groups?.action ?? '',
    errno: ERRNO.exec(base)?.groups?.errno ?? '',
    fields,
  };
};
