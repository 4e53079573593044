import {narrowing} from '../../explore/dimensions.ts';
import {type FacetRow, facetsOf} from '../../explore/facets.ts';
import {type LogSource, openSource, sourceStatus, summarise} from '../../explore/source.ts';
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
import {facetColumns} from './columns.ts';

type Row = FacetRow;
type FacetsAction =
  | {readonly kind: 'show'; readonly filter: LogFilter}
  | {readonly kind: 'narrow'; readonly without: boolean};
type Step = LoadedStep<Row, LogSource, FacetsAction>;
type Context = LoadedContext<Row, LogSource, FacetsAction>;

const update = (state: LoadedState<Row, LogSource>, action: FacetsAction, context: Context): Step => {
  switch (action.kind) {
    case 'show':
      return context.reload(withOwn(state, {filter: action.filter}));
    case 'narrow': {
      const {selected} = context;
      if (selected === undefined) return [state];
      const params = {...filterParams(state.data.own.filter), ...narrowing(selected, action)};
      return [state, {kind: 'goto', screen: 'error-logs', params}];
    }
    default:
      return action satisfies never;
  }
};

/** The commonest values of what the lines say, from a sample. */
export const facetsScreen = loadedScreen<Row, LogSource, FacetsAction>({
  title: 'Facets',
  noun: ['value', 'values'],
  own: {filter: anyLog},
  key: ({dimension, value}) => `${dimension} ${value}`,
  columns: facetColumns,
  load: ({filter}) => summarise(filter, sample => facetsOf(sample)),
  status: sourceStatus,
  empty: () => ['No entry matches, so there are no values.'],
  asCommand: ({filter}, arranged) => ['logs', 'facets', ...filterOptions(filter), ...arranged],
  update,
  open: openSource,
  commands: (needsRow: NeedsRow<Row, Loaded<Row, LogSource>>) => [
    {
      id: 'narrow',
      title: 'Go to the entries with the value',
      keys: ['L'],
      group: 'Facets',
      footer: 'its entries',
      action: {kind: 'narrow', without: false},
      disabledReason: needsRow,
    },
    {
      id: 'exclude',
      title: 'Go to the entries without the value',
      keys: ['x'],
      group: 'Facets',
      footer: 'others',
      action: {kind: 'narrow', without: true},
      disabledReason: needsRow,
    },
  ],
});
