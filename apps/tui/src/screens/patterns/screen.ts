import {minePatterns, type PatternRow} from '../../explore/patterns.ts';
import {type LogSource, openSource, sourceStatus, summarise} from '../../explore/source.ts';
import {searchOf} from '../../explore/template.ts';
import type {NeedsRow} from '../../list/list.ts';
import {
  type Loaded,
  type LoadedContext,
  type LoadedState,
  type LoadedStep,
  loadedScreen,
  withOwn,
} from '../../list/loaded.ts';
import {anyLog, type LogFilter} from '../../logs/filter.ts';
import {filterOptions} from '../../logs/filter-options.ts';
import {filterParams} from '../../logs/filter-params.ts';
import {patternColumns} from './columns.ts';
import {patternLines} from './detail.ts';

type Row = PatternRow;
type PatternsAction = {readonly kind: 'show'; readonly filter: LogFilter} | {readonly kind: 'rows'};
type Step = LoadedStep<Row, LogSource, PatternsAction>;
type Context = LoadedContext<Row, LogSource, PatternsAction>;

const update = (state: LoadedState<Row, LogSource>, action: PatternsAction, context: Context): Step => {
  switch (action.kind) {
    case 'show':
      return context.reload(withOwn(state, {filter: action.filter}));
    case 'rows': {
      const {selected} = context;
      if (selected === undefined) return [state];
      const params = {...filterParams(state.data.own.filter), search: searchOf(selected.template)};
      return [
        state,
        {kind: 'goto', screen: 'error-logs', params},
        {
          kind: 'flash',
          tone: 'ok',
          text: 'Rows of the pattern are marked.',
          hint: '{error-logs.next-match} goes to the next.',
        },
      ];
    }
    default:
      return action satisfies never;
  }
};

/** The patterns of the messages that match a filter, from a sample. */
export const patternsScreen = loadedScreen<Row, LogSource, PatternsAction>({
  title: 'Patterns',
  noun: ['pattern', 'patterns'],
  own: {filter: anyLog},
  key: row => row.id,
  columns: patternColumns,
  detail: patternLines,
  load: ({filter}) => summarise(filter, sample => minePatterns(sample).rows),
  status: sourceStatus,
  empty: () => ['No entry matches, so there is no pattern.'],
  asCommand: ({filter}, arranged) => ['logs', 'patterns', ...filterOptions(filter), ...arranged],
  update,
  open: openSource,
  commands: (needsRow: NeedsRow<Row, Loaded<Row, LogSource>>) => [
    {
      id: 'rows',
      title: 'Go to the entries of the pattern',
      keys: ['L'],
      group: 'Patterns',
      footer: 'its entries',
      action: {kind: 'rows'},
      disabledReason: needsRow,
    },
  ],
});
