import {expect, test} from 'vitest';
import {muteFields} from './mute-dialogs.ts';

test.each([
  ['', undefined],
  ['8h', undefined],
  ['3653d', undefined],
  ['banana', 'enter 8h, 7d or nothing'],
  ['3654d', 'enter at most ten years, or nothing'],
  ['99999999d', 'enter at most ten years, or nothing'],
])('for the duration %j, the mute form shows the error %j', (text, problem) => {
  const field = muteFields.find(({name}) => name === 'for');
  expect(field?.kind === 'text' && field.check?.(text, 0)).toBe(problem);
});
