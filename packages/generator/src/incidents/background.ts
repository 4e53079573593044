import type {DemoRequest} from '../demo-request.ts';
import {demoEntry, type Level} from '../log-entry.ts';
import {MESSAGES, type MessageKind, request, upstream} from '../messages.ts';
import {createPrng, type Prng, spread, weightedPick} from '../prng.ts';
import {DAY, MINUTE, type Period, type Stream} from './streams.ts';
import {luaLog, luaPlace, weighted} from './wording.ts';
import type {RequestChoice, World} from './world.ts';

/** Returns the relative load at a time in Unix seconds. */
export type Rhythm = (time: number) => number;

export const createRhythm = (prng: Prng, {start, end}: Period): Rhythm => {
  const zone = prng.int(-11, 12) * 3600;
  const [night, weekend] = [0.12 + 0.3 * prng.next(), 0.5 + 0.4 * prng.next()];
  const dayNoise = Array.from({length: Math.ceil((end - start) / DAY) + 2}, () => spread(prng, 0.05));
  const noise = Array.from({length: Math.ceil((end - start) / (10 * MINUTE))}, () => spread(prng, 0.12));
  return time => {
    const local = time + zone;
    // The load is highest at 15:00 and lowest at 03:00.
    const wave = 0.5 - 0.5 * Math.cos(((local / 3600 - 3) / 24) * 2 * Math.PI);
    // 1 January 1970, day 0, was a Thursday.
    const weekday = (Math.floor(local / DAY) + 4) % 7;
    const day = weekday === 0 || weekday === 6 ? weekend : 1;
    const noisy =
      (dayNoise[Math.floor((time - start) / DAY)] ?? 1) * (noise[Math.floor((time - start) / (10 * MINUTE))] ?? 1);
    return (night + (1 - night) * wave) * day * noisy;
  };
};

// Ordinary messages do not include these, because `reloads.ts` and the incidents generate them.
const EVENT = /reconfiguring|SIGCHLD|applied configuration|No space left|^bind\(\)/;

const isEvent = ({text}: MessageKind): boolean =>
  Array.from({length: 8}, (_, seed) => text(createPrng(seed), {host: '', path: ''} as DemoRequest)).some(sample =>
    EVENT.test(sample),
  );

export const ordinaryMessages = (prng: Prng, {luaFiles, zones}: World): readonly MessageKind[] => {
  const lua = (weight: number, level: Level, text: MessageKind['text']) =>
    weighted(luaLog(level, luaPlace(prng, prng.pick(luaFiles)), text), weight);
  const own = [
    request(4, 'error', p => `client intended to send too large body: ${p.int(1_048_577, 90_000_000)} bytes`),
    request(3, 'error', 'access forbidden by rule'),
    request(3, 'info', 'client timed out (110: Connection timed out) while waiting for request'),
    request(3, 'info', 'recv() failed (104: Connection reset by peer) while sending to client'),
    upstream(2, 'error', 'recv() failed (104: Connection reset by peer) while reading response header from upstream'),
    upstream(2, 'warn', 'upstream server temporarily disabled while connecting to upstream'),
    request(1, 'error', (p, {host}) => {
      const folder = p.pick(['img', 'old', 'tmp']);
      return `directory index of "/srv/www/${host}/${folder}/" is forbidden`;
    }),
    request(4, 'warn', p => `delaying request, excess: ${p.int(0, 9)}.${p.int(100, 999)}, by zone "${zones[1]}"`),
    lua(4, 'warn', p => `slow call took ${p.int(500, 4000)} ms`),
    lua(3, 'error', p => `unexpected status ${p.pick([400, 404, 409, 500, 502])} from backend`),
    lua(3, 'info', p => `refreshed ${p.int(1, 90)} keys in ${p.int(1, 80)} ms`),
    lua(2, 'error', p => {
      const found = p.pick(['T_END', 'invalid token']);
      return `failed to decode body: Expected value but found ${found} at character ${p.int(1, 400)}`;
    }),
    lua(2, 'notice', p => `tenant ${p.int(100, 999)} has no plan, using default`),
    request(0.2, 'info', 'client sent invalid request while reading client request line'),
    request(0.1, 'info', 'client sent invalid host header while reading client request headers'),
    upstream(0.06, 'error', 'upstream sent too big header while reading response header from upstream'),
    upstream(0.04, 'error', 'upstream sent no valid HTTP/1.0 header while reading response header from upstream'),
    lua(0.04, 'error', p => `cannot parse cookie of version ${p.int(1, 4)}`),
    lua(0.02, 'warn', () => 'clock of the client is ahead, ignoring If-Modified-Since'),
    request(0.02, 'error', 'client sent too long URI while reading client request line'),
  ];
  const known = MESSAGES.filter(kind => !isEvent(kind));
  return [...known, ...own].map(kind => weighted(kind, kind.weight * spread(prng, 0.6)));
};

export interface Source {
  readonly messages: readonly MessageKind[];
  /** Returns the properties that the next request must have, such as its host. */
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
