import {createMiner, type Pattern} from '@edge-console/patterns';
import type {Worry} from '../../core/house-message.ts';
import {type Messages, noMessages} from '../../logs/messages.ts';
import type {Coverage, SampledEntry} from '../sample/sample.ts';
import {createKeyTally, createTrends, type Tally} from '../sample/tally.ts';

export interface PatternRow extends Tally {
  /** Hash of the template. It is the same in every run of the console. */
  readonly id: string;
  /** The message, with `<*>` for the parts that differ between entries. It is not sanitised. */
  readonly template: string;
  readonly pattern: Pattern;
  /** Unix seconds of the oldest and the newest entry. */
  readonly first: number;
  readonly last: number;
  readonly worry: Worry | undefined;
  readonly level: number | undefined;
  /** Counts in {@link TREND_PARTS} equal intervals of the sample's time range, the oldest first. */
  readonly trend: readonly number[];
  /** Time range of the sample in Unix seconds. Undefined if no entry has a time. */
  readonly sampled: {readonly from: number; readonly to: number} | undefined;
}

export const TREND_PARTS = 12;
/** Limits the memory, because a pattern gets a new id each time it becomes more general. */
const MAX_IDS = 20_000;

export const createPatternTally = (messages: Messages = noMessages) => {
  const miner = createMiner({messages: messages.find});
  const tally = createKeyTally<string>(MAX_IDS);
  const trends = createTrends<string>(MAX_IDS);
  const currentId = (id: string): string => miner.pattern(id)?.id ?? id;
  return {
    add({entry, page}: SampledEntry): void {
      const {id, log, log_time: time, level} = entry;
      const added = miner.add(log, {id, time, ...(level !== undefined && {level: String(level)})});
      tally.add(added, page);
      trends.add(added, time);
    },
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
            worry: pattern.known?.group === 'own' ? messages.byId(pattern.known.id)?.worry : undefined,
            level: levels.length === 0 ? undefined : Math.min(...levels),
            trend: trendOf.get(pattern.id) ?? [],
            sampled: trends.range(),
          },
        ];
      });
      return rows.toSorted((one, other) => other.count - one.count || (one.id < other.id ? -1 : 1));
    },
  };
};
