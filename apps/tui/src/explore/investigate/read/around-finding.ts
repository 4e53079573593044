import type {Client} from '@edge-console/client';
import {createFinder} from '@edge-console/client/sample';
import type {ErrorLogEntry, ErrorLogQuery} from '@edge-console/schema';
import {sum} from '../../../format/number.ts';
import {messageLine} from '../../../logs/conditions/entry-values.ts';
import {inRange, type LogFilter, queryOf} from '../../../logs/filter.ts';
import {DAY} from '../../measures/spans.ts';
import type {RawFinding} from '../score/findings.ts';
import type {Items} from '../score/items.ts';

const PAGE_SIZE = 200;
/** Maximum number of seconds between a deploy and a finding that it may have caused. */
const JUST_BEFORE = 3600;

export interface Around {
  readonly first: readonly ErrorLogEntry[];
  /** Newest first. `note` is the note of a bookmark on the entry. */
  readonly deploys: readonly (ErrorLogEntry & {readonly note?: string | undefined})[];
}

interface FindingOptions {
  readonly filter: LogFilter;
  readonly items: Items;
  readonly signal: AbortSignal;
}

const MAX_FIRST = 3;

export const around = async (
  client: Client,
  finding: RawFinding,
  {filter, items, isDeploy, signal}: FindingOptions & {readonly isDeploy: (entry: ErrorLogEntry) => boolean},
): Promise<Around> => {
  const own = finding.rows
    .flatMap(at => items.rows[at]?.entry ?? [])
    .toSorted((one, other) => one.log_time - other.log_time || one.id - other.id);
  const begin = own[0]?.log_time ?? finding.since;
  const readBefore = (time: number) =>
    client.errorLogs.list(
      {...queryOf({...filter, range: {from: time - JUST_BEFORE, to: time}}), page: 1, page_size: PAGE_SIZE},
      {signal},
    );
  const page = await readBefore(begin);
  const sampled = items.rows.map(({entry}) => entry);
  const deploys = [...page.items, ...sampled]
    .filter(entry => entry.log_time <= begin && entry.log_time >= begin - JUST_BEFORE && isDeploy(entry))
    .toSorted((one, other) => other.log_time - one.log_time);
  const unique = [...new Map(deploys.map(entry => [messageLine(entry), entry])).values()];
  const dayBefore = unique.length > 0 ? (await readBefore(begin - DAY)).items.filter(isDeploy) : [];
  // A deploy that also happened at this time on the day before is routine.
  const usual = new Set(dayBefore.map(withoutNumbers));
  const unusual = unique.filter(entry => !usual.has(withoutNumbers(entry)));
  return {first: own.slice(0, MAX_FIRST), deploys: unusual.slice(0, MAX_FIRST)};
};

/** Two deploys of one kind differ in numbers such as versions. */
const withoutNumbers = (entry: ErrorLogEntry): string => messageLine(entry).replaceAll(/\d+/g, '0');

const EARLIER_DAYS = 2;
/**
 * Number of seconds added before and after the time of a finding on an earlier day, because a nightly job does not
 * start at the same second every night.
 */
const MARGIN = 1_500;
/** A finding is repeated if an earlier day has at least `USUAL` times as many entries at the same time of day. */
const USUAL = 0.4;

/** Whether the finding also occurred at this time of day on an earlier day, as a nightly job does. */
export const isRepeated = async (
  client: Client,
  finding: RawFinding,
  {filter, items, signal}: FindingOptions,
): Promise<boolean> => {
  const {since, until, item, rows, count} = finding;
  const all = sum(rows.map(at => items.weights[items.rows[at]?.bin ?? 0] ?? 1));
  const onDay = async (day: number): Promise<boolean> => {
    const range = {from: since - MARGIN - day * DAY, to: until + MARGIN - day * DAY};
    const read = (part: ErrorLogQuery) => client.errorLogs.list({...queryOf({...filter, range}), ...part}, {signal});
    const first = await read({page: 1, page_size: PAGE_SIZE});
    const volume = first.count ?? first.items.length;
    const find = createFinder(read, first, {count: volume, pageSize: PAGE_SIZE, oldest: range.from});
    const [middle] = volume > 2 * PAGE_SIZE ? find([volume / 2]) : [];
    const entries = [...first.items, ...((await middle?.())?.items ?? [])];
    // A gateway that ignores time ranges also sends entries of other days.
    const found = entries.filter(entry => inRange(entry, range) && items.has(entry, item)).length;
    return (found * volume) / Math.max(1, entries.length) >= USUAL * Math.max(count, all / 2);
  };
  const days = await Promise.all(Array.from({length: EARLIER_DAYS}, (_, at) => onDay(at + 1)));
  return days.includes(true);
};
