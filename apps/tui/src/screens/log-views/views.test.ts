import {expect, test} from 'vitest';
import {clientEntry} from '../../../test/support/log-client.ts';
import {nothingDiffers} from '../../explore/measures/compare/compare.ts';
import {volumeDifference} from '../../explore/measures/compare/volume.ts';
import {createFacets} from '../../explore/measures/facets.ts';
import type {Coverage} from '../../explore/sample/sample.ts';
import {unicodeGlyphs} from '../../theme/glyphs.ts';
import {facetColumns} from './columns.ts';

const all = (rows: number): Coverage => ({kind: 'all', rows, complete: true});

test('a facet with more values than shown states their number', () => {
  const facets = createFacets();
  for (let at = 0; at < 12; at++) {
    const log = `*1 upstream timed out, client: 10.0.0.${at}, server: api.example.com`;
    facets.add({entry: clientEntry(at, {log}), page: 1});
  }
  const column = facetColumns.find(({id}) => id === 'values');
  const textsOf = (wanted: string) =>
    facets
      .rows(all(12))
      .filter(({dimension}) => dimension === wanted)
      .map(row => column?.text(row, {glyphs: unicodeGlyphs, now: 0, data: undefined}));
  expect(textsOf('client')).toEqual(Array.from({length: 10}, () => '10 of 12'));
  expect(textsOf('server')).toEqual(['']);
});

test.each([
  [2, 146, 900, 'far fewer entries: 2 against 146 expected'],
  [0, 146, 900, 'far fewer entries: 0 against 146 expected'],
  [146, 2, 900, 'far more entries: 146 against 2 expected'],
  [2, 292, 1800, 'far fewer entries: 2 against 146 expected'],
  [146, 292, 1800, undefined],
  [140, 146, 900, undefined],
  [1_300, 1_000, 900, 'more entries: 1,300 against 1,000 expected'],
  [50, 0, 900, undefined],
])('the volumes of %d entries in 900 s and %d in %d s differ: %s', (now, before, seconds, words) => {
  const side = (rows: number, length: number) => ({coverage: all(rows), range: {from: 1, to: length}});
  expect(volumeDifference(side(now, 900), side(before, seconds), 5_000)).toBe(words);
});

test('volumeDifference compares up to now, and returns no difference for small counts or few sampled entries', () => {
  const [today, before] = [
    {from: 1, to: 86_400},
    {from: 1, to: 900},
  ];
  expect(volumeDifference({coverage: all(146), range: today}, {coverage: all(146), range: before}, 900)).toBe(
    undefined,
  );
  expect(volumeDifference({coverage: all(0), range: before}, {coverage: all(8), range: before}, 900)).toBe(undefined);
  expect(volumeDifference({coverage: all(0), range: before}, {coverage: all(12), range: before}, 900)).toBe(
    'far fewer entries: 0 against 12 expected',
  );
  const sample: Coverage = {kind: 'sample', rows: 100, total: 10_000, sampled: 2, pages: 200, kept: 2};
  expect(volumeDifference({coverage: sample, range: before}, {coverage: all(146), range: before}, 900)).toBe(undefined);
});

test('if only the number of entries differs, the comparison says so and that the shares do not differ', () => {
  const volume = 'far fewer entries: 2 against 146 expected';
  expect(nothingDiffers({coverage: {now: all(2), baseline: all(146)}, volume})).toBe(
    'Far fewer entries: 2 against 146 expected. The shares do not differ.',
  );
});

test.each([
  [1_322, 17, 'Nothing differs by more than chance: 1,322 entries now, 17 in the baseline.'],
  [5, 0, 'Nothing was compared: the baseline has no entry.'],
  [0, 5, 'Nothing was compared: no entry matches.'],
  [0, 0, 'Nothing was compared: no entry matches on either side.'],
])('a comparison of %d entries with %d states whether anything was compared', (now, baseline, words) => {
  expect(nothingDiffers({coverage: {now: all(now), baseline: all(baseline)}})).toBe(words);
});
