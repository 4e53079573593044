import type {Client} from '@edge-console/client';
import {type LogFilter, queryOf} from '../../../logs/filter.ts';

/** If at most this many entries are older than a time, the page of the oldest one is near enough to be read. */
const NEAR = 1_000;
const MAX_COUNTS = 10;
const [YOUNGEST, OLDEST] = [60, 20 * 365 * 86_400];

/**
 * Finds the time of the oldest entry, or a time with no older entries, at most a few percent of its age before. Takes
 * up to twelve requests. Undefined if the list is empty, or if the gateway sends no counts or ignores times.
 */
export const oldestTime = async (
  client: Client,
  filter: LogFilter,
  {now, signal}: {readonly now: number; readonly signal: AbortSignal},
): Promise<number | undefined> => {
  const query = queryOf({...filter, range: {}});
  const seconds = Math.floor(now / 1000);
  const total = await client.errorLogs.count(query, {signal});
  if (total === undefined || total === 0) return undefined;
  // Ages are halved on a logarithmic scale: entries exist that are older than `young`, but none older than `old`.
  let [young, old] = [Math.log(YOUNGEST), Math.log(OLDEST)];
  let found: {readonly count: number; readonly to?: number} = {count: total};
  for (let step = 0; step < MAX_COUNTS && found.count > NEAR; step++) {
    const age = (young + old) / 2;
    const to = seconds - Math.round(Math.exp(age));
    const count = await client.errorLogs.count({...query, end_time: to}, {signal});
    if (count === undefined) return undefined;
    if (count === 0) old = age;
    else [young, found] = [age, {count, to}];
  }
  // A gateway that ignores times has the same count for any age.
  const isIgnored = found.count === total && old === Math.log(OLDEST);
  if (found.count > NEAR) return isIgnored ? undefined : seconds - Math.round(Math.exp(old));
  const bound = found.to === undefined ? {} : {end_time: found.to};
  const {items} = await client.errorLogs.list({...query, ...bound, page: found.count, page_size: 1}, {signal});
  const time = items[0]?.log_time;
  const isOutside = time !== undefined && found.to !== undefined && time > found.to;
  return time === undefined || Number.isNaN(time) || isOutside ? undefined : time;
};
