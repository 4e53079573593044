import {type FacetRow, readFacets} from '../../explore/measures/facets.ts';
import {coverageText} from '../../explore/sample/sample.ts';
import {facetColumns} from './columns.ts';
import {logView} from './log-view.ts';
import {conditionOf, narrowedTo} from './narrow.ts';

const facetsOf = (isPanel: boolean) =>
  logView<FacetRow, object>({
    title: 'Facets',
    isPanel,
    noun: ['value', 'values'],
    what: 'value',
    view: {},
    key: ({dimension, value}) => `${dimension} ${value}`,
    columns: facetColumns,
    read: async ({filter}, {client}, reading) => {
      const {rows, coverage, notes} = await readFacets(client(), filter, reading);
      return {rows, about: [coverageText(coverage), ...notes].join('; ')};
    },
    empty: () => ['No entry matches, so there are no values.'],
    verb: 'facets',
    expressionOf: conditionOf,
    narrowed: narrowedTo,
  });

export const facetsScreen = facetsOf(false);

export const facetsPanel = facetsOf(true);
