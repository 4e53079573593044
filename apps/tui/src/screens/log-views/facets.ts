import {expressionOf} from '../../explore/measures/dimensions.ts';
import {createFacets, type FacetRow} from '../../explore/measures/facets.ts';
import {readSample} from '../../explore/sample/sample.ts';
import {facetColumns} from './columns.ts';
import {logView} from './log-view.ts';

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
      const {add, rows} = createFacets();
      const about = await readSample(client(), filter, {...reading, add});
      return {rows: rows(about), about};
    },
    empty: () => ['No entry matches, so there are no values.'],
    verb: 'facets',
    expressionOf,
  });

export const facetsScreen = facetsOf(false);

export const facetsPanel = facetsOf(true);
