import {expect, test} from 'vitest';
import {fitLines} from './DialogBox.tsx';

const text = {head: ['one', '', 'two'], foot: ['', 'yes', 'no']};

test.each([
  [9, ['one', '', 'two', '', 'yes', 'no']],
  [6, ['one', '', 'two', '', 'yes', 'no']],
  [5, ['one', 'two', 'yes', 'no']],
  [3, ['one', 'yes', 'no']],
  [2, ['yes', 'no']],
  [1, ['yes']],
])('a dialog cut to %d rows loses blank lines, then the end of its text, then of its buttons', (rows, lines) => {
  expect(fitLines(text, rows)).toEqual(lines);
});
