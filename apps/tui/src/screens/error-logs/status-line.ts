import {count} from '../../format/number.ts';

import {sanitise} from '../../text/sanitise.ts';
import {cellWidth, truncate} from '../../text/width.ts';
import type {Ui} from '../../ui/context.ts';
import {linkWords} from '../../ui/link-words.ts';
import {filterWords} from './filter.ts';
import {lengthOf, newest} from './rows.ts';
import type {ErrorLogsState} from './state.ts';

type Look = Pick<Ui, 'paint' | 'glyphs' | 'columns'>;

/** Filter in words on the left; total, follow state and freshness on the right. */
export const statusLine = (state: ErrorLogsState, now: number, look: Look): string => {
  const {paint, columns} = look;
  const right = [
    searchWords(state, look),
    totalWords(state),
    followWords(state, look),
    linkWords(state.link, {now, retryAt: state.retryAt, paint}),
  ];
  const tail = right.filter(text => text !== '').join('   ');
  const room = columns - cellWidth(tail) - 5;
  return ` ${filterText(state, room, look)}   ${tail}`;
};

const filterText = (state: ErrorLogsState, room: number, {paint, glyphs}: Look): string => {
  const parts = filterWords(state.filter, glyphs.atLeast).map(part => ({...part, text: sanitise(part.text)}));
  const all = parts.map(part => part.text).join('   ');
  const shown = cellWidth(all) <= room ? parts : parts.filter(part => part.set);
  const plain = shown.length === 0 ? 'unfiltered' : shown.map(part => part.text).join('   ');
  if (cellWidth(plain) > room) return truncate(plain, Math.max(0, room), {ellipsis: glyphs.ellipsis});
  if (shown.length === 0) return paint('muted', plain) + ' '.repeat(Math.max(0, room - cellWidth(plain)));
  const text = shown.map(part => (part.set ? paint('strong', part.text) : paint('muted', part.text))).join('   ');
  return text + ' '.repeat(Math.max(0, room - cellWidth(plain)));
};

const searchWords = ({search, searching, rows}: ErrorLogsState, {paint}: Look): string => {
  if (search === undefined) return '';
  const text = `/${truncate(sanitise(search.text), 20)}`;
  if (searching === undefined) return paint('strong', text);
  const done = searching.by === 1 ? newest(rows) - searching.position : searching.position - rows.floor;
  return paint('status.warn', `${text} searching ${Math.floor((100 * done) / Math.max(1, lengthOf(rows)))} %`);
};

const totalWords = (state: ErrorLogsState): string => {
  if (state.rows.total === 0 && state.link.kind !== 'ready') return '';
  if (state.rows.total >= 1e12) return `${count(state.rows.held.size)} read, total unknown`;
  const words = `${count(lengthOf(state.rows))} ${lengthOf(state.rows) === 1 ? 'entry' : 'entries'}`;
  return state.rangeIgnored ? `${words} (range filtered here)` : words;
};

const followWords = (state: ErrorLogsState, {paint, glyphs}: Look): string => {
  const fresh = state.rows.total - state.seenTotal;
  const news = fresh > 0 ? ` +${count(fresh)} new` : '';
  return state.following
    ? `${paint('status.ok', glyphs.playing)} following${news}`
    : `${paint('status.warn', glyphs.paused)} paused${news}`;
};
