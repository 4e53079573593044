import {describe, expect, it} from 'vitest';
import {noRows, placePage} from './rows.ts';
import {matches, parseSearch, type Search, searchLoaded, splitMatches} from './search.ts';

const searchOf = (text: string): Search => {
  const search = parseSearch(text);
  if (typeof search === 'string') throw new Error(search);
  return search;
};
const entry = (id: number, log: string) => ({id, level: 4, count: 1, src: 0, log_time: 1_800_000_000 - id, log});

describe('parseSearch', () => {
  it('finds both cases unless a capital is typed', () => {
    expect(matches(searchOf('timed out'), entry(1, 'upstream Timed Out'))).toBe(true);
    expect(matches(searchOf('Timed'), entry(1, 'upstream timed out'))).toBe(false);
  });

  it('takes a regular expression, and ! for what lacks it', () => {
    expect(matches(searchOf('client: 10\\.\\d'), entry(1, 'x, client: 10.3.1.1'))).toBe(true);
    expect(matches(searchOf('!timed'), entry(1, 'upstream timed out'))).toBe(false);
    expect(matches(searchOf('!timed'), entry(1, 'refused'))).toBe(true);
  });

  it('says what is wrong with what it cannot use', () => {
    expect(parseSearch('(')).toMatch(/regular expression/);
    expect(parseSearch('!')).toMatch(/needed/);
  });

  it('gives the same answer however often it is asked', () => {
    const search = searchOf('a');
    expect([1, 2, 3].map(() => matches(search, entry(1, 'ba')))).toEqual([true, true, true]);
  });
});

describe('searchLoaded', () => {
  const items = ['one', 'two', 'three', 'two again'].map((log, at) => entry(at, log));
  const rows = placePage(noRows, {items, count: 6, page: 1, pageSize: 4}, {around: 0, asked: 0});

  it('finds the next and the previous', () => {
    expect(searchLoaded(rows, searchOf('two'), {from: 0, by: 1})).toEqual({kind: 'found', index: 1});
    expect(searchLoaded(rows, searchOf('two'), {from: 2, by: 1})).toEqual({kind: 'found', index: 3});
    expect(searchLoaded(rows, searchOf('one'), {from: 2, by: -1})).toEqual({kind: 'found', index: 0});
  });

  it('stops where a row has to be read first, and at the ends', () => {
    expect(searchLoaded(rows, searchOf('nowhere'), {from: 0, by: 1})).toEqual({kind: 'unread', index: 4});
    expect(searchLoaded(rows, searchOf('nowhere'), {from: 2, by: -1})).toEqual({kind: 'end'});
  });
});

describe('splitMatches', () => {
  it('tells found from between, and loses nothing', () => {
    const parts = splitMatches('a timeout, a Timeout', searchOf('timeout'));
    expect(parts).toEqual(['a ', 'timeout', ', a ', 'Timeout', '']);
    expect(splitMatches('abc', searchOf('x*'))).toEqual(['abc']);
  });
});
