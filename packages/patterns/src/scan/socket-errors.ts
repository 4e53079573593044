/**
 * Errors that the sockets of lua-nginx-module return (ngx_http_lua_socket_tcp.c and _udp.c of 0.10.23): its own, and
 * errno texts in lower case.
 */
const ERRORS: ReadonlySet<string> = new Set([
  ...['timeout', 'closed', 'client aborted', 'buffer too small', 'no memory', 'partial write', 'resolver not working'],
  ...['failed to start the resolver', 'too many waiting connect operations', 'connection in dubious state'],
  ...['socket busy', 'socket busy connecting', 'socket busy reading', 'socket busy writing', 'unread data in buffer'],
  ...['handshake failed', 'certificate host mismatch', 'no ssl session'],
  ...['broken pipe', 'connection aborted', 'connection refused', 'connection reset by peer', 'connection timed out'],
  ...['network is unreachable', 'no such file or directory', 'no route to host', 'permission denied'],
  ...['cannot assign requested address', 'operation not permitted', 'too many open files'],
]);
const LENGTHS = new Set([...ERRORS].map(({length}) => length));
const UNRESOLVED = /^(?:\S+ could not be resolved(?: \(\d+: [^()]*\))?|no resolver defined to resolve "?[^\s"]+"?)$/;
/** Longest text with the name of a host, which has at most 255 characters. */
const MAX_UNRESOLVED = 340;

/** Whether the text from `from` to `end` is an error of a socket. */
export const isSocketError = (text: string, from: number, end: number): boolean => {
  const length = end - from;
  if (LENGTHS.has(length) && ERRORS.has(text.slice(from, end))) return true;
  if (length < 24 || length > MAX_UNRESOLVED) return false;
  const rest = text.slice(from, end);
  return (rest.includes(' could not be resolved') || rest.startsWith('no resolver defined')) && UNRESOLVED.test(rest);
};
