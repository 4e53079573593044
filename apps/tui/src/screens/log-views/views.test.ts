import {expect, test} from 'vitest';
import {logEntry} from '../../../test/support/logs.ts';
import {nothingDiffers} from '../../explore/measures/compare/compare.ts';
import {createFacets} from '../../explore/measures/facets.ts';
import type {Coverage} from '../../explore/sample/sample.ts';
import {unicodeGlyphs} from '../../theme/glyphs.ts';
import {facetColumns} from './columns.ts';

const all = (rows: number): Coverage => ({kind: 'all', rows, complete: true});

test('the rows of a dimension with more values than are shown say how many it has', () => {
  const facets = createFacets();
  for (let at = 0; at < 12; at++) {
    const log = `*1 upstream timed out, client: 10.0.0.${at}, server: api.example.com`;
    facets.add({entry: {...logEntry(log), id: at, log, log_time: 1, raw: {}}, page: 1});
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
  [1_322, 17, 'Nothing differs by more than chance: 1,322 entries now, 17 in the baseline.'],
  [5, 0, 'Nothing was compared: the baseline has no entry.'],
  [0, 5, 'Nothing was compared: no entry matches.'],
  [0, 0, 'Nothing was compared: no entry matches on either side.'],
])('a comparison of %d entries with %d says whether something was compared', (now, baseline, words) => {
  expect(nothingDiffers({coverage: {now: all(now), baseline: all(baseline)}})).toBe(words);
});
