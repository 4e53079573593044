import type {Client} from '@edge-console/client';
import {type LogFilter, queryOf} from '../../logs/filter.ts';

/** The bisection by age ends when at most this many entries remain. The oldest of them is read with one request. */
const NEAR = 1_000;
const MAX_COUNTS = 10;
const [YOUNGEST, OLDEST] = [60, 20 * 365 * 86_400];
/** Maximum share of the entries that may be ignored because they were logged with a wrong clock. */
const MAX_SHARE = 0.001;
/** Maximum number of groups of ignored entries. Each group has another wrong time, such as 1970. */
const MAX_CLOCKS = 3;

export interface OldestTime {
  readonly since: number;
  /** Number of entries before `since`, which are ignored. */
  readonly older: number;
}

/**
 * Ignores a few entries that are far older than the others, because they were logged with a wrong clock. `since` may
 * be earlier than the oldest other entry, by a few percent of that entry's age. Undefined if the list is empty, or if
 * the gateway sends no counts or ignores time ranges.
 */
export const oldestTime = async (
  client: Client,
  filter: LogFilter,
  {now, signal}: {readonly now: number; readonly signal: AbortSignal},
): Promise<OldestTime | undefined> => {
  const query = queryOf({...filter, range: {}});
  const total = await client.errorLogs.count(query, {signal});
  if (total === undefined || total === 0) return undefined;
  const seconds = Math.floor(now / 1000);
  /**
   * Returns the approximate time of the oldest entry that is at most `maxAge` seconds old. `older` is the number of
   * entries that are more than `maxAge` seconds old.
   */
  const oldestAbove = async (older: number, maxAge: number): Promise<number | undefined> => {
    // Bisect the logarithm of the age of the wanted entry, which is between `young` and `old`.
    let [young, old] = [Math.log(Math.min(YOUNGEST, maxAge)), Math.log(maxAge)];
    let found: {readonly count: number; readonly to?: number} = {count: total - older};
    for (let step = 0; step < MAX_COUNTS && found.count > NEAR; step++) {
      const age = (young + old) / 2;
      const to = seconds - Math.round(Math.exp(age));
      const count = await client.errorLogs.count({...query, end_time: to}, {signal});
      if (count === undefined) return undefined;
      if (count <= older) old = age;
      else [young, found] = [age, {count: count - older, to}];
    }
    // A gateway that ignores time ranges returns the same count for any age.
    const isIgnored = found.count === total && old === Math.log(maxAge);
    if (found.count > NEAR) return isIgnored ? undefined : seconds - Math.round(Math.exp(old));
    const bound = found.to === undefined ? {} : {end_time: found.to};
    const {items} = await client.errorLogs.list({...query, ...bound, page: found.count, page_size: 1}, {signal});
    const time = items[0]?.log_time;
    const isOutside = time !== undefined && found.to !== undefined && time > found.to;
    return time === undefined || Number.isNaN(time) || isOutside ? undefined : time;
  };
  let older = 0;
  let since = await oldestAbove(older, OLDEST);
  for (let clock = 0; since !== undefined && clock < MAX_CLOCKS; clock++) {
    const age = seconds - since;
    const maxAge = age > OLDEST ? OLDEST : Math.floor(age / 2);
    const few = await client.errorLogs.count({...query, end_time: seconds - maxAge}, {signal});
    const isStray = few !== undefined && few > older && few < total && (age > OLDEST || few <= total * MAX_SHARE);
    const next = isStray ? await oldestAbove(few, maxAge) : undefined;
    if (few === undefined || next === undefined) break;
    [since, older] = [next, few];
  }
  return since === undefined ? undefined : {since, older};
};
