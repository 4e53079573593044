import {narrowing} from '../../explore/dimensions.ts';
import {type FacetRow, facetsOf} from '../../explore/facets.ts';
import {readSample, SAMPLE_ROWS} from '../../explore/sample.ts';
import {type LogSource, summaryScreen} from '../../explore/summary.ts';
import {anyLog} from '../../logs/filter.ts';
import {facetColumns} from './columns.ts';

/** The commonest values of what the lines say, from a sample. */
export const facetsScreen = summaryScreen<FacetRow, LogSource>({
  title: 'Facets',
  noun: ['value', 'values'],
  what: 'value',
  own: {filter: anyLog},
  key: ({dimension, value}) => `${dimension} ${value}`,
  columns: facetColumns,
  read: async ({filter}, {client}, signal) => {
    const sample = await readSample(client(), filter, {rows: SAMPLE_ROWS, signal});
    return {rows: facetsOf(sample), about: sample.coverage};
  },
  empty: () => ['No entry matches, so there are no values.'],
  command: () => ['logs', 'facets'],
  excludes: true,
  narrow: ({filter}, {selected}, which) => ({filter, more: narrowing(selected, {without: which === 'others'})}),
});
