import type {TimeSlice} from '@edge-console/client/histogram';
import {type Effect, type EffectContext, type Env, effect, throttled} from '../../../../core/screen.ts';
import {ALL_LEVELS, orWorse} from '../../../../explore/measures/counts.ts';
import {oldestTime} from '../../../../explore/measures/oldest-entry.ts';
import {isOpen} from '../../../../explore/measures/spans.ts';
import {gatewayFilter, type LogFilter, queryOf} from '../../../../logs/filter.ts';
import {type LogsState, type LogsStep, withData} from '../../log-state.ts';
import {
  BELOW_WARN,
  cellsIn,
  filterSince,
  HISTOGRAM_LEVELS,
  type HistogramCell,
  type HistogramPlan,
  histogramPlan,
  histogramRows,
  isUncertain,
} from '../cells.ts';
import type {Histogram, HistogramAction} from '../state.ts';
import type {KnownCounts} from './known-counts.ts';
import {type HistogramCounts, readHistogram} from './read-counts.ts';

/** The histogram is counted again when a new cell begins, but not sooner than this after the last count. */
const PAUSE_MS = 15_000;

const PROGRESS_MS = 100;

export const withHistogram = (state: LogsState, change: Partial<Histogram>): LogsState =>
  withData(state, {histogram: {...state.data.histogram, ...change}});

/** With conditions, `data.rows` has only the matching rows. */
const gatewayRows = ({data: {kept, rows}}: LogsState): LogsState['data']['rows'] => kept?.all ?? rows;

/** Counts only the newest cell if the filter is the same and that cell has not ended. */
export const countHistogram = (state: LogsState, {now, size}: Env): LogsStep<HistogramAction> => {
  const {rangeAppliedBy, histogram} = state.data;
  const rows = gatewayRows(state);
  if (!histogram.shown || histogramRows(size) === 0 || rows.clock === 0) return [state];
  // The gateway cannot test conditions, so its counts include entries that fail them.
  const filter = gatewayFilter(filterSince(state.data.filter, histogram.since));
  const plan = histogramPlan(filter, size, now);
  const filterKey = JSON.stringify({...filter, range: undefined});
  const {lastCount, failure} = histogram;
  const isCurrent = lastCount?.key === plan.key && failure === undefined;
  if (isCurrent && !histogram.counting) {
    const newest = newestEffect(histogram, {filter, plan, now});
    return newest === undefined ? [state] : [withHistogram(state, {countingNewest: true}), newest];
  }
  const isResized = lastCount?.columns !== size.columns;
  if (histogram.counting || (lastCount !== undefined && !isResized && now - lastCount.at < PAUSE_MS)) return [state];
  const known: KnownCounts = histogram.knownOf === filterKey ? histogram.known : new Map();
  const request = {filter, plan, known, rows, columns: size.columns, ignoresTimes: rangeAppliedBy !== 'gateway'};
  const counting: Effect<HistogramAction> = effect<HistogramAction>(
    'histogram',
    async (context, signal, report) => {
      const progress = (counts: HistogramCounts) => report({kind: 'histogram.progress', counts});
      const reading = {signal, onProgress: throttled(PROGRESS_MS, progress)};
      const isBegun = request.ignoresTimes || filter.range.from !== undefined;
      const oldest = isBegun ? undefined : await oldestTime(context.client(), filter, {now, signal});
      let whole = request;
      if (oldest !== undefined) {
        report({kind: 'histogram.since', ...oldest});
        const covered = filterSince(filter, oldest.since);
        // The search for the oldest entry took time, so the cells are computed again.
        whole = {...request, filter: covered, plan: histogramPlan(covered, size, context.now())};
      }
      return {kind: 'histogram.counted', counts: await readHistogram(context, whole, reading)};
    },
    failure => ({kind: 'histogram.failed', failure}),
  );
  const next = withHistogram(state, {
    known,
    knownOf: filterKey,
    counting: true,
    lastCount: {key: plan.key, at: now, columns: size.columns},
  });
  return [next, counting];
};

export const cancelHistogram = ['histogram', 'histogram-newest'].map(name => ({kind: 'cancel', name}) as const);

const newestEffect = (
  {counts, countingNewest}: Histogram,
  {filter, plan, now}: {readonly filter: LogFilter; readonly plan: HistogramPlan; readonly now: number},
): Effect<HistogramAction> | undefined => {
  const slice = plan.slices.at(-1);
  const before = counts?.cells.at(-1);
  const isCounted = counts?.badge === 'exact' || counts?.badge === 'about';
  if (countingNewest || !isCounted || slice === undefined || before?.open !== true) return undefined;
  if (before.from !== slice.from || !isOpen(slice, now)) return undefined;
  const unknown: HistogramCell = {...slice, count: undefined, worst: undefined, open: true};
  return {
    ...effect<HistogramAction>(
      'histogram-newest',
      async (context, signal) => ({
        kind: 'histogram.newest',
        cell: await readNewest(context, {filter, slice, before}, signal),
      }),
      () => ({kind: 'histogram.newest', cell: unknown}),
    ),
    background: true,
  };
};

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

export const refineSpan = (state: LogsState, {now, size}: Env): readonly Effect<HistogramAction>[] => {
  const {span, counts, counting, known} = state.data.histogram;
  if (span === undefined || counting || counts?.badge !== 'exact') return [];
  const {first, last} = cellsIn(counts.cells, span) ?? {first: 0, last: -1};
  const slices = counts.cells.slice(first, last + 1);
  if (!slices.some(isUncertain)) return [];
  // The newest cell may have become longer since the range was selected.
  const whole = {from: span.from, to: slices.at(-1)?.to ?? span.to};
  const plan = {whole, slices: slices.map(({from, to}) => ({from, to})), now};
  const filter = gatewayFilter(state.data.filter);
  const request = {filter, plan, known, rows: gatewayRows(state), columns: size.columns, ignoresTimes: false};
  return [
    effect<HistogramAction>(
      'histogram',
      async (context, signal) => ({kind: 'histogram.refined', counts: await readHistogram(context, request, {signal})}),
      failure => ({kind: 'histogram.failed', failure}),
    ),
  ];
};
