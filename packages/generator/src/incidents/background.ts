import {demoEntry} from '../entry.ts';
import {MESSAGES, type MessageKind} from '../messages.ts';
import {createPrng, type Prng, spread, weightedPick} from '../prng.ts';
import type {DemoRequest} from '../request.ts';
import {DAY, MINUTE, type Span, type Stream} from './streams.ts';
import {luaLog, luaPlace, message, weighted} from './wording.ts';
import type {RequestChoice, World} from './world.ts';

/** Relative load at a time in Unix seconds. */
export type Rhythm = (time: number) => number;

/** Returns the load of a site by hour and weekday in a random time zone, with random variation. */
export const createRhythm = (prng: Prng, {from, to}: Span): Rhythm => {
  const zone = prng.int(-11, 12) * 3600;
  const [night, weekend] = [0.12 + 0.3 * prng.next(), 0.5 + 0.4 * prng.next()];
  const dayNoise = Array.from({length: Math.ceil((to - from) / DAY) + 2}, () => spread(prng, 0.05));
  const noise = Array.from({length: Math.ceil((to - from) / (10 * MINUTE))}, () => spread(prng, 0.12));
  return time => {
    const local = time + zone;
    // The load is highest at 15:00 and lowest at 03:00.
    const wave = 0.5 - 0.5 * Math.cos(((local / 3600 - 3) / 24) * 2 * Math.PI);
    // 1 January 1970, day 0, was a Thursday.
    const weekday = (Math.floor(local / DAY) + 4) % 7;
    const day = weekday === 0 || weekday === 6 ? weekend : 1;
    const noisy =
      (dayNoise[Math.floor((time - from) / DAY)] ?? 1) * (noise[Math.floor((time - from) / (10 * MINUTE))] ?? 1);
    return (night + (1 - night) * wave) * day * noisy;
  };
};

// Matches messages of deploys and incidents, which `reloads.ts` and the kinds of incidents generate.
const EVENT = /reconfiguring|SIGCHLD|applied configuration|No space left|^bind\(\)/;

const isEvent = ({text}: MessageKind): boolean =>
  Array.from({length: 8}, (_, seed) => text(createPrng(seed), {host: '', path: ''} as DemoRequest)).some(sample =>
    EVENT.test(sample),
  );

/**
 * Ordinary messages of a site: those of the demo, others of nginx, and those of the site's Lua code. Some are rare.
 */
export const ordinaryMessages = (prng: Prng, {luaFiles, zones}: World): readonly MessageKind[] => {
  const place = () => luaPlace(prng, prng.pick(luaFiles));
  const own: readonly (readonly [number, MessageKind])[] = [
    [
      4,
      message('request', 'error', p => `client intended to send too large body: ${p.int(1_048_577, 90_000_000)} bytes`),
    ],
    [3, message('request', 'error', 'access forbidden by rule')],
    [3, message('request', 'info', 'client timed out (110: Connection timed out) while waiting for request')],
    [3, message('request', 'info', 'recv() failed (104: Connection reset by peer) while sending to client')],
    [
      2,
      message(
        'upstream',
        'error',
        'recv() failed (104: Connection reset by peer) while reading response header from upstream',
      ),
    ],
    [2, message('upstream', 'warn', 'upstream server temporarily disabled while connecting to upstream')],
    [
      1,
      message(
        'request',
        'error',
        (p, {host}) => `directory index of "/srv/www/${host}/${p.pick(['img', 'old', 'tmp'])}/" is forbidden`,
      ),
    ],
    [
      4,
      message(
        'request',
        'warn',
        p => `delaying request, excess: ${p.int(0, 9)}.${p.int(100, 999)}, by zone "${zones[1]}"`,
      ),
    ],
    [4, luaLog('warn', place(), p => `slow call took ${p.int(500, 4000)} ms`)],
    [3, luaLog('error', place(), p => `unexpected status ${p.pick([400, 404, 409, 500, 502])} from backend`)],
    [3, luaLog('info', place(), p => `refreshed ${p.int(1, 90)} keys in ${p.int(1, 80)} ms`)],
    [
      2,
      luaLog(
        'error',
        place(),
        p =>
          `failed to decode body: Expected value but found ${p.pick(['T_END', 'invalid token'])} at character ${p.int(1, 400)}`,
      ),
    ],
    [2, luaLog('notice', place(), p => `tenant ${p.int(100, 999)} has no plan, using default`)],
    [0.2, message('request', 'info', 'client sent invalid request while reading client request line')],
    [0.1, message('request', 'info', 'client sent invalid host header while reading client request headers')],
    [0.06, message('upstream', 'error', 'upstream sent too big header while reading response header from upstream')],
    [
      0.04,
      message(
        'upstream',
        'error',
        'upstream sent no valid HTTP/1.0 header while reading response header from upstream',
      ),
    ],
    [0.04, luaLog('error', place(), p => `cannot parse cookie of version ${p.int(1, 4)}`)],
    [0.02, luaLog('warn', place(), () => 'clock of the client is ahead, ignoring If-Modified-Since')],
    [0.02, message('request', 'error', 'client sent too long URI while reading client request line')],
  ];
  const known = MESSAGES.filter(kind => !isEvent(kind)).map(kind => [kind.weight, kind] as const);
  return [...known, ...own].map(([weight, kind]) => weighted(kind, weight * spread(prng, 0.6)));
};

/** The messages and requests from which a stream generates its entries. */
export interface Source {
  readonly messages: readonly MessageKind[];
  /** Returns the fields of the next request that are not random, such as its host. */
  choose?(prng: Prng): RequestChoice;
  /** Share of entries that belong to the same request as the previous entry. Default: 0. */
  readonly repeated?: number;
}

export const entriesOf =
  (world: World, {messages, choose, repeated = 0}: Source): Stream['start'] =>
  prng => {
    const pick = weightedPick(messages);
    let request: DemoRequest | undefined;
    return time => {
      if (!request || !prng.chance(repeated)) request = world.request(prng, time, choose?.(prng));
      return demoEntry(prng, pick(prng), {request, time});
    };
  };
