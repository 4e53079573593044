import {classOf, isWord, LETTER} from './chars.ts';

/** Text after a colon is free text if at least this many words precede: `could not parse: text`, not `module: text`. */
export const SENTENCE_WORDS = 2;

const REASONS: ReadonlySet<string> = new Set('reason cause because exception'.split(' '));
/**
 * Whether free text follows this word and a colon. After `failed:`, only nginx writes free text, because other programs
 * write fixed text there (`failed: URI too long`).
 */
export const isReasonWord = (word: string, nginx: boolean): boolean =>
  REASONS.has(word) || (nginx && (word === 'failed' || word === 'rejected' || word === 'denied'));
export const isLogLevel = (word: string): boolean => LEVELS.has(word);
const LEVELS: ReadonlySet<string> = new Set('DEBUG INFO NOTICE WARN WARNING ERR ERROR CRIT CRITICAL FATAL'.split(' '));

const NAMES: ReadonlySet<string> = new Set('err error reason cause msg message detail details'.split(' '));
export const isReasonName = (name: string): boolean => NAMES.has(name);

/** Free text ends before `, key: `, `, key=`, ` key=` or ` while `. In SQL, ` key=` is part of the text. */
export const freeTextEnd = (text: string, from: number, end: number): number => {
  const isSql = startsSql(text, from);
  for (let at = from; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) return at;
    if (code === 44 && text.charCodeAt(at + 1) === 32 && announces(text, at + 2, {end, isSql})) return at;
    if (code === 32 && ((!isSql && assigns(text, at + 1, end)) || text.startsWith(' while ', at))) return at;
  }
  return end;
};

const SQL = /^(?:SELECT\s.*?\sFROM|INSERT INTO|REPLACE INTO|DELETE FROM|UPDATE\s\S+\sSET)\s/s;
const MAX_SQL_HEAD = 300;

export const startsSql = (text: string, at: number): boolean => {
  const first = text.charCodeAt(at);
  if (first !== 83 && first !== 73 && first !== 82 && first !== 68 && first !== 85) return false;
  return SQL.test(text.slice(at, at + MAX_SQL_HEAD));
};

const MAX_NAME = 24;

const nameEnd = (text: string, from: number, end: number): number => {
  const limit = Math.min(end, from + MAX_NAME);
  let at = from;
  if ((classOf(text.charCodeAt(at)) & LETTER) === 0) return from;
  while (at < limit && isWord(text.charCodeAt(at))) at++;
  return at;
};

const assigns = (text: string, from: number, end: number): boolean => {
  const at = nameEnd(text, from, end);
  return at > from && text.charCodeAt(at) === 61;
};

const announces = (text: string, from: number, {end, isSql}: {end: number; isSql: boolean}): boolean => {
  const at = nameEnd(text, from, end);
  if (at === from) return false;
  const code = text.charCodeAt(at);
  return (code === 61 && !isSql) || (code === 58 && text.charCodeAt(at + 1) === 32);
};

/** Texts in ngx_http_lua_socket_tcp.c and _udp.c of lua-nginx-module 0.10.23, and errno texts in lower case. */
const SOCKET_ERRORS: ReadonlySet<string> = new Set([
  ...['timeout', 'closed', 'client aborted', 'buffer too small', 'no memory', 'partial write', 'resolver not working'],
  ...['failed to start the resolver', 'too many waiting connect operations', 'connection in dubious state'],
  ...['socket busy', 'socket busy connecting', 'socket busy reading', 'socket busy writing', 'unread data in buffer'],
  ...['handshake failed', 'certificate host mismatch', 'no ssl session'],
  ...['broken pipe', 'connection aborted', 'connection refused', 'connection reset by peer', 'connection timed out'],
  ...['network is unreachable', 'no such file or directory', 'no route to host', 'permission denied'],
  ...['cannot assign requested address', 'operation not permitted', 'too many open files'],
]);
const SOCKET_ERROR_LENGTHS = new Set([...SOCKET_ERRORS].map(({length}) => length));
const UNRESOLVED = /^(?:\S+ could not be resolved(?: \(\d+: [^()]*\))?|no resolver defined to resolve "?[^\s"]+"?)$/;
/**
 * Maximum length in UTF-16 units of an error such as `example.com could not be resolved`, whose host name has at most
 * 255 characters.
 */
const MAX_UNRESOLVED = 340;

export const isSocketError = (text: string, from: number, end: number): boolean => {
  const length = end - from;
  if (SOCKET_ERROR_LENGTHS.has(length) && SOCKET_ERRORS.has(text.slice(from, end))) return true;
  if (length < 24 || length > MAX_UNRESOLVED) return false;
  const rest = text.slice(from, end);
  return (rest.includes(' could not be resolved') || rest.startsWith('no resolver defined')) && UNRESOLVED.test(rest);
};
