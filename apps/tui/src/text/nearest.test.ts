import {expect, test} from 'vitest';
import {nearest} from './nearest.ts';

test.each([
  ['tokens.creat', 'tokens.create'],
  ['token.create', 'tokens.create'],
  ['dailog.close', 'dialog.close'],
  ['ulr', 'url'],
  ['q', undefined],
  ['something', undefined],
  ['', undefined],
])('nearest finds the known word most similar to %j: %j', (word, best) => {
  expect(nearest(word, ['tokens.create', 'tokens.rotate', 'dialog.close', 'url'])).toBe(best);
});
