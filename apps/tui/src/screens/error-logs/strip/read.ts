import {isCounted, lengthOf, newestPosition, pageAt, type Rows} from '@edge-console/client/rows';
import {estimateSlices, readSpread, type TimeSlice} from '@edge-console/client/strip';
import type {ErrorLogEntry} from '@edge-console/schema';
import type {EffectContext} from '../../../core/screen.ts';
import {countLevels, isOpen, type LevelCounts} from '../../../explore/measures/counts.ts';
import {readSample, SAMPLE_ROWS} from '../../../explore/sample/sample.ts';
import {type LogFilter, queryOf} from '../../../logs/filter.ts';
import {CALM, STRIP_LEVELS, type StripCell, type StripPlan, stripPlan} from './cells.ts';

/** What the counts of a strip are: of every entry, of a gateway whose counts vary, or made from times of some entries. */
type StripBadge = 'exact' | 'about' | 'estimate' | 'unknown';

/** Counts of slices, and of levels in them. */
export type KnownCounts = ReadonlyMap<string, number>;

const knownKey = ({from, to}: TimeSlice, level: number | undefined): string => `${level ?? ''} ${from} ${to}`;

export interface StripCounts {
  readonly cells: readonly StripCell[];
  readonly badge: StripBadge;
  /** Counts of slices that have ended, for the next time. */
  readonly known: KnownCounts;
}

interface StripRequest {
  readonly filter: LogFilter;
  readonly plan: StripPlan;
  readonly known: KnownCounts;
  /** The list, for gateways that do not count by time. */
  readonly rows: Rows<ErrorLogEntry>;
  readonly columns: number;
  /** Whether the gateway is known to ignore times. */
  readonly ignoresTimes: boolean;
}

/** Leaves three of six requests at a time to the list. */
const CONCURRENCY = 3;
/** Requests for the counts of levels. */
const MOST_REQUESTS = 180;

/**
 * Counts the entries of the cells by halving; reads them where they are few; estimates them from the times at positions of
 * the list where the gateway does not count by time.
 */
export const readStrip = async (
  {client, now}: EffectContext,
  request: StripRequest,
  signal: AbortSignal,
): Promise<StripCounts> => {
  const {filter, plan, known, ignoresTimes} = request;
  const at = now();
  if (ignoresTimes) return estimated(client(), request, {signal, at});
  const counted = await countLevels(client(), filter, {
    ...plan,
    ...{levels: STRIP_LEVELS, onlyWorst: true, requests: MOST_REQUESTS, concurrency: CONCURRENCY},
    known: (slice, level) => known.get(knownKey(slice, level)),
    now: at,
    signal,
  });
  if (!('kind' in counted)) return exact(counted, plan.slices, at);
  if (counted.kind === 'unable') return estimated(client(), request, {signal, at});
  const inWhole = {...filter, range: plan.whole};
  const {entries, coverage} = await readSample(client(), inWhole, {rows: SAMPLE_ROWS, signal});
  const cells = cellsOf(plan.slices, at, slice => {
    const levels = entries.map(({entry}) => entry).filter(isIn(slice));
    return {count: levels.length, worst: worstOf(levels)};
  });
  return {cells, badge: coverage.kind === 'all' && coverage.complete ? 'exact' : 'about', known: new Map()};
};

type CellCounts = Pick<StripCell, 'count' | 'worst'>;

const cellsOf = (
  slices: readonly TimeSlice[],
  now: number,
  countsOf: (slice: TimeSlice, at: number) => CellCounts,
): readonly StripCell[] => slices.map((slice, at) => ({...slice, ...countsOf(slice, at), open: isOpen(slice, now)}));

const isIn =
  ({from, to}: TimeSlice) =>
  ({log_time}: ErrorLogEntry): boolean =>
    log_time >= from && log_time <= to;

const worstOf = (entries: readonly ErrorLogEntry[]): number | undefined =>
  entries.length === 0 ? undefined : Math.min(...entries.map(({level = CALM}) => level));

const exact = ({all, atLeast, isStable}: LevelCounts, slices: readonly TimeSlice[], now: number): StripCounts => {
  const cells = cellsOf(slices, now, (_, at) => {
    const count = all[at] ?? 0;
    // The first level that has entries, or was not counted.
    const level = STRIP_LEVELS.find(each => atLeast.get(each)?.[at] !== 0);
    if (count === 0 || (level !== undefined && atLeast.get(level)?.[at] === undefined)) {
      return {count, worst: undefined};
    }
    return {count, worst: level ?? CALM};
  });
  const known = new Map<string, number>();
  for (const [level, counts] of [[undefined, all] as const, ...atLeast]) {
    for (const [at, slice] of slices.entries()) {
      const count = counts[at];
      if (!isOpen(slice, now) && count !== undefined) known.set(knownKey(slice, level), count);
    }
  }
  return {cells, badge: isStable ? 'exact' : 'about', known: isStable ? known : new Map()};
};

type Client = ReturnType<EffectContext['client']>;

/** From the times at positions spread over the list; without a beginning of the range, over all of its time. */
const estimated = async (
  client: Client,
  {filter, plan, rows, columns}: StripRequest,
  {signal, at}: {readonly signal: AbortSignal; readonly at: number},
): Promise<StripCounts> => {
  if (!isCounted(rows.frame)) return {cells: [], badge: 'unknown', known: new Map()};
  const {start_time: _, end_time: __, ...query} = queryOf(filter);
  const frame = {...rows.frame, pageSize: 1, drift: 0};
  const read = async (index: number) => {
    const page = pageAt(frame, newestPosition(rows) - index);
    const {items} = await client.errorLogs.list({...query, page, page_size: 1}, {signal});
    return items[0];
  };
  const found = await readSpread(read, {total: lengthOf(rows), concurrency: CONCURRENCY});
  const oldest = found.at(-1)?.row.log_time;
  const isOpenRange = filter.range.from === undefined && oldest !== undefined;
  const {slices} = isOpenRange ? stripPlan({...filter, range: {...filter.range, from: oldest}}, {columns}, at) : plan;
  const counts = estimateSlices(
    found.map(({index, row}) => ({index, time: row.log_time})),
    slices,
  );
  const sampled = found.map(({row}) => row);
  const cells = cellsOf(slices, at, (slice, cell) => ({
    count: counts[cell] ?? 0,
    worst: worstOf(sampled.filter(isIn(slice))),
  }));
  return {cells, badge: 'estimate', known: new Map()};
};
