import {expect, test} from 'vitest';
import {logEntries, logEntry} from '../../../test/support/log-client.ts';
import {cellWidth} from '../../text/width.ts';
import {unicodeGlyphs} from '../../theme/glyphs.ts';
import {plainPaint} from '../../theme/theme.ts';
import {placePage} from './rows.ts';
import {jumpToError, selectedEntry} from './selection.ts';
import {type ErrorLogsState, errorLogsInitial} from './state.ts';
import {statusLine} from './status-line.ts';

const page = {items: logEntries(3), count: 184_203, page: 1, pageSize: 100};
const ready: ErrorLogsState = {
  ...errorLogsInitial,
  rows: placePage(errorLogsInitial.rows, page, {around: 0, asked: 0}),
  seenTotal: 184_203,
  link: {kind: 'ready', data: null, at: 0, ms: 12},
};
const line = (state: ErrorLogsState, columns = 120, now = 1_000): string =>
  statusLine(state, now, {paint: plainPaint, glyphs: unicodeGlyphs, columns});

test('says what is shown, how many there are, and how fresh it is', () => {
  expect(line(ready)).toContain('all levels   node any   app any   req any   any time');
  expect(line(ready)).toContain('184,203 entries   ▶ following   just now · < 50 ms');
  expect(cellWidth(line(ready))).toBeLessThan(120);
});

test('a narrow line keeps what is set, and cuts a long value', () => {
  const filter = {level: 4, requestId: `0000${'f'.repeat(60)}`, range: {}};
  expect(line({...ready, filter}, 100)).toMatch(/^ ≥ ERROR {3}req 0000f+… {3}184,203 entries/);
});

test('says what came while paused, and that a range is applied here', () => {
  expect(line({...ready, following: false, seenTotal: 184_191})).toContain('‖ paused +12 new');
  expect(line({...ready, rangeIgnored: true})).toContain('184,203 entries (range filtered here)');
});

test('says how old stale data is and when the next attempt is', () => {
  const failure = {code: 'network', signedOut: false, message: 'away', hint: 'wait'};
  const stale: ErrorLogsState = {...ready, link: {kind: 'stale', data: null, at: 0, ms: 5, failure}, retryAt: 43_000};
  expect(line(stale, 120, 40_000)).toContain('stale 40s · retrying in 3s');
});

test('a request id from outside cannot act on the terminal', () => {
  expect(line({...ready, filter: {requestId: '\u001b[2Jx', range: {}}})).toContain('req ␛[2Jx');
});

test('the next error is an older one, at ERROR or worse, among what is loaded', () => {
  const items = [5, 6, 4, 7, 2].map((level, at) => logEntry(5 - at, {level}));
  const rows = placePage(errorLogsInitial.rows, {items, count: 40, page: 1, pageSize: 5}, {around: 0, asked: 0});
  const from = (selected: number, by: 1 | -1) =>
    jumpToError({...ready, rows, position: {selected, top: 0}}, by).selected;
  expect([from(0, 1), from(2, 1), from(4, 1), from(4, -1), from(2, -1)]).toEqual([2, 4, 4, 2, 2]);
  expect(selectedEntry({...ready, rows, position: {selected: 30, top: 30}})).toBeUndefined();
});
