import type {Finding, Investigation} from '../../explore/investigate/investigate.ts';
import {findingParts, findingTitle} from '../../explore/investigate/words/words.ts';
import {shortTime} from '../../format/time.ts';
import type {DetailLook} from '../../list/list.ts';
import {sanitise} from '../../text/sanitise.ts';
import {wrap} from '../../text/wrap.ts';

/** A finding with its number in the list. `range` is the investigated range. */
export interface FindingRow extends Finding {
  readonly rank: number;
  readonly range: Investigation['range'];
  /** Subjects of other findings that overlap in time. */
  readonly alongside: readonly string[];
}

const MINUTE = 60;
const SECONDS_CELLS = ':00'.length;

/** Returns a function that formats a finding's times as local times, without seconds unless they are exact. */
export const findingClock = (row: FindingRow, now: number): ((seconds: number) => string) => {
  const isRough = row.precision >= MINUTE;
  return seconds => {
    const text = shortTime(seconds * 1000, {now, format: 'local'});
    return isRough ? text.slice(0, -SECONDS_CELLS) : text;
  };
};

export const findingLines = (
  row: FindingRow,
  {paint, cells, glyphs, now, link}: Pick<DetailLook<unknown>, 'paint' | 'cells' | 'glyphs' | 'now' | 'link'>,
): readonly string[] => {
  const finding = findingClock(row, now);
  const entry = (seconds: number): string => shortTime(seconds * 1000, {now, format: 'local'});
  /** Wraps a text with indented continuation lines, so that each item of a list is visible. */
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
