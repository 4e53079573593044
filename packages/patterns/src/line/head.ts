import {digitsEnd} from '../scan/chars.ts';

/**
 * `end` is the position after the head, `level` is empty if there is none, and `nginx` is whether nginx wrote the line.
 */
type Head = {readonly end: number; readonly level: string; readonly nginx: boolean};

const NGINX_LEVELS = ['error', 'warn', 'notice', 'info', 'crit', 'alert', 'emerg', 'debug'];
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

/** Returns an empty text if there is no level. The name is taken from a list, which avoids creating a string. */
const levelAt = (text: string, at: number): string => {
  if (text.charCodeAt(at) !== 91) return '';
  return NGINX_LEVELS.find(name => text.startsWith(name, at + 1) && text.startsWith('] ', at + 1 + name.length)) ?? '';
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

const apache = (text: string): Head | undefined => {
  const start = text.slice(0, MAX_HEAD);
  const time = DAYS.exec(start)?.[0].length;
  if (time === undefined) return undefined;
  const [whole = '', name = ''] = PROCESS.exec(start.slice(time)) ?? [];
  const isLevel = LEVELS.has(name);
  return {end: isLevel ? time + whole.length : time, level: isLevel ? name : '', nginx: false};
};

/**
 * Returns the length of the syslog header, or 0 if there is none. `nginx` is whether the program name in the header is
 * that of nginx or of a derivative such as OpenResty.
 */
const syslog = (text: string): {readonly length: number; readonly nginx: boolean} => {
  const start = text.slice(0, MAX_HEAD);
  const [whole = '', program = ''] = SYSLOG.exec(start) ?? SYSLOG_5424.exec(start) ?? [];
  return {length: whole.length, nginx: NGINX_PROGRAM.test(program)};
};

const isSyslog = (text: string, first: number): boolean =>
  first === 60 ||
  (first >= 65 && first <= 90 && text.charCodeAt(6) === 32 && text.charCodeAt(9) === 58) ||
  (text.charCodeAt(10) === 84 && text.charCodeAt(4) === 45 && text.charCodeAt(13) === 58);

/** Reads an nginx, Apache (2.2, 2.4) or syslog line. In a syslog line, the head of nginx follows that of syslog. */
export const readHead = (text: string): Head => {
  const first = text.charCodeAt(0);
  const found = first === 91 ? apache(text) : undefined;
  if (found !== undefined) return found;
  const {length, nginx} = isSyslog(text, first) ? syslog(text) : {length: 0, nginx: false};
  let at = length === 0 && text.startsWith('nginx: ') ? 7 : length;
  if (nginxTime(text, at)) at += 20;
  const level = levelAt(text, at);
  if (level !== '') at += level.length + 3;
  at = process(text, at);
  while (at > 0 && text.charCodeAt(at) === 32) at++;
  return {end: at, level, nginx: nginx || at > length};
};
