import type {ChangeRow} from '../../../explore/measures/changes.ts';
import {shareBar, shareText} from '../../../explore/text.ts';
import {sanitise} from '../../../text/sanitise.ts';
import type {Column} from '../../../ui/table.ts';

const BAR_CELLS = 10;

/** Cells that the value keeps beside bars. */
const VALUE_CELLS = 32;

/** A share, and its bar where there is room. */
const side = (name: 'before' | 'now', priority: number): readonly Column<ChangeRow>[] => [
  {
    ...{id: name, title: name, cells: 6, align: 'right', priority},
    text: row => shareText(row[name]),
    sort: row => row[name],
  },
  {
    ...{id: `${name}-bar`, title: '', cells: BAR_CELLS, priority: priority + 10, leaves: VALUE_CELLS},
    text: (row, {glyphs}) => shareBar(row[name], BAR_CELLS, glyphs),
  },
];

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
  ...side('before', 4),
  ...side('now', 3),
  {
    id: 'kind',
    title: '',
    cells: 6,
    priority: 5,
    text: ({kind}) => kind,
    role: ({kind}) => (kind === 'new' ? 'status.warn' : 'muted'),
  },
];
