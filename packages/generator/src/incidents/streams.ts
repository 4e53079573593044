import type {LogEntry} from '../log-entry.ts';
import {createPrng, type Prng, weightedIndex} from '../prng.ts';

export const MINUTE = 60;
export const DAY = 86_400;

export interface Stream {
  readonly origin: 'usual' | 'decoy' | 'incident';
  readonly size: number;
  /**
   * The `size` entries of the stream are distributed over minutes in proportion to `weight`. `time` is the start of a
   * minute in Unix seconds.
   */
  weight(time: number): number;
  /** The returned function must be called with ascending times. */
  start(prng: Prng): (time: number) => LogEntry;
}

/** An entry with the id that a new store would assign to it. */
export type IncidentEntry = LogEntry & {readonly id: number};

export interface Row {
  readonly origin: Stream['origin'];
  readonly entry: IncidentEntry;
}

/** Unix seconds of whole minutes: `start` is inclusive, `end` exclusive. */
export interface Period {
  readonly start: number;
  readonly end: number;
}

/** Yields entries oldest first. Only one minute of entries is in memory at a time. */
export function* readStreams(streams: readonly Stream[], {start, end}: Period, seed: number): Generator<Row> {
  const running = streams
    .filter(({size}) => size > 0)
    .map((stream, at) => {
      const prng = createPrng(seed * 7919 + at * 104_729 + 1);
      return {...stream, prng, counts: countsOf(stream, {start, end}, prng), make: stream.start(prng)};
    });
  let id = 0;
  for (let minute = 0; minute < (end - start) / MINUTE; minute++) {
    const made = running
      .filter(({counts}) => counts[minute])
      .flatMap(({origin, counts, prng, make}) =>
        Array.from({length: counts[minute] ?? 0}, () => start + minute * MINUTE + prng.int(0, MINUTE - 1))
          .sort((a, b) => a - b)
          .map(time => ({origin, entry: make(time)})),
      );
    for (const {origin, entry} of made.sort((a, b) => a.entry.log_time - b.entry.log_time)) {
      id += 1;
      yield {origin, entry: {id, ...entry}};
    }
  }
}

const countsOf = ({size, weight}: Stream, {start, end}: Period, prng: Prng): Uint32Array => {
  const weights = Array.from({length: (end - start) / MINUTE}, (_, minute) => weight(start + minute * MINUTE));
  const pick = weightedIndex(weights);
  const counts = new Uint32Array(weights.length);
  for (let made = 0; made < size; made++) {
    const at = pick(prng);
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
};
