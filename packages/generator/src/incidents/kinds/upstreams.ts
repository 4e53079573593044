import {upstream, upstreamError} from '../../messages.ts';
import {luaLog, luaPlace, message, placeCauses} from '../wording.ts';
import {cause, type Failure, type Parts} from './kind.ts';

const WAYS_TO_FAIL = [
  [upstreamError('connect() failed (111: Connection refused) while connecting to upstream')],
  [upstreamError('connect() failed (113: No route to host) while connecting to upstream')],
  [
    upstreamError('upstream timed out (110: Connection timed out) while connecting to upstream'),
    upstreamError('upstream timed out (110: Connection timed out) while reading response header from upstream'),
  ],
  [
    upstreamError('upstream prematurely closed connection while reading response header from upstream'),
    upstreamError('recv() failed (104: Connection reset by peer) while reading response header from upstream'),
    upstream(0.4, 'error', 'upstream prematurely closed connection while reading upstream'),
  ],
  [
    upstreamError('upstream sent invalid header while reading response header from upstream'),
    upstreamError('upstream sent no valid HTTP/1.0 header while reading response header from upstream'),
  ],
] as const;

const DISABLED = upstream(0.25, 'warn', 'upstream server temporarily disabled while connecting to upstream');

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
    causes: [cause('upstream', peer)],
  };
};

export const slowDependency = (parts: Parts): Failure => ({
  ...{kind: 'failure', shape: 'growing', minutes: [90, 480]},
  ...(parts.prng.chance(0.6) ? slowService(parts) : slowDatabase(parts)),
});

type Slow = Pick<Failure, 'messages' | 'choose' | 'repeated' | 'identifying' | 'causes'>;

const slowService = ({prng, world}: Parts): Slow => {
  const address = world.newHost(prng).peers[0];
  const hosts = world.hosts.slice(0, prng.int(2, 3));
  const timedOut = 'upstream timed out (110: Connection timed out) while reading';
  return {
    messages: [
      upstream(4, 'error', `${timedOut} response header from upstream`),
      upstreamError(`${timedOut} upstream`),
    ],
    choose: own => ({host: hosts[own.int(0, hosts.length - 1)] ?? world.hosts[0], upstream: address}),
    causes: [cause('upstream', address)],
  };
};

const slowDatabase = ({prng, world}: Parts): Slow => {
  const place = luaPlace(prng, prng.pick(world.luaFiles));
  const name = `${prng.pick(['redis', 'pg', 'memcached', 'mysql'])}-${prng.int(1, 9)}.${world.brand}.internal`;
  const port = prng.pick([6379, 5432, 11_211, 3306]);
  return {
    messages: [
      luaLog('error', place, () => `failed to read reply from ${name}:${port}: timeout`),
      message('lua', 'error', 'lua tcp socket read timed out'),
    ],
    repeated: 0.4,
    identifying: true,
    causes: placeCauses(place),
  };
};
