import {estimateText} from '../../../explore/estimate-text.ts';
import type {TimelineRow} from '../../../explore/measures/timeline.ts';
import {count} from '../../../format/number.ts';
import {dateTime} from '../../../format/time.ts';
import type {Role} from '../../../theme/theme.ts';
import type {Column} from '../../../ui/table.ts';

const severeColumn = (
  column: Pick<Column<TimelineRow>, 'id' | 'title' | 'cells' | 'priority'>,
  of: (row: TimelineRow) => number,
  role: Role,
): Column<TimelineRow> => ({
  ...column,
  align: 'right',
  text: (row, {glyphs}) => `${row.estimated ? glyphs.about : ''}${count(of(row))}`,
  sort: of,
  role: row => (of(row) > 0 ? role : 'muted'),
});

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
  severeColumn({id: 'errors', title: 'error+', cells: 8, priority: 2}, ({errors}) => errors, 'severity.error'),
  severeColumn({id: 'severe', title: 'crit+', cells: 7, priority: 3}, ({severe}) => severe, 'severity.fatal'),
];
