import type {TimelineRow} from '../../../explore/measures/timeline.ts';
import {estimateText} from '../../../explore/text.ts';
import {count} from '../../../format/number.ts';
import {dateTime} from '../../../format/time.ts';
import type {Column} from '../../../ui/table.ts';

/** The histogram as a table, for `logs histogram`. */
export const histogramColumns: readonly Column<TimelineRow>[] = [
  {id: 'time', title: 'from', cells: 19, priority: 0, text: ({from}) => dateTime(from * 1000), sort: ({from}) => from},
  {
    id: 'count',
    title: 'entries',
    cells: 14,
    align: 'right',
    priority: 1,
    text: (row, {glyphs}) => `${row.estimated && row.plusMinus === 0 ? glyphs.about : ''}${estimateText(row, glyphs)}`,
    sort: row => row.count,
  },
  {
    id: 'errors',
    title: 'error+',
    cells: 8,
    align: 'right',
    priority: 2,
    text: ({errors, estimated}, {glyphs}) => `${estimated ? glyphs.about : ''}${count(errors)}`,
    sort: ({errors}) => errors,
    role: ({errors}) => (errors > 0 ? 'severity.error' : 'muted'),
  },
  {
    id: 'severe',
    title: 'crit+',
    cells: 7,
    align: 'right',
    priority: 3,
    text: ({severe, estimated}, {glyphs}) => `${estimated ? glyphs.about : ''}${count(severe)}`,
    sort: ({severe}) => severe,
    role: ({severe}) => (severe > 0 ? 'severity.fatal' : 'muted'),
  },
];
