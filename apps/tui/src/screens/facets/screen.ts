import {narrowing} from '../../explore/measures/dimensions.ts';
import {createFacets, type FacetRow} from '../../explore/measures/facets.ts';
import {feedSample} from '../../explore/sample/sample.ts';
import {anyLog} from '../../logs/filter.ts';
import {type LogSource, summaryScreen} from '../../tabs/summary.ts';
import {facetColumns} from './columns.ts';

const facetsOf = (isPanel: boolean) =>
  summaryScreen<FacetRow, LogSource>({
    title: 'Facets',
    isPanel,
    noun: ['value', 'values'],
    what: 'value',
    own: {filter: anyLog},
    key: ({dimension, value}) => `${dimension} ${value}`,
    columns: facetColumns,
    readsAll: true,
    read: async ({filter}, {client}, reading) => {
      const {add, rows} = createFacets();
      const about = await feedSample(client(), filter, {...reading, add});
      return {rows: rows(about), about};
    },
    empty: () => ['No entry matches, so there are no values.'],
    command: () => ['logs', 'facets'],
    excludes: true,
    narrow: ({filter}, row, which) => ({filter, more: narrowing(row, {without: which === 'others'})}),
  });

/** The commonest values of what the lines say, from a sample. */
export const facetsScreen = facetsOf(false);

/** The same at the side of the entries. */
export const facetsPanel = facetsOf(true);
