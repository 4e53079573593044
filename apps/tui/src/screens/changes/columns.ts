import type {ChangeRow} from '../../explore/changes.ts';
import {shareBar, shareText} from '../../explore/text.ts';
import {sanitise} from '../../text/sanitise.ts';
import type {Column} from '../../ui/table.ts';

const BAR_CELLS = 10;

const side = (name: 'before' | 'now', priority: number): Column<ChangeRow> => ({
  id: name,
  title: name,
  cells: 5 + 1 + BAR_CELLS,
  priority,
  text: (row, {glyphs}) => `${shareText(row[name]).padStart(5)} ${shareBar(row[name], BAR_CELLS, glyphs)}`,
  sort: row => row[name],
});

export const changeColumns: readonly Column<ChangeRow>[] = [
  {
    id: 'difference',
    title: 'differs',
    cells: 8,
    align: 'right',
    priority: 1,
    text: ({difference}) => `${difference < 0 ? '-' : '+'}${shareText(Math.abs(difference))}`,
    sort: ({difference}) => Math.abs(difference),
  },
  {id: 'dimension', title: 'dimension', cells: 10, priority: 2, text: ({dimension}) => dimension, role: () => 'muted'},
  {
    id: 'value',
    title: 'value',
    cells: 24,
    grow: true,
    priority: 0,
    searched: true,
    text: ({value}) => sanitise(value),
    sort: ({value}) => value,
  },
  side('before', 4),
  side('now', 3),
  {
    id: 'kind',
    title: '',
    cells: 6,
    priority: 5,
    text: ({kind}) => kind,
    role: ({kind}) => (kind === 'new' ? 'status.warn' : 'muted'),
  },
];
