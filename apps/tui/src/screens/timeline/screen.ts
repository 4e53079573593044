import {coverageText} from '../../explore/sample.ts';
import {currentFilter, openSource} from '../../explore/source.ts';
import {readTimeline} from '../../explore/timeline.ts';
import type {NeedsRow} from '../../list/list.ts';
import {
  type Loaded,
  type LoadedContext,
  type LoadedState,
  type LoadedStep,
  loadedScreen,
  withOwn,
} from '../../list/loaded.ts';
import {anyLog, filterWords, type LogFilter, rangeWords} from '../../logs/filter.ts';
import {filterOptions} from '../../logs/filter-options.ts';
import {filterParams} from '../../logs/filter-params.ts';
import {sanitise} from '../../text/sanitise.ts';
import {unicodeGlyphs} from '../../theme/glyphs.ts';
import {type TimelineBar, timelineColumns} from './columns.ts';

interface Own {
  readonly filter: LogFilter;
  /** The filters before the last zooms. */
  readonly outer: readonly LogFilter[];
}

type Row = TimelineBar;
type TimelineAction =
  | {readonly kind: 'show'; readonly filter: LogFilter}
  | {readonly kind: 'zoom-in' | 'zoom-out' | 'rows' | 'changes'};
type State = LoadedState<Row, Own>;
type Step = LoadedStep<Row, Own, TimelineAction>;
type Context = LoadedContext<Row, Own, TimelineAction>;

/** Slices of a timeline: a screen of rows. */
const MOST = 48;

const update = (state: State, action: TimelineAction, context: Context): Step => {
  const {own} = state.data;
  const shown = (next: Own): Step => context.reload(withOwn(state, next));
  const {targets} = context;
  const range = {
    from: Math.min(...targets.map(({from}) => from)),
    to: Math.max(...targets.map(({to}) => to)),
  };
  switch (action.kind) {
    case 'show':
      return shown({filter: action.filter, outer: []});
    case 'zoom-in':
      if (targets.length === 0 || range.to - range.from < 2) return [state];
      return shown({filter: {...own.filter, range}, outer: [...own.outer, own.filter]});
    case 'zoom-out': {
      const filter = own.outer.at(-1);
      return filter === undefined ? [state] : shown({filter, outer: own.outer.slice(0, -1)});
    }
    case 'rows':
    case 'changes': {
      if (targets.length === 0) return [state];
      const screen = action.kind === 'rows' ? 'error-logs' : 'changes';
      return [state, {kind: 'goto', screen, params: filterParams({...own.filter, range})}];
    }
    default:
      return action satisfies never;
  }
};

const status = ({filter}: Own) => {
  const {range, ...rest} = filter;
  const words = filterWords({...rest, range: {}}, unicodeGlyphs.atLeast).filter(({set}) => set);
  const isAny = range.from === undefined && range.to === undefined;
  return {
    before: [
      ...words.map(part => ({...part, text: sanitise(part.text)})),
      {text: isAny ? 'last 24h' : rangeWords(range), set: true},
    ],
  };
};

/** Entries over time, exact where the gateway counts by time. */
export const timelineScreen = loadedScreen<Row, Own, TimelineAction>({
  title: 'Timeline',
  noun: ['slice', 'slices'],
  own: {filter: anyLog, outer: []},
  key: ({from}) => from,
  columns: timelineColumns,
  load: ({filter}) =>
    async function* ({client, now}, signal) {
      const of = await readTimeline(client(), currentFilter(filter, now()), {now: now(), most: MOST, signal});
      const most = Math.max(...of.rows.map(({count}) => count));
      const about = [{text: coverageText(of.coverage), set: true}];
      yield {items: of.rows.map(row => ({...row, most})), invalid: [], about};
    },
  status,
  empty: () => ['The range has no time.'],
  asCommand: ({filter}, arranged) => ['logs', 'strip', ...filterOptions(filter), ...arranged],
  update,
  open: openSource,
  commands: (needsRow: NeedsRow<Row, Loaded<Row, Own>>) => [
    {
      id: 'rows',
      title: 'Go to the entries of the slice',
      keys: ['enter', 'L'],
      group: 'Timeline',
      footer: 'its entries',
      action: {kind: 'rows'},
      disabledReason: needsRow,
    },
    {
      id: 'zoom-in',
      title: 'Zoom in to the slice, or marked ones',
      keys: ['+'],
      group: 'Timeline',
      footer: 'zoom in',
      action: {kind: 'zoom-in'},
      disabledReason: needsRow,
    },
    {
      id: 'zoom-out',
      title: 'Zoom out',
      keys: ['-'],
      group: 'Timeline',
      footer: 'zoom out',
      action: {kind: 'zoom-out'},
      disabledReason: ({data}) => (data.own.outer.length === 0 ? 'nothing was zoomed in' : undefined),
    },
    {
      id: 'changes',
      title: 'Show what changed in the slice',
      keys: ['W'],
      group: 'Timeline',
      footer: 'what changed',
      action: {kind: 'changes'},
      disabledReason: needsRow,
    },
  ],
});
