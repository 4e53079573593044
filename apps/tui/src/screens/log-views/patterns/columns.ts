import {levelName} from '@edge-console/schema/values';
import type {PatternRow} from '../../../explore/measures/patterns.ts';
import {TREND_PARTS} from '../../../explore/measures/patterns.ts';
import {estimateText, shareText, sparkline} from '../../../explore/text.ts';
import {ago} from '../../../format/time.ts';
import {severityRole} from '../../../logs/severity.ts';
import {sanitise} from '../../../text/sanitise.ts';
import type {Column} from '../../../ui/table.ts';

/** What a search finds a pattern by, beside its template. */
export const patternValues = ({pattern: {variants, values}}: PatternRow): readonly string[] =>
  [variants, ...values.map(({top}) => top)].flat().map(({value}) => sanitise(value));

export const patternColumns: readonly Column<PatternRow>[] = [
  {
    id: 'count',
    title: 'count',
    cells: 14,
    align: 'right',
    priority: 1,
    text: (row, {glyphs}) => estimateText(row, glyphs),
    sort: row => row.count,
  },
  {id: 'share', title: 'share', cells: 5, align: 'right', priority: 3, text: ({share}) => shareText(share)},
  {
    id: 'trend',
    title: 'trend',
    cells: TREND_PARTS,
    priority: 5,
    text: ({trend}, {glyphs}) => sparkline(trend, glyphs),
  },
  {
    id: 'last',
    title: 'last',
    cells: 8,
    priority: 4,
    text: ({last}, {now}) => (Number.isNaN(last) ? '' : ago(now - last * 1000)),
    sort: ({last}) => last,
  },
  {
    id: 'level',
    title: 'level',
    cells: 7,
    priority: 2,
    text: ({level}) => (level === undefined ? '' : levelName(level)),
    role: ({level}) => severityRole(level),
    sort: ({level = 9}) => level,
  },
  {
    id: 'template',
    title: 'template',
    cells: 18,
    grow: true,
    priority: 0,
    searched: true,
    text: ({template}) => sanitise(template),
    sort: ({template}) => template,
  },
];
