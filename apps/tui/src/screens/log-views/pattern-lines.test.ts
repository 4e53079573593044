import {expect, test} from 'vitest';
import {clientEntry} from '../../../test/support/log-client.ts';
import {createPatternTally} from '../../explore/measures/patterns.ts';
import {dateTime} from '../../format/time.ts';
import {unicodeGlyphs} from '../../theme/glyphs.ts';
import {plainPaint} from '../../theme/theme.ts';
import {patternLines} from './pattern-lines.ts';

const BEGIN = 1_800_000_000;

const linesAt = (cells: number, times: readonly number[]): readonly string[] => {
  const {add, rows} = createPatternTally();
  for (const [at, time] of times.entries()) {
    add({entry: clientEntry(at + 1, {log: 'no live upstreams while connecting', log_time: BEGIN + time}), page: 0});
  }
  const [row] = rows({kind: 'all', rows: times.length, complete: true});
  if (row === undefined) throw new Error('no pattern');
  const context = {now: 0, glyphs: unicodeGlyphs, paint: plainPaint, say: (text: string) => text, cells};
  return patternLines(row, {...context, data: {own: {source: {runbooks: {}}}}});
};

test('the details of a pattern show its trend with start and end of the sample', () => {
  const lines = linesAt(78, [0, 1, 2, 3, 5_500, 11_999]);
  const at = lines.indexOf('Over time');
  const [bars = '', times = '', most] = lines.slice(at + 1);
  expect(bars).toBe(`${'█'.repeat(5)}${'·'.repeat(20)}${'▂'.repeat(5)}${'·'.repeat(25)}${'▂'.repeat(5)}`);
  expect(times).toBe(`${dateTime(BEGIN * 1000)}${dateTime((BEGIN + 11_999) * 1000).padStart(41)}`);
  expect(most).toBe('most 4 of the entries read in one of 12 parts');
  expect(linesAt(38, [0, 5_500]).find(line => line.includes(' to '))).toContain(dateTime(BEGIN * 1000));
});

test('a pattern whose entries have no time has no trend', () => {
  expect(linesAt(78, [Number.NaN])).not.toContain('Over time');
});
