import {expect, test} from 'vitest';
import {addedWords} from './spans.ts';

test.each([
  [{}, 'last 24h'],
  [{to: 5}, 'the 24h to its end'],
  [{from: 5}, undefined],
  [{from: 5, to: 9}, undefined],
])('the words for the range %j say which hours are counted instead of any time', (range, words) => {
  expect(addedWords(range)).toBe(words);
});
