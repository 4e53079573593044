import type {DemoRequest} from './demo-request.ts';
import {LEVELS, type Level} from './log-entry.ts';
import {type Prng, weightedPick} from './prng.ts';

/** `text` returns the message without the time, level and ids that nginx writes before it. */
export interface MessageKind {
  readonly weight: number;
  readonly level: number;
  readonly src: number;
  /** Fields that nginx appends. `upstream` includes those of `request`. */
  readonly context: 'upstream' | 'request' | 'none';
  text(prng: Prng, request: DemoRequest): string;
}

export type Text = string | MessageKind['text'];

// Values of `src`: 0 is nginx, 1 Lua, 2 stderr.
export const SOURCES = {
  upstream: {src: 0, context: 'upstream'},
  request: {src: 0, context: 'request'},
  process: {src: 0, context: 'none'},
  lua: {src: 1, context: 'request'},
  timer: {src: 1, context: 'none'},
  stderr: {src: 2, context: 'none'},
} as const;

export const kindOf =
  (source: keyof typeof SOURCES) =>
  (weight: number, level: Level, text: Text): MessageKind => ({
    ...{weight, level: LEVELS.indexOf(level), ...SOURCES[source]},
    text: typeof text === 'string' ? () => text : text,
  });

export const upstream = kindOf('upstream');
export const request = kindOf('request');
const process = kindOf('process');
export const upstreamError = (text: Text) => upstream(1, 'error', text);
export const requestError = (text: Text) => request(1, 'error', text);
const luaRequest = kindOf('lua');
const luaTimer = kindOf('timer');
const stderr = kindOf('stderr');

const NODE = '/usr/local/edge/node';
const file = (host: string, path: string) => `/usr/local/edge/sites/${host}${path.split('?', 1)[0]}`;
export const fileNumber = (prng: Prng) => `00000${prng.int(10_000, 99_999)}`;
const response = (p: Prng) => `${NODE}/proxy_temp/${p.int(0, 9)}/${p.int(10, 99)}/${fileNumber(p)}`;
const phase = ['access_by_lua*', 'rewrite_by_lua*', 'content_by_lua*'] as const;

export const luaFailure = (place: string, message: string, frames: readonly string[]): string =>
  [
    `lua entry thread aborted: runtime error: ${place}: ${message}`,
    'stack traceback:',
    'coroutine 0:',
    ...frames.map(frame => `\t${frame}`),
  ].join('\n');

export const MESSAGES: readonly MessageKind[] = [
  upstream(17, 'error', 'upstream timed out (110: Connection timed out) while reading response header from upstream'),
  upstream(9, 'error', 'connect() failed (111: Connection refused) while connecting to upstream'),
  upstream(6, 'error', 'upstream prematurely closed connection while reading response header from upstream'),
  request(6, 'error', (_, {host, path}) => `open() "${file(host, path)}" failed (2: No such file or directory)`),
  upstream(2, 'error', 'no live upstreams while connecting to upstream'),
  luaRequest(
    4,
    'error',
    p =>
      `[lua] auth.lua:${p.pick([88, 123, 140])}: verify(): token rejected: ${p.pick(['signature mismatch', 'expired 12s ago', 'unknown issuer'])}`,
  ),
  luaRequest(
    3,
    'error',
    p =>
      `[lua] cache.lua:${p.int(40, 60)}: fetch(): redis get failed: ${p.pick(['timeout', 'connection refused', 'closed'])}, key: item:${p.int(1, 900)}`,
  ),
  luaRequest(3, 'error', p =>
    luaFailure('/usr/local/edge/lua/router.lua:217', "attempt to index local 'route' (a nil value)", [
      "/usr/local/edge/lua/router.lua: in function 'match'",
      "/usr/local/edge/lua/router.lua:261: in function 'dispatch'",
      `${p.pick(phase)}(nginx.conf:118):2: in main chunk`,
    ]),
  ),
  luaRequest(2, 'error', p =>
    luaFailure('/usr/local/edge/lua/limits.lua:64', `bad argument #1 to 'tonumber' (value expected)`, [
      "[C]: in function 'tonumber'",
      "/usr/local/edge/lua/limits.lua:64: in function 'quota_of'",
      `${p.pick(phase)}(nginx.conf:96):5: in main chunk`,
    ]),
  ),
  upstream(
    10,
    'warn',
    p => `an upstream response is buffered to a temporary file ${response(p)} while reading upstream`,
  ),
  request(
    5,
    'warn',
    p => `a client request body is buffered to a temporary file ${NODE}/client_body_temp/${fileNumber(p)}`,
  ),
  request(6, 'warn', p => `limiting requests, excess: ${p.int(1, 40)}.${p.int(100, 999)} by zone "per_client"`),
  luaRequest(
    4,
    'warn',
    p =>
      `[lua] health.lua:${p.int(70, 90)}: check(): peer 10.1.0.${p.int(2, 40)}:8080 is turned down after ${p.int(3, 5)} failures`,
  ),
  process(
    6,
    'notice',
    p => `signal ${p.pick(['1 (SIGHUP) received from 1, reconfiguring', '17 (SIGCHLD) received from 44'])}`,
  ),
  luaTimer(
    3,
    'notice',
    p => `[lua] sync.lua:${p.int(20, 40)}: applied configuration ${p.int(2000, 9000)}, context: ngx.timer`,
  ),
  request(
    6,
    'info',
    'client prematurely closed connection, so upstream connection is closed too while sending request to upstream',
  ),
  request(
    4,
    'info',
    p =>
      `client closed keepalive connection (${p.pick(['104: Connection reset by peer', '110: Connection timed out'])})`,
  ),
  luaRequest(
    5,
    'debug',
    p =>
      `[lua] cache.lua:31: lookup(): ${p.pick(['hit', 'miss', 'stale'])} item:${p.int(1, 900)} (Crème brûlée), age ${p.int(0, 300)}s`,
  ),
  request(
    0.3,
    'crit',
    'SSL_do_handshake() failed (SSL: error:0A00006C:SSL routines::bad key share) while SSL handshaking',
  ),
  request(
    0.1,
    'crit',
    p => `pwrite() "${NODE}/proxy_temp/${p.int(0, 9)}/${fileNumber(p)}" failed (28: No space left on device)`,
  ),
  process(0.08, 'alert', p => `worker process ${p.int(30, 90)} exited on signal 11 (core dumped)`),
  process(0.02, 'emerg', 'bind() to 0.0.0.0:443 failed (98: Address already in use)'),
  stderr(0.05, 'stderr', p =>
    p.pick([
      'nginx: the configuration file /usr/local/edge/node/conf/nginx.conf syntax is ok',
      'malloc_consolidate(): unaligned fastbin chunk detected',
      'debug: cache warm-up done',
    ]),
  ),
];

export const pickMessage = weightedPick(MESSAGES);

export const INCIDENTS = MESSAGES.filter(kind => kind.level === 4 || kind.level === 3) as [
  MessageKind,
  ...MessageKind[],
];

export const DEPLOY = {
  release: luaTimer(0, 'notice', '[lua] release.lua:41: activate(): shop 2.31.0 is active'),
  failure: upstream(0, 'error', 'upstream prematurely closed connection while reading response header from upstream'),
} as const satisfies Record<string, MessageKind>;
