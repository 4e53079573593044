import {expect, test} from 'vitest';
import {suggest} from './decode.ts';

test.each([
  ['pagesize', '; did you mean page_size'],
  ['pageSize', '; did you mean page_size'],
  ['Level', '; did you mean level'],
  ['x', ''],
  ['something', ''],
  ['', ''],
  ['page_size'.repeat(1000), ''],
])('suggest maps the unknown name %j to the suggestion %j', (word, suggestion) => {
  expect(suggest(word, ['page', 'page_size', 'level'])).toBe(suggestion);
});
