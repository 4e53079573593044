import {expect, test} from 'vitest';
import {inkOutput} from './ink-output.ts';

test('enters the alternate screen at its top left corner', () => {
  expect(inkOutput('a\u001B[?1049hb')).toBe('a\u001B[?1049h\u001B[Hb');
});

test('steps over many rows at once, and leaves a single step alone', () => {
  expect(inkOutput('a\u001B[E\u001B[E\u001B[Eb\u001B[Ec')).toBe('a\u001B[3Eb\u001B[Ec');
});
