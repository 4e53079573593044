import type {TimeSlice} from '@edge-console/client/histogram';
import {type Env, flash, timer} from '../../../core/screen.ts';
import {conditionTest} from '../../../logs/conditions/entry-test.ts';
import {expressionOf} from '../../../logs/dimensions.ts';
import {gatewayFilter} from '../../../logs/filter.ts';
import {sanitise} from '../../../text/sanitise.ts';
import {type LogsState, type LogsStep, selectedEntry} from '../log-state.ts';
import {createFolding} from '../model/folding.ts';
import {isUnreadable} from '../model/log-rows.ts';
import {
  changedSpan,
  filterSince,
  histogramPlan,
  histogramRows,
  MIN_COLUMNS,
  type SpanChange,
  spikeSpan,
} from './cells.ts';
import {cancelHistogram, countHistogram, refineSpan, withHistogram} from './counts/counting.ts';
import type {KnownCounts} from './counts/known-counts.ts';
import {narrowed} from './narrowed.ts';
import {emptied, type HistogramAction, histogramCells} from './state.ts';

const MAX_KNOWN = 4_000;
const REST_MS = 300;

const merged = (before: KnownCounts, after: KnownCounts): KnownCounts =>
  new Map([...before, ...after].slice(-MAX_KNOWN));

const NO_ROOM = `Entries over time need ${MIN_COLUMNS} columns and 24 rows.`;

type Step = LogsStep<HistogramAction>;

export const updateHistogram = (state: LogsState, action: HistogramAction, env: Env): Step => {
  const {histogram} = state.data;
  switch (action.kind) {
    case 'histogram.toggle':
      return histogram.shown
        ? [withHistogram(state, {...emptied(histogram), shown: false}), ...cancelHistogram]
        : countHistogram(withHistogram(state, {shown: true}), env);
    case 'histogram.scale':
      return [withHistogram(state, {scale: histogram.scale === 'linear' ? 'log' : 'linear'})];
    case 'histogram.pattern':
      return patternToggled(state);
    case 'histogram.since': {
      const {since, older} = action;
      const covered = gatewayFilter(filterSince(state.data.filter, since));
      const {at = env.now, columns = env.size.columns} = histogram.lastCount ?? {};
      const {key} = histogramPlan(covered, {columns}, env.now);
      return [withHistogram(state, {since, older, lastCount: {key, at, columns}})];
    }
    case 'histogram.clear':
      return [withHistogram(state, {span: undefined})];
    case 'histogram.span':
    case 'histogram.spike': {
      if (histogramRows(env.size) === 0)
        return [state, flash('warn', NO_ROOM, 'The command logs histogram prints them.')];
      const span = 'change' in action ? spanAfter(state, action.change, env) : spikeOf(state);
      if (span === undefined) return [state, flash('warn', 'The entries over time are not counted yet.')];
      return selected(state, span);
    }
    case 'histogram.select':
      return selected(state, action.span);
    case 'histogram.rested':
      return [state, ...refineSpan(state, env)];
    case 'histogram.progress':
      return [withHistogram(state, {counts: action.counts})];
    case 'histogram.counted': {
      const known = merged(histogram.known, action.counts.known);
      return [withHistogram(state, {counts: action.counts, counting: false, failure: undefined, known})];
    }
    case 'histogram.refined': {
      const {counts} = histogram;
      if (counts === undefined || action.counts.badge !== 'exact') return [state];
      const refined = new Map(action.counts.cells.map(cell => [`${cell.from} ${cell.to}`, cell]));
      const cells = counts.cells.map(cell => {
        const counted = refined.get(`${cell.from} ${cell.to}`);
        return counted === undefined ? cell : {...counted, open: cell.open};
      });
      return [withHistogram(state, {counts: {...counts, cells}, known: merged(histogram.known, action.counts.known)})];
    }
    case 'histogram.newest': {
      const {counts} = histogram;
      const cells = counts?.cells.map(cell => (cell.open && cell.from === action.cell.from ? action.cell : cell));
      return [withHistogram(state, {countingNewest: false, ...(counts && cells && {counts: {...counts, cells}})})];
    }
    case 'histogram.failed':
      return [withHistogram(state, {counting: false, failure: action.failure})];
    default:
      return action satisfies never;
  }
};

const selected = (state: LogsState, span: TimeSlice): Step => [
  withHistogram(state, {span}),
  timer('histogram-rest', REST_MS, {kind: 'histogram.rested'}),
];

const MAX_LEARNED = 2_000;

const patternToggled = (state: LogsState): Step => {
  const {histogram, messages, rows} = state.data;
  if (histogram.drawn !== undefined) return [withHistogram(state, {drawn: undefined})];
  const entry = selectedEntry(state);
  if (entry === undefined || isUnreadable(entry))
    return [state, flash('warn', 'No entry is selected whose pattern could be shown.')];
  const folding = state.data.folding ?? createFolding(messages);
  // `folding` derives patterns from similar messages, so it gets the loaded entries first, and then the selected one.
  for (const {row} of rows.slots.values().take(MAX_LEARNED)) if (row !== undefined) folding(row);
  const value = folding(entry).template;
  const text = expressionOf({dimension: 'pattern', value});
  return [
    withHistogram(state, {drawn: {text, isMatch: conditionTest({verb: 'keep', text})}}),
    flash('ok', `The histogram shows the entries in memory of this pattern: ${sanitise(value)}`),
  ];
};

const spanAfter = (state: LogsState, change: SpanChange, {now, size}: Env): TimeSlice | undefined => {
  const cells = histogramCells(state, {now, columns: size.columns});
  return changedSpan(cells, state.data.histogram.span, {change, at: selectedEntry(state)?.log_time});
};

/** Undefined if there is no spike, or if a past cell is not counted yet. */
const spikeOf = (state: LogsState): TimeSlice | undefined => {
  const {counts, counting} = state.data.histogram;
  const all = counts?.cells ?? [];
  const part = narrowed(state, all)?.cells.map(({countsAll = false, ...cell}) =>
    countsAll ? {...cell, count: 0} : cell,
  );
  const cells = part ?? all;
  return !counting || cells.every(({count, open}) => count !== undefined || open) ? spikeSpan(cells) : undefined;
};
