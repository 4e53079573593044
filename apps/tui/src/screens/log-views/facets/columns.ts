import type {FacetRow} from '../../../explore/measures/facets.ts';
import {estimateText, shareBar, shareText} from '../../../explore/text.ts';
import {sanitise} from '../../../text/sanitise.ts';
import type {Column} from '../../../ui/table.ts';

const BAR_CELLS = 20;

export const facetColumns: readonly Column<FacetRow>[] = [
  {
    id: 'dimension',
    title: 'dimension',
    cells: 10,
    priority: 2,
    searched: true,
    text: ({dimension}) => dimension,
    role: () => 'muted',
    sort: ({dimension}) => dimension,
  },
  {
    id: 'value',
    title: 'value',
    cells: 20,
    grow: true,
    priority: 0,
    searched: true,
    text: ({value}) => sanitise(value),
    sort: ({value}) => value,
  },
  {
    id: 'count',
    title: 'count',
    cells: 14,
    align: 'right',
    priority: 1,
    text: (row, {glyphs}) => estimateText(row, glyphs),
    sort: ({count}) => count,
  },
  {id: 'share', title: 'share', cells: 5, align: 'right', priority: 3, text: ({share}) => shareText(share)},
  {
    id: 'bar',
    title: '',
    cells: BAR_CELLS,
    priority: 4,
    text: ({share}, {glyphs}) => shareBar(share, BAR_CELLS, glyphs),
  },
];
