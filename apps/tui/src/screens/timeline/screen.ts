import {readTimeline} from '../../explore/measures/timeline.ts';
import {withOwn} from '../../list/loaded/spec.ts';
import {anyLog, type LogFilter, rangeWords} from '../../logs/filter.ts';
import {filterParams} from '../../logs/filter-params.ts';
import {type LogSource, type SummaryUpdate, summaryScreen} from '../../tabs/summary.ts';
import {type TimelineBar, timelineColumns} from './columns.ts';

interface Own extends LogSource {
  /** The filters before the last zooms. */
  readonly outer: readonly LogFilter[];
}

type Action = {readonly kind: 'zoom-in' | 'zoom-out' | 'changes'};

/** Slices of a timeline: a screen of rows. */
const MOST = 48;

/** The time of slices, with what is between them. */
const spanOf = (slices: readonly TimelineBar[]) => ({
  from: Math.min(...slices.map(({from}) => from)),
  to: Math.max(...slices.map(({to}) => to)),
});

const update: SummaryUpdate<TimelineBar, Own, Action> = (state, {kind}, {targets, reload}) => {
  const {own} = state.data;
  const range = spanOf(targets);
  switch (kind) {
    case 'zoom-in':
      if (targets.length === 0 || range.to - range.from < 2) return [state];
      return reload(withOwn(state, {filter: {...own.filter, range}, outer: [...own.outer, own.filter]}));
    case 'zoom-out': {
      const filter = own.outer.at(-1);
      return filter === undefined ? [state] : reload(withOwn(state, {filter, outer: own.outer.slice(0, -1)}));
    }
    case 'changes':
      if (targets.length === 0) return [state];
      return [state, {kind: 'goto', screen: 'changes', params: filterParams({...own.filter, range})}];
    default:
      return kind satisfies never;
  }
};

/** Entries over time, exact where the gateway counts by time. */
export const timelineScreen = summaryScreen<TimelineBar, Own, Action>({
  title: 'Timeline',
  noun: ['slice', 'slices'],
  what: 'slice',
  own: {filter: anyLog, outer: []},
  shown: (_own, filter) => ({filter, outer: []}),
  key: ({from}) => from,
  columns: timelineColumns,
  read: async ({filter}, {client, now}, {signal}) => {
    const {rows, coverage} = await readTimeline(client(), filter, {now: now(), most: MOST, signal});
    const most = Math.max(...rows.map(({count}) => count));
    return {rows: rows.map(row => ({...row, most})), about: coverage};
  },
  rangeText: ({filter: {range}}) =>
    range.from === undefined && range.to === undefined ? 'last 24h' : rangeWords(range),
  empty: () => ['The range has no time.'],
  command: () => ['logs', 'strip'],
  narrow: ({filter}, {targets}) => ({filter: {...filter, range: spanOf(targets)}}),
  update,
  commands: needsRow => [
    {
      id: 'zoom-in',
      title: 'Zoom in to the slice, or marked ones',
      keys: ['+'],
      group: 'Explore',
      footer: 'zoom in',
      action: {kind: 'zoom-in'},
      disabledReason: needsRow,
    },
    {
      id: 'zoom-out',
      title: 'Zoom out',
      keys: ['-'],
      group: 'Explore',
      footer: 'zoom out',
      action: {kind: 'zoom-out'},
      disabledReason: ({data}) => (data.own.outer.length === 0 ? 'nothing was zoomed in' : undefined),
    },
    {
      id: 'changes',
      title: 'Show what changed in the slice',
      keys: ['W'],
      group: 'Explore',
      footer: 'what changed',
      action: {kind: 'changes'},
      disabledReason: needsRow,
    },
  ],
});
