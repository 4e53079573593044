import {expect, test} from 'vitest';
import {addedWords} from './spans.ts';

test.each([
  [{}, 'last 24h'],
  [{to: 5}, 'the 24h to its end'],
  [{from: 5}, undefined],
  [{from: 5, to: 9}, undefined],
])('addedWords names the default time range that is used for the filter range %j: %j', (range, words) => {
  expect(addedWords(range)).toBe(words);
});
