import {digitsEnd} from '../scan/chars.ts';

/**
 * `end` is the position after the head, `level` is empty if there is none, and `nginx` is whether nginx wrote the line.
 */
export type Head = {end: number; level: string; nginx: boolean};

const NGINX_LEVELS = ['error', 'warn', 'notice', 'info', 'crit', 'alert', 'emerg', 'debug'];
const BY_LETTER = Array.from({length: 128}, (_, code) => NGINX_LEVELS.filter(name => name.charCodeAt(0) === code));
const LEVELS: ReadonlySet<string> = new Set([...NGINX_LEVELS, ...Array.from({length: 8}, (_, at) => `trace${at + 1}`)]);
const DAYS = /^\[(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d{1,9})? \d{4}\] /;
const PROCESS = /^(?:\[(?:[a-z_0-9]+:)?([a-z0-9]+)\] )?(?:\[pid \d+(?::tid \d+)?\] )?/;
const PRIORITY = String.raw`(?:<\d{1,3}>)?`;
const ISO_TIME = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?`;
/** Matches RFC 3164 with or without a host, and rsyslog files with times of RFC 3339. */
const SYSLOG = new RegExp(
  `^${PRIORITY}(?:[A-Z][a-z]{2} [ \\d]\\d \\d\\d:\\d\\d:\\d\\d|${ISO_TIME}) (?:\\S{0,255} )?([\\w./()-]{1,64})(?:\\[\\d{1,10}\\])?: `,
);
/** Matches version, time, host, program, process, message id, structured data and a byte order mark. */
const SYSLOG_5424 = new RegExp(
  String.raw`^<\d{1,3}>\d{1,2} (?:-|${ISO_TIME}) \S{1,255} (\S{1,48}) \S{1,128} \S{1,32} (?:-|(?:\[(?:[^\]"]|"(?:[^"\\]|\\.)*")*\])+) \uFEFF?`,
);
const NGINX_PROGRAM = /^(?:nginx|openresty|tengine|angie)\b/i;
/** Maximum length of the head of an Apache or syslog line, in UTF-16 units. */
const MAX_HEAD = 400;

const nginxTime = (text: string, at: number): boolean =>
  text.charCodeAt(at + 4) === 47 &&
  text.charCodeAt(at + 7) === 47 &&
  text.charCodeAt(at + 10) === 32 &&
  text.charCodeAt(at + 13) === 58 &&
  text.charCodeAt(at + 16) === 58 &&
  text.charCodeAt(at + 19) === 32 &&
  digitsEnd(text, at, at + 4) === at + 4;

/** The name is taken from a list, which avoids creating a string for each line. */
const level = (text: string, at: number, head: Head): number => {
  if (text.charCodeAt(at) !== 91) return at;
  for (const name of BY_LETTER[text.charCodeAt(at + 1)] ?? []) {
    const close = at + 1 + name.length;
    if (text.charCodeAt(close) !== 93 || text.charCodeAt(close + 1) !== 32 || !text.startsWith(name, at + 1)) continue;
    head.level = name;
    return close + 2;
  }
  return at;
};

/** Returns the position after the process, thread and connection numbers, such as `31#31: *1873 `. */
const process = (text: string, from: number): number => {
  let at = from;
  const pid = digitsEnd(text, at, text.length);
  if (pid > at && text.charCodeAt(pid) === 35) {
    const tid = digitsEnd(text, pid + 1, text.length);
    if (tid > pid + 1 && text.charCodeAt(tid) === 58 && text.charCodeAt(tid + 1) === 32) at = tid + 2;
  }
  if (text.charCodeAt(at) !== 42) return at;
  const connection = digitsEnd(text, at + 1, text.length);
  return connection > at + 1 && text.charCodeAt(connection) === 32 ? connection + 1 : at;
};

const apache = (text: string, head: Head): boolean => {
  const start = text.slice(0, MAX_HEAD);
  const time = DAYS.exec(start)?.[0].length;
  if (time === undefined) return false;
  const [whole = '', name] = PROCESS.exec(start.slice(time)) ?? [];
  const isLevel = name !== undefined && LEVELS.has(name);
  head.end = isLevel ? time + whole.length : time;
  if (isLevel) head.level = name;
  return true;
};

/**
 * Returns the length of the syslog header, or 0 if there is none. Sets `nginx` if the program name in the header is
 * that of nginx or of a derivative such as OpenResty.
 */
const syslog = (text: string, head: Head): number => {
  const start = text.slice(0, MAX_HEAD);
  const [whole = '', program = ''] = SYSLOG.exec(start) ?? SYSLOG_5424.exec(start) ?? [];
  head.nginx = NGINX_PROGRAM.test(program);
  return whole.length;
};

const isSyslog = (text: string, first: number): boolean =>
  first === 60 ||
  (first >= 65 && first <= 90 && text.charCodeAt(6) === 32 && text.charCodeAt(9) === 58) ||
  (text.charCodeAt(10) === 84 && text.charCodeAt(4) === 45 && text.charCodeAt(13) === 58);

/** Reads an nginx, Apache (2.2, 2.4) or syslog line. In a syslog line, the head of nginx follows that of syslog. */
export const readHead = (text: string, head: Head): void => {
  head.end = 0;
  head.level = '';
  head.nginx = false;
  const first = text.charCodeAt(0);
  if (first === 91 && apache(text, head)) return;
  const start = isSyslog(text, first) ? syslog(text, head) : 0;
  let at = start === 0 && text.startsWith('nginx: ') ? 7 : start;
  if (nginxTime(text, at)) at += 20;
  at = level(text, at, head);
  at = process(text, at);
  while (at > 0 && text.charCodeAt(at) === 32) at++;
  head.end = at;
  head.nginx ||= at > start;
};
