import type {Client} from '@edge-console/client';
import {inRange, type LogFilter, queryOf} from '../../../logs/filter.ts';
import type {RawFinding} from '../score/findings.ts';
import type {Items} from '../score/items.ts';

const DAY = 86_400;
const DAYS = 2;
/** A nightly job does not start at the same second every night. */
const MARGIN = 1_500;
const PAGE_SIZE = 200;
/** Minimum share of the finding's entries at the same time of an earlier day. */
const USUAL = 0.4;

interface RecursOptions {
  readonly filter: LogFilter;
  readonly items: Items;
  readonly signal: AbortSignal;
}

/** Whether the finding also occurred at this time of day on an earlier day, as a nightly job does. */
export const recurs = async (
  client: Client,
  finding: RawFinding,
  {filter, items, signal}: RecursOptions,
): Promise<boolean> => {
  const {since, until, item, rows, count} = finding;
  const all = rows.reduce((sum, at) => sum + (items.weights[items.rows[at]?.bin ?? 0] ?? 1), 0);
  const onDay = async (day: number): Promise<boolean> => {
    const range = {from: since - MARGIN - day * DAY, to: until + MARGIN - day * DAY};
    const read = (page: number) =>
      client.errorLogs.list({...queryOf({...filter, range}), page, page_size: PAGE_SIZE}, {signal});
    const first = await read(1);
    const volume = first.count ?? first.items.length;
    const pages = Math.ceil(volume / PAGE_SIZE);
    const entries = [...first.items, ...(pages > 2 ? (await read(Math.ceil(pages / 2))).items : [])];
    // A gateway that ignores time ranges also sends entries of other days.
    const found = entries.filter(entry => inRange(entry, range) && items.has(entry, item)).length;
    return (found * volume) / Math.max(1, entries.length) >= USUAL * Math.max(count, all / 2);
  };
  const days = await Promise.all(Array.from({length: DAYS}, (_, at) => onDay(at + 1)));
  return days.includes(true);
};
