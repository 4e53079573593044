import {createMiner, type Pattern} from '@edge-console/patterns';
import type {Coverage, SampledEntry} from '../sample/sample.ts';
import {createKeyTally, createTrends, type Tally} from '../sample/tally.ts';

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
/** Maximum of ids, including the former ids of patterns that became more general. */
const MAX_IDS = 20_000;

/** Mines the patterns of entries without storing the entries. */
export const createPatternTally = () => {
  const miner = createMiner();
  const tally = createKeyTally<string>(MAX_IDS);
  const trends = createTrends<string>(MAX_IDS);
  // A pattern gets another id when it becomes more general.
  const currentId = (id: string): string => miner.pattern(id)?.id ?? id;
  return {
    add({entry, page}: SampledEntry): void {
      const {id, log, log_time: time, level} = entry;
      const added = miner.add(log, {id, time, ...(level !== undefined && {level: String(level)})});
      tally.add(added, page);
      trends.add(added, time);
    },
    /** The commonest first. */
    rows(coverage: Coverage): readonly PatternRow[] {
      const tallies = tally.tallies(coverage, currentId);
      const trendOf = trends.trends(TREND_PARTS, currentId);
      const rows = miner.patterns().flatMap((pattern): PatternRow[] => {
        const counts = tallies.get(pattern.id);
        if (counts === undefined) return [];
        const levels = Object.keys(pattern.levels).map(Number).filter(Number.isInteger);
        return [
          {
            ...counts,
            ...{id: pattern.id, template: pattern.template, pattern},
            first: pattern.first ?? Number.NaN,
            last: pattern.last ?? Number.NaN,
            level: levels.length === 0 ? undefined : Math.min(...levels),
            trend: trendOf.get(pattern.id) ?? [],
          },
        ];
      });
      return rows.toSorted((one, other) => other.count - one.count || (one.id < other.id ? -1 : 1));
    },
  };
};
