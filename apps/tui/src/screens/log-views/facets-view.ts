import {type FacetRow, readFacets, TOP} from '../../explore/measures/facets.ts';
import {readOverTime} from '../../explore/measures/over-time.ts';
import {addedWords} from '../../explore/measures/spans.ts';
import {withOwn} from '../../list/loaded/spec.ts';
import {type AnyDimension, COUNT_DIMENSIONS, DIMENSIONS} from '../../logs/dimensions.ts';
import {sanitise} from '../../text/sanitise.ts';
import {facetColumns} from './columns.ts';
import {conditionOf, narrowedTo} from './narrow.ts';
import {logView} from './view/log-view.ts';
import type {ViewUpdate} from './view/view-spec.ts';

interface View {
  /** If set, only this dimension (such as server) is shown, with counts over time. */
  readonly over?: AnyDimension | undefined;
}

type Action = {readonly kind: 'over-time'};

const dimensions: readonly AnyDimension[] = [...DIMENSIONS, ...COUNT_DIMENSIONS];

const update: ViewUpdate<FacetRow, View, Action> = (state, _action, {selected, reload}) => {
  const {own} = state.data;
  const over = own.over === undefined ? selected?.dimension : undefined;
  return reload(withOwn(state, {...own, over}));
};

const facetsOf = (isPanel: boolean) =>
  logView<FacetRow, View, Action>({
    title: 'Facets',
    isPanel,
    noun: ['value', 'values'],
    what: 'value',
    view: {},
    params: ({over}) => (over === undefined ? {} : {over}),
    opened: params => ({over: dimensions.find(name => name === params.over)}),
    key: ({dimension, value}) => `${dimension} ${value}`,
    columns: facetColumns,
    read: async ({filter, over}, {client, now}, reading) => {
      if (over !== undefined) return readOverTime(client(), filter, {...reading, dimension: over, now: now()});
      const {rows, coverage, notes} = await readFacets(client(), filter, reading);
      return {rows, about: coverage, notes: notes.map(sanitise)};
    },
    empty: () => ['No entry matches, so there are no values.'],
    comparedWith: ({over, filter: {range}}) => {
      const added = addedWords(range);
      return over && `${over} over time${added === undefined ? '' : `, ${added}`}`;
    },
    verb: ({over}) => (over === undefined ? 'facets' : 'table'),
    options: ({over}) => (over === undefined ? [] : ['--by', over, '--top', String(TOP)]),
    expressionOf: conditionOf,
    narrowed: narrowedTo,
    update,
    commands: needsRow => [
      {
        id: 'over-time',
        title: 'Show its dimension over time, or all',
        keys: ['t'],
        group: 'Explore',
        footer: 'over time',
        action: {kind: 'over-time'},
        disabledReason: state => (state.data.own.over === undefined ? needsRow(state) : undefined),
      },
    ],
  });

export const facetsScreen = facetsOf(false);

export const facetsPanel = facetsOf(true);
