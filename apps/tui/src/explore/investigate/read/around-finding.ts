import type {Client} from '@edge-console/client';
import type {ErrorLogEntry} from '@edge-console/schema';
import {messageLine} from '../../../logs/conditions/entry-values.ts';
import {type LogFilter, queryOf} from '../../../logs/filter.ts';
import type {RawFinding} from '../score/findings.ts';
import type {Items} from '../score/items.ts';

const DAY = 86_400;
const PAGE_SIZE = 200;
/** Maximum number of seconds between a deploy and a finding that it may have caused. */
const JUST_BEFORE = 3600;

export interface Around {
  readonly first: readonly ErrorLogEntry[];
  /** Newest first. `note` is the note of a bookmark on the entry. */
  readonly deploys: readonly (ErrorLogEntry & {readonly note?: string})[];
}

interface AroundOptions {
  readonly filter: LogFilter;
  readonly items: Items;
  readonly isDeploy: (entry: ErrorLogEntry) => boolean;
  readonly signal: AbortSignal;
}

const MAX_FIRST = 3;

export const around = async (
  client: Client,
  finding: RawFinding,
  {filter, items, isDeploy, signal}: AroundOptions,
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
