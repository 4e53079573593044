import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {clientEntry} from '../../test/support/log-client.ts';
import {readFields} from './fields.ts';
import {anyLog, filterWords, inRange, parseRange, queryOf, rangeWords} from './filter.ts';

const now = new Date(2026, 10, 20, 12, 0, 0).getTime();
const at = (...parts: [number, number, number, number?, number?, number?]): number => {
  const [year, month, day, hour = 0, minute = 0, second = 0] = parts;
  return new Date(year, month - 1, day, hour, minute, second).getTime() / 1000;
};

describe('a typed time range', () => {
  test.each([
    ['', {}],
    ['any', {}],
    ['15m', {from: now / 1000 - 900, last: 900}],
    ['last 6h', {from: now / 1000 - 21_600, last: 21_600}],
    ['last 1h 30m', {from: now / 1000 - 5_400, last: 5_400}],
    ['2W', {from: now / 1000 - 1_209_600, last: 1_209_600}],
    ['since 11:00', {from: at(2026, 11, 20, 11)}],
    ['until 2026-11-19', {to: at(2026, 11, 19)}],
    ['2026-11-20 11:00 to 12:30', {from: at(2026, 11, 20, 11), to: at(2026, 11, 20, 12, 30)}],
    ['2026-11-20T11:00:05..2026-11-21', {from: at(2026, 11, 20, 11, 0, 5), to: at(2026, 11, 21)}],
  ])('the time range %j is parsed', (text, range) => {
    expect(parseRange(text, now)).toEqual(range);
  });

  test.each(['soon', '15', '2026-13-01', '2026-02-30', '25:00', '11:60', 'since', '11:00 to', 'last m'])(
    'the time range %j is refused',
    text => {
      expect(parseRange(text, now)).toContain('not understood');
    },
  );

  test('a time range that ends before it begins is refused', () => {
    expect(parseRange('2026-11-20 12:00 to 11:00', now)).toBe('the range ends before it begins');
  });
});

test('parseRange reverses rangeWords for any time range', () => {
  const time = fc.integer({min: at(2001, 1, 1), max: at(2037, 1, 1)});
  const range = fc.oneof(
    fc.record({from: time}),
    fc.record({to: time}),
    fc.tuple(time, time).map(([one, other]) => ({from: Math.min(one, other), to: Math.max(one, other)})),
    fc.integer({min: 1, max: 22}).map(minutes => ({from: now / 1000 - minutes * 3_660, last: minutes * 3_660})),
  );
  fc.assert(
    fc.property(range, given => {
      expect(parseRange(rangeWords(given), now)).toEqual(given);
    }),
  );
});

test('the query of a filter contains only the fields that are set', () => {
  expect(queryOf(anyLog)).toEqual({});
  const range = {from: 1, to: 2, last: 1};
  expect(queryOf({level: 0, nodeType: 0, node: 0, app: 0, req: 'abc', range})).toEqual({
    level: 0,
    node_type: 0,
    node_id: 0,
    app_id: 0,
    req_id: 'abc',
    start_time: 1,
    end_time: 2,
  });
});

test('the values of the filter form become a filter, and empty values match any value', () => {
  expect(readFields({level: '4', nodeType: '', node: ' 7 ', app: '', req: ' r-1 '})).toEqual({
    level: 4,
    node: 7,
    req: 'r-1',
  });
});

test('filterWords describes every field and returns which fields are set', () => {
  const words = (filter: Parameters<typeof filterWords>[0]) =>
    filterWords(filter, '≥').map(({text, set}) => (set ? text.toUpperCase() : text));
  expect(words(anyLog)).toEqual(['all levels', 'node any', 'app any', 'req any', 'any time']);
  expect(words({level: 5, nodeType: 1, node: 3, app: 0, req: 'x', range: {from: 0, last: 3_600}})).toEqual([
    '≥ WARN',
    'NODE ADMIN SITE 3',
    'APP 0',
    'REQ X',
    'LAST 1H',
  ]);
});

test('a time range includes both ends', () => {
  const inside = (log_time: number) => inRange(clientEntry(1, {log_time}), {from: 10, to: 20});
  expect([9, 10, 20, 21].map(inside)).toEqual([false, true, true, false]);
});
