import type {Client} from '@edge-console/client';
import {type CountedPart, estimateSlices, readSpread, sliceCounts} from '@edge-console/client/histogram';
import {isCounted, lengthOf, newestPosition, pageAt, type Rows} from '@edge-console/client/rows';
import type {ErrorLogEntry} from '@edge-console/schema';
import type {EffectContext} from '../../../../core/screen.ts';
import {ALL_LEVELS, countLevels, type LevelParts} from '../../../../explore/measures/counts.ts';
import {isOpen} from '../../../../explore/measures/spans.ts';
import {inRange, type LogFilter, queryOf} from '../../../../logs/filter.ts';
import {
  BELOW_WARN,
  filterSince,
  HISTOGRAM_LEVELS,
  type HistogramCell,
  type HistogramPlan,
  histogramPlan,
} from '../cells.ts';
import {type KnownCounts, knownCounts, knownParts} from './known-counts.ts';

/** `about`: counts contradict each other, or the list changed meanwhile. `estimate`: only some entries were read. */
type HistogramBadge = 'exact' | 'about' | 'estimate' | 'unknown';

export interface HistogramCounts {
  readonly cells: readonly HistogramCell[];
  readonly badge: HistogramBadge;
  readonly known: KnownCounts;
}

type Slices = HistogramPlan['slices'];

interface HistogramRequest {
  readonly filter: LogFilter;
  readonly plan: Pick<HistogramPlan, 'whole' | 'slices' | 'now'>;
  readonly known: KnownCounts;
  /** If the gateway does not count by time, the counts are estimated from these rows. */
  readonly rows: Rows<ErrorLogEntry>;
  readonly columns: number;
  readonly ignoresTimes: boolean;
}

/** The client allows six requests at a time, and the list needs three. */
const CONCURRENCY = 3;
/**
 * Maximum number of count requests per histogram. When it is reached, the number of entries of each log level is
 * estimated for some bars, from counts of longer time ranges.
 */
const MAX_REQUESTS = 200;
/** ERROR (4) comes first, with at most 8 requests. Then follow CRIT (3), the rest of ERROR, and WARN (5). */
const STAGES = [{level: 4, requests: 8}, {level: 3}, {level: 4}, {level: 5}];

export const HISTOGRAM_COUNTING = {stages: STAGES, onlyWorst: true, requests: MAX_REQUESTS, concurrency: CONCURRENCY};

/** If the gateway does not count by time, estimates the counts from entries at regular positions of the list. */
export const readHistogram = async (
  {client}: EffectContext,
  request: HistogramRequest,
  {signal, onProgress}: {readonly signal: AbortSignal; readonly onProgress?: (counts: HistogramCounts) => void},
): Promise<HistogramCounts> => {
  const {filter, plan, known, ignoresTimes} = request;
  const {slices, now} = plan;
  if (ignoresTimes) return estimated(client(), request, signal);
  const before = knownParts(known, slices);
  const counted = await countLevels(client(), filter, {
    ...{...plan, ...HISTOGRAM_COUNTING, known: before, signal},
    ...(onProgress && {
      onProgress: soFar => {
        const levels = [ALL_LEVELS, ...HISTOGRAM_LEVELS];
        const shown = new Map(levels.map(level => [level, [...before(level), ...(soFar.get(level) ?? [])]]));
        onProgress({cells: countedCells(shown, slices, now), badge: 'unknown', known: new Map()});
      },
    }),
  });
  if (counted === undefined) return estimated(client(), request, signal);
  const {parts, isStable} = counted;
  return {
    cells: countedCells(parts, slices, now),
    badge: isStable ? 'exact' : 'about',
    known: isStable ? knownCounts(parts, slices, now) : new Map(),
  };
};

const countedCells = (parts: LevelParts, slices: Slices, now: number): readonly HistogramCell[] => {
  const allParts = parts.get(ALL_LEVELS) ?? [];
  const counts = sliceCounts(allParts, slices.length);
  const means = slices.map((): number | undefined => undefined);
  for (const {begin, end, count} of allParts) means.fill(count / (end - begin), begin, end);
  const levels = HISTOGRAM_LEVELS.map(level => levelCounts(level, parts.get(level) ?? [], counts));
  return cellsOf(slices, now, (_, at) => {
    const count = counts[at];
    if (count === undefined) return {count, mean: means[at], worst: undefined};
    if (count === 0) return {count, worst: undefined};
    return {count, ...worstAt(levels, at), atLeast: atLeastAt(levels, at, count)};
  });
};

/** One number for each cell. Undefined if not known. */
type Counts = readonly (number | undefined)[];

interface LevelCounts {
  readonly level: number;
  readonly exact: Counts;
  /** For each cell: whether the cell, or a longer range that was counted around it, has entries at `level` or worse. */
  readonly isSome: readonly boolean[];
  /**
   * For each cell: fraction of entries at `level` or worse. If the level was counted only for a longer range around the
   * cell, the fraction in that range.
   */
  readonly shares: Counts;
}

const levelCounts = (level: number, parts: readonly CountedPart[], totals: Counts): LevelCounts => {
  const slices = totals.length;
  const shares = new Array<number | undefined>(slices).fill(undefined);
  const isSome = new Array<boolean>(slices).fill(false);
  for (const {begin, end, count} of parts) {
    const total = totals.slice(begin, end).reduce<number>((sum, each) => sum + (each ?? 0), 0);
    shares.fill(total === 0 ? 0 : Math.min(1, count / total), begin, end);
    if (count > 0) isSome.fill(true, begin, end);
  }
  return {level, exact: sliceCounts(parts, slices), isSome, shares};
};

/** `levels` must be sorted, most severe first. */
const worstAt = (levels: readonly LevelCounts[], at: number): Pick<HistogramCell, 'worst' | 'isApproximate'> => {
  let isCertain = true;
  for (const [rank, {level, exact, isSome}] of levels.entries()) {
    const isNone = levels.slice(rank).some(each => each.exact[at] === 0);
    if (isNone) continue;
    if ((exact[at] ?? 0) > 0) return {worst: level, isApproximate: !isCertain};
    if (isSome[at] === true) return {worst: level, isApproximate: true};
    isCertain = false;
  }
  return isCertain ? {worst: BELOW_WARN} : {worst: undefined};
};

/** A level that was not counted gets the number of the next more severe level. */
const atLeastAt = (levels: readonly LevelCounts[], at: number, count: number): readonly number[] => {
  let severe = 0;
  return levels.map(({exact, shares}) => {
    severe = Math.max(severe, exact[at] ?? Math.round((shares[at] ?? 0) * count));
    return severe;
  });
};

type CellCounts = Pick<HistogramCell, 'count' | 'mean' | 'worst' | 'atLeast' | 'isApproximate'>;

const cellsOf = (
  slices: Slices,
  now: number,
  countsOf: (slice: Slices[number], at: number) => CellCounts,
): readonly HistogramCell[] =>
  slices.map((slice, at) => ({...slice, ...countsOf(slice, at), open: isOpen(slice, now)}));

const worstOf = (entries: readonly ErrorLogEntry[]): number | undefined =>
  entries.length === 0 ? undefined : Math.min(...entries.map(({level = BELOW_WARN}) => level));

/** If the filter has no start, the first cell begins at the oldest entry. */
const estimated = async (client: Client, request: HistogramRequest, signal: AbortSignal): Promise<HistogramCounts> => {
  const {filter, plan, rows, columns} = request;
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
  const {slices} = isOpenRange ? histogramPlan(filterSince(filter, oldest), {columns}, plan.now) : plan;
  const times = found.map(({index, row}) => ({index, time: row.log_time}));
  const counts = estimateSlices(times, slices);
  const cells = cellsOf(slices, plan.now, (slice, cell) => ({
    count: counts[cell] ?? 0,
    worst: worstOf(found.map(({row}) => row).filter(row => inRange(row, slice))),
  }));
  return {cells, badge: 'estimate', known: new Map()};
};
