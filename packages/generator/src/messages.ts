import type {DemoRequest} from './demo-request.ts';
import {LEVELS, type Level} from './log-entry.ts';
import {type Prng, weightedPick} from './prng.ts';

/** `text` returns the message without the time, level and ids that nginx writes before it. */
export interface MessageKind {
  /** Relative frequency of the message outside incidents. */
  readonly weight: number;
  readonly level: number;
  readonly src: number;
  /** Fields that nginx appends. `upstream` includes those of `request`. */
  readonly context: 'upstream' | 'request' | 'none';
  text(prng: Prng, request: DemoRequest): string;
}

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
  (weight: number, level: Level, text: string | MessageKind['text']): MessageKind => ({
    ...{weight, level: LEVELS.indexOf(level), ...SOURCES[source]},
    text: typeof text === 'string' ? () => text : text,
  });

export const upstream = kindOf('upstream');
export const request = kindOf('request');
const process = kindOf('process');
const luaRequest = kindOf('lua');
const luaTimer = kindOf('timer');
const stderr = kindOf('stderr');

const file = (host: string, path: string) => `/usr/local/edge/sites/${host}${path.split('?', 1)[0]}`;
const phase = ['access_by_lua*', 'rewrite_by_lua*', 'content_by_lua*'] as const;

const luaFailure = (place: string, message: string, frames: readonly string[]): string =>
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
    prng =>
      `[lua] auth.lua:${prng.pick([88, 123, 140])}: verify(): token rejected: ${prng.pick(['signature mismatch', 'expired 12s ago', 'unknown issuer'])}`,
  ),
  luaRequest(
    3,
    'error',
    prng =>
      `[lua] cache.lua:${prng.int(40, 60)}: fetch(): redis get failed: ${prng.pick(['timeout', 'connection refused', 'closed'])}, key: item:${prng.int(1, 900)}`,
  ),
  luaRequest(3, 'error', prng =>
    luaFailure('/usr/local/edge/lua/router.lua:217', "attempt to index local 'route' (a nil value)", [
      "/usr/local/edge/lua/router.lua: in function 'match'",
      "/usr/local/edge/lua/router.lua:261: in function 'dispatch'",
      `${prng.pick(phase)}(nginx.conf:118):2: in main chunk`,
    ]),
  ),
  luaRequest(2, 'error', prng =>
    luaFailure('/usr/local/edge/lua/limits.lua:64', `bad argument #1 to 'tonumber' (value expected)`, [
      "[C]: in function 'tonumber'",
      "/usr/local/edge/lua/limits.lua:64: in function 'quota_of'",
      `${prng.pick(phase)}(nginx.conf:96):5: in main chunk`,
    ]),
  ),
  upstream(
    10,
    'warn',
    prng =>
      `an upstream response is buffered to a temporary file /usr/local/edge/node/proxy_temp/${prng.int(0, 9)}/${prng.int(10, 99)}/00000${prng.int(10_000, 99_999)} while reading upstream`,
  ),
  request(
    5,
    'warn',
    prng =>
      `a client request body is buffered to a temporary file /usr/local/edge/node/client_body_temp/00000${prng.int(10_000, 99_999)}`,
  ),
  request(
    6,
    'warn',
    prng => `limiting requests, excess: ${prng.int(1, 40)}.${prng.int(100, 999)} by zone "per_client"`,
  ),
  luaRequest(
    4,
    'warn',
    prng =>
      `[lua] health.lua:${prng.int(70, 90)}: check(): peer 10.1.0.${prng.int(2, 40)}:8080 is turned down after ${prng.int(3, 5)} failures`,
  ),
  process(
    6,
    'notice',
    prng => `signal ${prng.pick(['1 (SIGHUP) received from 1, reconfiguring', '17 (SIGCHLD) received from 44'])}`,
  ),
  luaTimer(
    3,
    'notice',
    prng => `[lua] sync.lua:${prng.int(20, 40)}: applied configuration ${prng.int(2000, 9000)}, context: ngx.timer`,
  ),
  request(
    6,
    'info',
    'client prematurely closed connection, so upstream connection is closed too while sending request to upstream',
  ),
  request(
    4,
    'info',
    prng =>
      `client closed keepalive connection (${prng.pick(['104: Connection reset by peer', '110: Connection timed out'])})`,
  ),
  luaRequest(
    5,
    'debug',
    prng =>
      `[lua] cache.lua:31: lookup(): ${prng.pick(['hit', 'miss', 'stale'])} item:${prng.int(1, 900)} (Crème brûlée), age ${prng.int(0, 300)}s`,
  ),
  request(
    0.3,
    'crit',
    'SSL_do_handshake() failed (SSL: error:0A00006C:SSL routines::bad key share) while SSL handshaking',
  ),
  request(
    0.1,
    'crit',
    prng =>
      `pwrite() "/usr/local/edge/node/proxy_temp/${prng.int(0, 9)}/00000${prng.int(10_000, 99_999)}" failed (28: No space left on device)`,
  ),
  process(0.08, 'alert', prng => `worker process ${prng.int(30, 90)} exited on signal 11 (core dumped)`),
  process(0.02, 'emerg', 'bind() to 0.0.0.0:443 failed (98: Address already in use)'),
  stderr(0.05, 'stderr', prng =>
    prng.pick([
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

/** The new version closes connections. There is one `release`, followed mostly by `failure`. */
export const DEPLOY = {
  release: luaTimer(0, 'notice', '[lua] release.lua:41: activate(): shop 2.31.0 is active'),
  failure: upstream(0, 'error', 'upstream prematurely closed connection while reading response header from upstream'),
} as const satisfies Record<string, MessageKind>;
