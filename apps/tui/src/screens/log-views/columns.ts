import {levelName} from '@edge-console/schema/values';
import {WORRIES} from '../../core/house-message.ts';
import {estimateText, shareBar, shareText, sparkline} from '../../explore/estimate-text.ts';
import type {ChangeRow} from '../../explore/measures/compare/value-changes.ts';
import type {FacetRow} from '../../explore/measures/facets.ts';
import {MAX_SLICES} from '../../explore/measures/over-time.ts';
import {type PatternRow, TREND_PARTS} from '../../explore/measures/patterns.ts';
import type {Tally} from '../../explore/sample/tally.ts';
import {count} from '../../format/number.ts';
import {ago, dateTime} from '../../format/time.ts';
import {sanitise} from '../../text/sanitise.ts';
import {severityRole, WORRY_ROLES} from '../../theme/theme.ts';
import {type Column, valueColumn} from '../../ui/table.ts';

const countColumn: Column<Tally> = {
  ...{id: 'count', cells: 14, fits: 5, align: 'right', priority: 1},
  text: (row, {glyphs}) => estimateText(row, glyphs),
  sort: ({count}) => count,
};

const shareColumn: Column<Tally> = {
  ...{id: 'share', cells: 5, align: 'right', priority: 3},
  text: ({share}) => shareText(share),
};

const BAR_CELLS = 20;
const isOverTime = ({over}: FacetRow): boolean => over !== undefined;
/** Above this width of the value column, additional space goes to the bars. */
const MAX_VALUE_CELLS = 60;
const VALUE = {id: 'value', grow: true, most: MAX_VALUE_CELLS, priority: 0, searched: true};

export const facetColumns: readonly Column<FacetRow>[] = [
  valueColumn(
    {id: 'dimension', cells: 11, priority: 2, searched: true, role: () => 'muted'},
    ({dimension}) => dimension,
  ),
  {
    ...{id: 'values', cells: 12, fits: 6, priority: 3},
    given: ({cut}) => cut !== undefined,
    text: ({cut}) => (cut === undefined ? '' : `${count(cut.shown)} of ${count(cut.of)}`),
    role: () => 'muted',
  },
  valueColumn({...VALUE, cells: 20}, ({value}) => value),
  countColumn,
  shareColumn,
  {
    ...{id: 'bar', title: '', cells: BAR_CELLS, stretch: true, priority: 4},
    given: ({over}) => over === undefined,
    text: ({share}, {glyphs, cells = BAR_CELLS}) => shareBar(share, cells, glyphs),
  },
  {
    ...{id: 'over-time', title: 'over time', cells: MAX_SLICES, priority: 4},
    given: isOverTime,
    text: ({over}, {glyphs}) => sparkline(over?.counts ?? [], glyphs),
  },
  {
    ...{id: 'most', cells: 9, fits: 4, align: 'right', priority: 5},
    given: isOverTime,
    text: ({over}) => count(over?.most),
    sort: ({over}) => over?.most ?? 0,
  },
  {
    ...{id: 'at', cells: 19, priority: 6},
    given: isOverTime,
    text: ({over}) => (over === undefined || over.most === 0 ? '' : dateTime(over.mostAt * 1000)),
    sort: ({over}) => over?.mostAt ?? 0,
  },
];

const SIDE_BAR_CELLS = 10;
const VALUE_CELLS = 32;

const side = (name: 'before' | 'now', priority: number): readonly Column<ChangeRow>[] => [
  {id: name, cells: 6, align: 'right', priority, text: row => shareText(row[name]), sort: row => row[name]},
  {
    ...{id: `${name}-bar`, title: '', cells: SIDE_BAR_CELLS, stretch: true},
    ...{priority: priority + 10, leaves: VALUE_CELLS},
    text: (row, {glyphs, cells = SIDE_BAR_CELLS}) => shareBar(row[name], cells, glyphs),
  },
];

export const changeColumns: readonly Column<ChangeRow>[] = [
  {
    ...{id: 'difference', title: 'differs', cells: 8, align: 'right', priority: 1},
    text: ({difference}) => `${difference < 0 ? '-' : '+'}${shareText(Math.abs(difference))}`,
    sort: ({difference}) => Math.abs(difference),
  },
  {id: 'dimension', cells: 11, priority: 2, text: ({dimension}) => dimension, role: () => 'muted'},
  valueColumn({...VALUE, cells: 24}, ({value}) => value),
  ...side('before', 4),
  ...side('now', 3),
  {
    ...{id: 'kind', title: '', cells: 6, priority: 5},
    text: ({kind}) => kind,
    role: ({kind}) => (kind === 'new' ? 'status.warn' : 'muted'),
  },
];

export const patternValues = ({pattern: {variants, values}}: PatternRow): readonly string[] =>
  [variants, ...values.map(({top}) => top)].flat().map(({value}) => sanitise(value));

const TEMPLATE_CELLS = 44;

export const patternColumns: readonly Column<PatternRow>[] = [
  countColumn,
  shareColumn,
  {
    ...{id: 'trend', cells: TREND_PARTS, priority: 5, leaves: TEMPLATE_CELLS},
    text: ({trend}, {glyphs}) => sparkline(trend, glyphs),
  },
  {
    ...{id: 'last', cells: 8, priority: 4, leaves: TEMPLATE_CELLS},
    text: ({last}, {now}) => (Number.isNaN(last) ? '' : ago(now - last * 1000)),
    sort: ({last}) => last,
  },
  {
    ...{id: 'level', cells: 7, fits: 5, priority: 2},
    text: ({level}) => (level === undefined ? '' : levelName(level)),
    role: ({level}) => severityRole(level),
    sort: ({level = 9}) => level,
  },
  {
    ...{id: 'worry', cells: 6, priority: 2},
    given: ({worry}) => worry !== undefined,
    text: ({worry = ''}) => worry,
    role: ({worry}) => worry && WORRY_ROLES[worry],
    sort: ({worry}) => (worry === undefined ? 0 : -1 - WORRIES.indexOf(worry)),
  },
  valueColumn({id: 'template', cells: 18, grow: true, priority: 0, searched: true}, ({template, pattern: {known}}) =>
    // If the template is the regular expression of a message from the config, the id of the message comes first.
    known?.group === 'own' && template.startsWith('/') ? `${known.id} ${template}` : template,
  ),
];
