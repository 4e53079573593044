import {type Effect, type Env, effect, type Task, timer} from '../../../core/screen.ts';
import {type LogsAction, type LogsState, logRows} from '../model/state.ts';
import {
  cellsIn,
  changedSpan,
  type HistogramCell,
  histogramPlan,
  histogramRows,
  isUncertain,
  MIN_COLUMNS,
  spikeSpan,
  unknownCells,
} from './cells.ts';
import type {KnownCounts} from './known.ts';
import {newestEffect} from './newest.ts';
import {type HistogramCounts, readHistogram} from './read.ts';
import {emptied, type Histogram, type HistogramAction} from './state.ts';

/** Milliseconds between counts of one filter: cells of short ranges end every few seconds. */
const PAUSE_MS = 15_000;
/** Counts kept of cells that are not in the histogram now. */
const MAX_KNOWN = 4_000;

export const withHistogram = (state: LogsState, change: Partial<Histogram>): LogsState => ({
  ...state,
  data: {...state.data, histogram: {...state.data.histogram, ...change}},
});

/** The histogram in the state of the screen, as far as its commands and its view use it. */
type Shown = Pick<LogsState, 'data'>;

/** Cells drawn now: as counted, or without counts for another filter. */
export const histogramCells = ({data: {histogram, filter}}: Shown, {now, columns}: {now: number; columns: number}) => {
  const counted = histogram.counts?.cells ?? [];
  return counted.length > 0 ? counted : unknownCells(histogramPlan(filter, {columns}, now), now);
};

/** Counts the histogram in view if the filter has changed or the newest cell has ended; otherwise only the newest cell. */
export const countHistogram = (state: LogsState, {now, size}: Env): readonly [LogsState, ...Task<LogsAction>[]] => {
  const {filter, rows, range, histogram} = state.data;
  if (!histogram.shown || histogramRows(size) === 0 || rows.clock === 0) return [state];
  const plan = histogramPlan(filter, size, now);
  const {range: _, ...rest} = filter;
  const filterKey = JSON.stringify(rest);
  const {asked, failure} = histogram;
  const isCurrent = asked?.key === plan.key && failure === undefined;
  if (isCurrent && !histogram.counting) {
    const newest = newestEffect(histogram, {filter, plan, now});
    return newest === undefined ? [state] : [withHistogram(state, {countingNewest: true}), newest];
  }
  if (histogram.counting || (asked !== undefined && now - asked.at < PAUSE_MS)) return [state];
  const known: KnownCounts = histogram.knownOf === filterKey ? histogram.known : new Map();
  const request = {filter, plan, known, rows, columns: size.columns, ignoresTimes: range !== 'gateway'};
  const counting: Effect<LogsAction> = effect<LogsAction>(
    'histogram',
    async (context, signal, report) => {
      const onProgress = paced((counts: HistogramCounts) => report({kind: 'histogram-progress', counts}));
      return {kind: 'histogram-counted', counts: await readHistogram(context, request, {signal, onProgress})};
    },
    failure => ({kind: 'histogram-failed', failure}),
  );
  const next = withHistogram(state, {known, knownOf: filterKey, counting: true, asked: {key: plan.key, at: now}});
  return [next, counting];
};

/** Stops all counts of the histogram. */
export const cancelHistogram = [
  {kind: 'cancel', name: 'histogram'},
  {kind: 'cancel', name: 'histogram-newest'},
] as const;

/** Milliseconds between two drawings of what is known so far. */
const PROGRESS_MS = 100;

/** Passes on a value at once, and then one in a while. */
const paced = <T>(say: (value: T) => void) => {
  let last = Number.NEGATIVE_INFINITY;
  return (value: T): void => {
    const now = performance.now();
    if (now - last < PROGRESS_MS) return;
    last = now;
    say(value);
  };
};

/** Milliseconds that a span stays selected before the levels of its cells are counted. */
const REST_MS = 300;

/** Counts what is uncertain of the cells of the selected span. */
const refineSpan = (state: LogsState, {size}: Env): readonly Effect<LogsAction>[] => {
  const {histogram, filter, rows} = state.data;
  const covered = histogram.span && cellsIn(histogram.counts?.cells ?? [], histogram.span);
  if (
    covered === undefined ||
    histogram.span === undefined ||
    histogram.counting ||
    histogram.counts?.badge !== 'exact'
  )
    return [];
  const slices = histogram.counts.cells.slice(covered.first, covered.last + 1);
  if (!slices.some(isUncertain)) return [];
  // The newest cell may have been counted to a later second since the span was selected.
  const whole = {from: histogram.span.from, to: slices.at(-1)?.to ?? histogram.span.to};
  const plan = {whole, slices: slices.map(({from, to}) => ({from, to}))};
  const request = {filter, plan, known: histogram.known, rows, columns: size.columns, ignoresTimes: false};
  return [
    effect<LogsAction>(
      'histogram',
      async (context, signal) => ({kind: 'histogram-refined', counts: await readHistogram(context, request, {signal})}),
      failure => ({kind: 'histogram-failed', failure}),
    ),
  ];
};

const merged = (before: KnownCounts, after: KnownCounts): KnownCounts =>
  new Map([...before, ...after].slice(-MAX_KNOWN));

const NO_ROOM = {
  kind: 'flash',
  tone: 'warn',
  text: `Entries over time need ${MIN_COLUMNS} columns and 24 rows.`,
  hint: 'The command logs histogram prints them.',
} as const;

const NOT_COUNTED = {kind: 'flash', tone: 'warn', text: 'The entries over time are not counted yet.'} as const;

/** A span that cannot be seen is none: Enter would act on it. */
export const withVisibleSpan = (state: LogsState, {size}: Pick<Env, 'size'>): LogsState =>
  state.data.histogram.span !== undefined && histogramRows(size) === 0
    ? withHistogram(state, {span: undefined})
    : state;

/** What an action of the histogram does to its state; zooming changes the filter, see `updateLogs`. */
export const updateHistogram = (
  state: LogsState,
  action: Exclude<HistogramAction, {kind: 'histogram-zoom-in' | 'histogram-zoom-out'}>,
  env: Env,
): readonly [LogsState, ...Task<LogsAction>[]] => {
  const {histogram} = state.data;
  switch (action.kind) {
    case 'histogram-toggle':
      return histogram.shown
        ? [withHistogram(state, {...emptied(histogram), shown: false}), ...cancelHistogram]
        : countHistogram(withHistogram(state, {shown: true}), env);
    case 'histogram-clear':
      return [withHistogram(state, {span: undefined})];
    case 'histogram-span': {
      if (histogramRows(env.size) === 0) return [state, NO_ROOM];
      const cells = histogramCells(state, {now: env.now, columns: env.size.columns});
      const at = logRows(state).rowAt(state.list.position.selected)?.log_time;
      const span = changedSpan(cells, histogram.span, {change: action.change, at});
      return [withHistogram(state, {span}), timer('histogram-rest', REST_MS, {kind: 'histogram-rested'})];
    }
    case 'histogram-spike': {
      if (histogramRows(env.size) === 0) return [state, NO_ROOM];
      const cells = histogram.counts?.cells ?? [];
      const isKnown = !histogram.counting || cells.every(({count, open}) => count !== undefined || open);
      const span = isKnown ? spikeSpan(cells) : undefined;
      if (span === undefined) return [state, NOT_COUNTED];
      return [withHistogram(state, {span}), timer('histogram-rest', REST_MS, {kind: 'histogram-rested'})];
    }
    case 'histogram-rested':
      return [state, ...refineSpan(state, env)];
    case 'histogram-progress':
      return [withHistogram(state, {counts: action.counts})];
    case 'histogram-counted': {
      const known = merged(histogram.known, action.counts.known);
      return [withHistogram(state, {counts: action.counts, counting: false, failure: undefined, known})];
    }
    case 'histogram-refined': {
      const {counts} = histogram;
      if (counts === undefined || action.counts.badge !== 'exact') return [state];
      const refined = new Map(action.counts.cells.map(cell => [`${cell.from} ${cell.to}`, cell]));
      const cells = counts.cells.map(cell => refined.get(`${cell.from} ${cell.to}`) ?? cell);
      return [withHistogram(state, {counts: {...counts, cells}, known: merged(histogram.known, action.counts.known)})];
    }
    case 'histogram-newest': {
      const {counts} = histogram;
      const cells = counts?.cells.map(cell => (cell.open && cell.from === action.cell.from ? action.cell : cell));
      return [withHistogram(state, {countingNewest: false, ...(counts && cells && {counts: {...counts, cells}})})];
    }
    case 'histogram-failed':
      return [withHistogram(state, {counting: false, failure: action.failure})];
    default:
      return action satisfies never;
  }
};

/** Entries of a span; undefined where a cell is not known. */
export const countIn = (cells: readonly HistogramCell[]): number | undefined =>
  cells.reduce<number | undefined>(
    (sum, {count}) => (sum === undefined || count === undefined ? undefined : sum + count),
    0,
  );
