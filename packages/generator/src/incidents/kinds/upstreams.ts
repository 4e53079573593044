import {luaLog, luaPlace, message, weighted} from '../wording.ts';
import {cause, type Failure, type Parts} from './kind.ts';

const upstream = (text: string) => message('upstream', 'error', text);

const WAYS_TO_FAIL = [
  [upstream('connect() failed (111: Connection refused) while connecting to upstream')],
  [upstream('connect() failed (113: No route to host) while connecting to upstream')],
  [
    upstream('upstream timed out (110: Connection timed out) while connecting to upstream'),
    upstream('upstream timed out (110: Connection timed out) while reading response header from upstream'),
  ],
  [
    upstream('upstream prematurely closed connection while reading response header from upstream'),
    upstream('recv() failed (104: Connection reset by peer) while reading response header from upstream'),
    weighted(upstream('upstream prematurely closed connection while reading upstream'), 0.4),
  ],
  [
    upstream('upstream sent invalid header while reading response header from upstream'),
    upstream('upstream sent no valid HTTP/1.0 header while reading response header from upstream'),
  ],
] as const;

const DISABLED = weighted(
  message('upstream', 'warn', 'upstream server temporarily disabled while connecting to upstream'),
  0.25,
);

/** Other servers cause the same messages, so `naming` is empty. */
export const badUpstream = ({prng, world}: Parts): Failure => {
  const [host] = world.hosts;
  const [peer] = host.peers;
  const messages = prng.pick(WAYS_TO_FAIL);
  return {
    kind: 'failure',
    shape: prng.pick(['steady', 'flapping', 'fading']),
    messages: prng.chance(0.5) ? [...messages, DISABLED] : messages,
    choose: () => ({host, upstream: peer}),
    repeated: 0.1,
    naming: [],
    causes: [cause('upstream', peer)],
  };
};

export const slowDependency = (parts: Parts): Failure =>
  parts.prng.chance(0.6) ? slowService(parts) : slowDatabase(parts);

const slowService = ({prng, world}: Parts): Failure => {
  const address = world.newHost(prng).peers[0];
  const hosts = world.hosts.slice(0, prng.int(2, 3));
  return {
    kind: 'failure',
    shape: 'growing',
    minutes: [90, 480],
    messages: [
      weighted(
        upstream('upstream timed out (110: Connection timed out) while reading response header from upstream'),
        4,
      ),
      upstream('upstream timed out (110: Connection timed out) while reading upstream'),
    ],
    choose: own => ({host: hosts[own.int(0, hosts.length - 1)] ?? world.hosts[0], upstream: address}),
    naming: [],
    causes: [cause('upstream', address)],
  };
};

const slowDatabase = ({prng, world}: Parts): Failure => {
  const place = luaPlace(prng, prng.pick(world.luaFiles));
  const name = `${prng.pick(['redis', 'pg', 'memcached', 'mysql'])}-${prng.int(1, 9)}.${world.brand}.internal`;
  const port = prng.pick([6379, 5432, 11_211, 3306]);
  const messages = [
    luaLog('error', place, () => `failed to read reply from ${name}:${port}: timeout`),
    message('lua', 'error', () => 'lua tcp socket read timed out'),
  ] as const;
  return {
    kind: 'failure',
    shape: 'growing',
    minutes: [90, 480],
    messages,
    repeated: 0.4,
    naming: messages,
    causes: [cause('lua', place.file), cause('lua', `${place.file}:${place.line}`)],
  };
};
