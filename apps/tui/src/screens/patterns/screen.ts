import {minePatterns, type PatternRow} from '../../explore/patterns.ts';
import {readSample, SAMPLE_ROWS} from '../../explore/sample.ts';
import {type LogSource, summaryScreen} from '../../explore/summary.ts';
import {searchOf} from '../../explore/template.ts';
import {anyLog} from '../../logs/filter.ts';
import {patternColumns} from './columns.ts';
import {patternLines} from './detail.ts';

/** The patterns of the messages that match a filter, from a sample. */
export const patternsScreen = summaryScreen<PatternRow, LogSource>({
  title: 'Patterns',
  noun: ['pattern', 'patterns'],
  what: 'pattern',
  own: {filter: anyLog},
  key: row => row.id,
  columns: patternColumns,
  detail: patternLines,
  read: async ({filter}, {client}, signal) => {
    const sample = await readSample(client(), filter, {rows: SAMPLE_ROWS, signal});
    return {rows: minePatterns(sample).rows, about: sample.coverage};
  },
  empty: () => ['No entry matches, so there is no pattern.'],
  command: () => ['logs', 'patterns'],
  narrow: ({filter}, {selected}) => ({filter, more: {search: searchOf(selected.template)}}),
});
