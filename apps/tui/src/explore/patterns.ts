import {createMiner, type Pattern} from '@edge-console/patterns';
import type {LogSample, Tally} from './sample.ts';
import {tallyBy} from './sample.ts';

/** A pattern of the messages of a sample. */
export interface PatternRow extends Tally {
  /** Hash of the template: the same in every run. */
  readonly id: string;
  /** The message with `<*>` for what varies. Not sanitised. */
  readonly template: string;
  readonly pattern: Pattern;
  /** Unix seconds of the oldest and the newest entry of the sample. */
  readonly first: number;
  readonly last: number;
  /** The most severe level; undefined if no entry has one. */
  readonly level: number | undefined;
  /** Entries by equal parts of the time of the sample, the oldest first. */
  readonly trend: readonly number[];
}

export const TREND_PARTS = 12;

/** The patterns of a sample, the commonest first, and the pattern of each of its entries. */
export const minePatterns = (
  sample: LogSample,
): {readonly rows: readonly PatternRow[]; readonly byEntry: readonly string[]} => {
  const miner = createMiner();
  const added = sample.entries.map(({entry}) =>
    miner.add(entry.log, {
      id: entry.id,
      time: entry.log_time,
      ...(entry.level !== undefined && {level: String(entry.level)}),
    }),
  );
  // A pattern may have become more general after an entry was added to it.
  const byEntry = added.map(
    (id, at) => miner.pattern(id)?.id ?? miner.match(sample.entries[at]?.entry.log ?? '') ?? id,
  );
  const tallies = tallyBy(sample, (_, index) => [byEntry[index] ?? '']);
  const times = sample.entries.map(({entry}) => entry.log_time).filter(time => Number.isFinite(time));
  const from = times.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY);
  const to = times.reduce((most, time) => Math.max(most, time), Number.NEGATIVE_INFINITY);
  const trends = new Map<string, number[]>();
  for (const [index, {entry}] of sample.entries.entries()) {
    const id = byEntry[index] ?? '';
    const trend = trends.get(id) ?? Array.from({length: TREND_PARTS}, () => 0);
    const part = Math.min(TREND_PARTS - 1, Math.floor(((entry.log_time - from) / (to - from + 1)) * TREND_PARTS));
    if (part >= 0) trend[part] = (trend[part] ?? 0) + 1;
    trends.set(id, trend);
  }
  const rows = miner.patterns().flatMap((pattern): PatternRow[] => {
    const tally = tallies.get(pattern.id);
    if (tally === undefined) return [];
    const levels = Object.keys(pattern.levels).map(Number).filter(Number.isInteger);
    return [
      {
        ...tally,
        ...{id: pattern.id, template: pattern.template, pattern},
        first: pattern.first ?? Number.NaN,
        last: pattern.last ?? Number.NaN,
        level: levels.length === 0 ? undefined : Math.min(...levels),
        trend: trends.get(pattern.id) ?? [],
      },
    ];
  });
  return {rows: rows.toSorted((one, other) => other.count - one.count || (one.id < other.id ? -1 : 1)), byEntry};
};
