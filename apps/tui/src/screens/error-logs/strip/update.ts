import {type Effect, type Env, effect, type Task, timer} from '../../../core/screen.ts';
import {type LogsAction, type LogsState, logRows} from '../model/state.ts';
import {
  cellsIn,
  changedSpan,
  isUncertain,
  LEAST_COLUMNS,
  type StripCell,
  spikeSpan,
  stripPlan,
  stripRows,
  unknownCells,
} from './cells.ts';
import type {KnownCounts} from './known.ts';
import {newestEffect} from './newest.ts';
import {readStrip, type StripCounts} from './read.ts';
import {emptied, type Strip, type StripAction} from './state.ts';

/** Milliseconds between counts of one filter: cells of short ranges end every few seconds. */
const PAUSE_MS = 15_000;
/** Counts kept of cells that are not in the strip now. */
const MOST_KNOWN = 4_000;

export const withStrip = (state: LogsState, change: Partial<Strip>): LogsState => ({
  ...state,
  data: {...state.data, strip: {...state.data.strip, ...change}},
});

/** The strip in the state of the screen, as far as its commands and its view use it. */
type Shown = Pick<LogsState, 'data'>;

/** Cells drawn now: as counted, or without counts for another filter. */
export const stripCells = ({data: {strip, filter}}: Shown, {now, columns}: {now: number; columns: number}) => {
  const counted = strip.counts?.cells ?? [];
  return counted.length > 0 ? counted : unknownCells(stripPlan(filter, {columns}, now), now);
};

/** Counts the strip in view if the filter has changed or the newest cell has ended; otherwise only the newest cell. */
export const countStrip = (state: LogsState, {now, size}: Env): readonly [LogsState, ...Task<LogsAction>[]] => {
  const {filter, rows, range, strip} = state.data;
  if (!strip.shown || stripRows(size) === 0 || rows.clock === 0) return [state];
  const plan = stripPlan(filter, size, now);
  const {range: _, ...rest} = filter;
  const filterKey = JSON.stringify(rest);
  const {asked, failure} = strip;
  const isCurrent = asked?.key === plan.key && failure === undefined;
  if (isCurrent && !strip.counting) {
    const newest = newestEffect(strip, {filter, plan, now});
    return newest === undefined ? [state] : [withStrip(state, {countingNewest: true}), newest];
  }
  if (strip.counting || (asked !== undefined && now - asked.at < PAUSE_MS)) return [state];
  const known: KnownCounts = strip.knownOf === filterKey ? strip.known : new Map();
  const request = {filter, plan, known, rows, columns: size.columns, ignoresTimes: range !== 'gateway'};
  const counting: Effect<LogsAction> = effect<LogsAction>(
    'strip',
    async (context, signal, report) => {
      const onProgress = paced((counts: StripCounts) => report({kind: 'strip-progress', counts}));
      return {kind: 'strip-counted', counts: await readStrip(context, request, {signal, onProgress})};
    },
    failure => ({kind: 'strip-failed', failure}),
  );
  const next = withStrip(state, {known, knownOf: filterKey, counting: true, asked: {key: plan.key, at: now}});
  return [next, counting];
};

/** Stops all counts of the strip. */
export const cancelStrip = [
  {kind: 'cancel', name: 'strip'},
  {kind: 'cancel', name: 'strip-newest'},
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
  const {strip, filter, rows} = state.data;
  const covered = strip.span && cellsIn(strip.counts?.cells ?? [], strip.span);
  if (covered === undefined || strip.span === undefined || strip.counting || strip.counts?.badge !== 'exact') return [];
  const slices = strip.counts.cells.slice(covered.first, covered.last + 1);
  if (!slices.some(isUncertain)) return [];
  // The newest cell may have been counted to a later second since the span was selected.
  const whole = {from: strip.span.from, to: slices.at(-1)?.to ?? strip.span.to};
  const plan = {whole, slices: slices.map(({from, to}) => ({from, to}))};
  const request = {filter, plan, known: strip.known, rows, columns: size.columns, ignoresTimes: false};
  return [
    effect<LogsAction>(
      'strip',
      async (context, signal) => ({kind: 'strip-refined', counts: await readStrip(context, request, {signal})}),
      failure => ({kind: 'strip-failed', failure}),
    ),
  ];
};

const merged = (before: KnownCounts, after: KnownCounts): KnownCounts =>
  new Map([...before, ...after].slice(-MOST_KNOWN));

const NO_ROOM = {
  kind: 'flash',
  tone: 'warn',
  text: `Entries over time need ${LEAST_COLUMNS} columns and 24 rows.`,
  hint: 'The command logs strip prints them.',
} as const;

const NOT_COUNTED = {kind: 'flash', tone: 'warn', text: 'The entries over time are not counted yet.'} as const;

/** A span that cannot be seen is none: Enter would act on it. */
export const withVisibleSpan = (state: LogsState, {size}: Pick<Env, 'size'>): LogsState =>
  state.data.strip.span !== undefined && stripRows(size) === 0 ? withStrip(state, {span: undefined}) : state;

/** What an action of the strip does to its state; zooming changes the filter, see `updateLogs`. */
export const updateStrip = (
  state: LogsState,
  action: Exclude<StripAction, {kind: 'strip-zoom-in' | 'strip-zoom-out'}>,
  env: Env,
): readonly [LogsState, ...Task<LogsAction>[]] => {
  const {strip} = state.data;
  switch (action.kind) {
    case 'strip-toggle':
      return strip.shown
        ? [withStrip(state, {...emptied(strip), shown: false}), ...cancelStrip]
        : countStrip(withStrip(state, {shown: true}), env);
    case 'strip-clear':
      return [withStrip(state, {span: undefined})];
    case 'strip-span': {
      if (stripRows(env.size) === 0) return [state, NO_ROOM];
      const cells = stripCells(state, {now: env.now, columns: env.size.columns});
      const at = logRows(state).rowAt(state.list.position.selected)?.log_time;
      const span = changedSpan(cells, strip.span, {change: action.change, at});
      return [withStrip(state, {span}), timer('strip-rest', REST_MS, {kind: 'strip-rested'})];
    }
    case 'strip-spike': {
      if (stripRows(env.size) === 0) return [state, NO_ROOM];
      const cells = strip.counts?.cells ?? [];
      const isKnown = !strip.counting || cells.every(({count, open}) => count !== undefined || open);
      const span = isKnown ? spikeSpan(cells) : undefined;
      if (span === undefined) return [state, NOT_COUNTED];
      return [withStrip(state, {span}), timer('strip-rest', REST_MS, {kind: 'strip-rested'})];
    }
    case 'strip-rested':
      return [state, ...refineSpan(state, env)];
    case 'strip-progress':
      return [withStrip(state, {counts: action.counts})];
    case 'strip-counted': {
      const known = merged(strip.known, action.counts.known);
      return [withStrip(state, {counts: action.counts, counting: false, failure: undefined, known})];
    }
    case 'strip-refined': {
      const {counts} = strip;
      if (counts === undefined || action.counts.badge !== 'exact') return [state];
      const refined = new Map(action.counts.cells.map(cell => [`${cell.from} ${cell.to}`, cell]));
      const cells = counts.cells.map(cell => refined.get(`${cell.from} ${cell.to}`) ?? cell);
      return [withStrip(state, {counts: {...counts, cells}, known: merged(strip.known, action.counts.known)})];
    }
    case 'strip-newest': {
      const {counts} = strip;
      const cells = counts?.cells.map(cell => (cell.open && cell.from === action.cell.from ? action.cell : cell));
      return [withStrip(state, {countingNewest: false, ...(counts && cells && {counts: {...counts, cells}})})];
    }
    case 'strip-failed':
      return [withStrip(state, {counting: false, failure: action.failure})];
    default:
      return action satisfies never;
  }
};

/** Entries of a span; undefined where a cell is not known. */
export const countIn = (cells: readonly StripCell[]): number | undefined =>
  cells.reduce<number | undefined>(
    (sum, {count}) => (sum === undefined || count === undefined ? undefined : sum + count),
    0,
  );
