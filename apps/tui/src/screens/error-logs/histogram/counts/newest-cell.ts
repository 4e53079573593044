import type {TimeSlice} from '@edge-console/client/histogram';
import type {EffectContext} from '../../../../core/screen.ts';
import {ALL_LEVELS, orWorse} from '../../../../explore/measures/counts.ts';
import {type LogFilter, queryOf} from '../../../../logs/filter.ts';
import {BELOW_WARN, HISTOGRAM_LEVELS, type HistogramCell, isUncertain} from '../cells.ts';

export const readNewest = async (
  {client}: EffectContext,
  {filter, slice, before}: {readonly filter: LogFilter; readonly slice: TimeSlice; readonly before: HistogramCell},
  signal: AbortSignal,
): Promise<HistogramCell> => {
  const count = (level: number): Promise<number | undefined> => {
    const {from, to} = slice;
    return client().errorLogs.count(queryOf({...orWorse(filter, level), range: {from, to}}), {signal});
  };
  const total = await count(ALL_LEVELS);
  const cell = {...slice, count: total, worst: undefined, open: true};
  if (total === undefined || total === 0) return cell;
  const isGrown = before.count !== undefined && before.count > 0 && total >= before.count && !isUncertain(before);
  if (isGrown && total === before.count) return {...cell, worst: before.worst};
  // New entries can only raise the most severe level, so only levels more severe than `before.worst` are counted.
  const known = (isGrown ? before.worst : undefined) ?? BELOW_WARN;
  for (const level of HISTOGRAM_LEVELS.filter(each => each < known)) {
    const found = await count(level);
    if (found === undefined) return cell;
    if (found > 0) return {...cell, worst: level};
  }
  return {...cell, worst: known};
};
