import {KIND_WORDS, subjectWords} from '../../explore/investigate/words/words.ts';
import {count} from '../../format/number.ts';
import {type Column, valueColumn} from '../../ui/table.ts';
import {type FindingRow, findingClock} from './finding-lines.ts';

/**
 * Returns the time of a finding as `09:12, goes on` or `09:12 to 10:40`. If it begins and ends on the same day, its end
 * has no date.
 */
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
