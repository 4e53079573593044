import type {Finding, Investigation} from '../../explore/investigate/investigate.ts';
import {findingParts, findingTitle, KIND_WORDS, subjectWords} from '../../explore/investigate/words/words.ts';
import {count} from '../../format/number.ts';
import {shortTime} from '../../format/time.ts';
import type {DetailContext} from '../../list/list.ts';
import {sanitise} from '../../text/sanitise.ts';
import {wrap} from '../../text/wrap.ts';
import {type Column, valueColumn} from '../../ui/table.ts';

export interface FindingRow extends Finding {
  readonly rank: number;
  readonly range: Investigation['range'];
  /** Subjects of other findings that overlap this one in time. */
  readonly alongside: readonly string[];
}

const MINUTE = 60;
const SECONDS_CELLS = ':00'.length;

/** Omits the seconds if the times of the finding are inexact. */
const findingClock = (row: FindingRow, now: number): ((seconds: number) => string) => {
  const isRough = row.precision >= MINUTE;
  return seconds => {
    const text = shortTime(seconds * 1000, {now, format: 'local'});
    return isRough ? text.slice(0, -SECONDS_CELLS) : text;
  };
};

export const findingLines = (
  row: FindingRow,
  {paint, cells, glyphs, now, link}: Pick<DetailContext<unknown>, 'paint' | 'cells' | 'glyphs' | 'now' | 'link'>,
): readonly string[] => {
  const finding = findingClock(row, now);
  const entry = (seconds: number): string => shortTime(seconds * 1000, {now, format: 'local'});
  const item = (text: string): readonly string[] =>
    wrap(sanitise(text), cells - 2).map((line, at) => `${at === 0 ? glyphs.dot : ' '} ${line}`);
  const linked = (url: string, text: string): string => link?.(url, text) ?? text;
  return [
    ...wrap(sanitise(findingTitle(row, finding)), cells).map(line => paint('strong', line)),
    ...findingParts(row, row, {finding, entry}).flatMap(({title, form, lines}) => [
      '',
      paint('title', title),
      ...(lines.length === 1
        ? lines.flatMap(line => wrap(sanitise(line), cells).map(part => (form === 'link' ? linked(line, part) : part)))
        : lines.flatMap(item)),
    ]),
  ];
};

/** Returns `09:12, goes on` or `09:12 to 10:40`. Omits the second date if it is the same. */
const whenText = (row: FindingRow, now: number): string => {
  const clock = findingClock(row, now);
  const since = clock(row.since);
  if (row.goesOn) return `${since}, goes on`;
  const until = clock(row.until + 1);
  const day = since.slice(0, since.lastIndexOf(' ') + 1);
  return `${since} to ${day !== '' && until.startsWith(day) ? until.slice(day.length) : until}`;
};

export const findingColumns: readonly Column<FindingRow>[] = [
  {id: 'rank', title: '#', cells: 2, fits: 1, align: 'right', priority: 4, text: ({rank}) => String(rank)},
  {
    ...{id: 'kind', cells: 6, fits: 3, priority: 1},
    text: ({kind}) => KIND_WORDS[kind],
    role: ({kind}) => (kind === 'new' || kind === 'silence' ? 'status.warn' : undefined),
    sort: ({kind}) => kind,
  },
  {
    ...{id: 'entries', cells: 9, fits: 7, align: 'right', priority: 3},
    text: ({kind, count: entries}) => `${kind === 'silence' ? '-' : '+'}${count(entries)}`,
    sort: ({count: entries}) => entries,
  },
  {
    ...{id: 'when', cells: 27, fits: 5, priority: 2},
    text: (row, {now}) => whenText(row, now),
    sort: ({since}) => since,
  },
  valueColumn({id: 'finding', cells: 24, grow: true, priority: 0, searched: true}, subjectWords),
];
