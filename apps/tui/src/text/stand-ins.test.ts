import {expect, test} from 'vitest';
import {standInWords} from './stand-ins.ts';

test.each([
  ['plain, and ünïcode 漢字 👩‍👩‍👧', []],
  ['a\u001b[31mb\u0007c\u001b', ['3 control characters shown as ␛ ␇']],
  ['a\tb', ['1 tab shown as ⇥']],
  ['own ␛ is text, \u0000 is not', ['1 control character shown as ␀']],
  ['\u202eevil\u200b', ['2 invisible or malformed characters shown as \uFFFD']],
  ['line\nline', ['1 line break shown as ⏎']],
  ['\u0001\u0002\u0003\u0004\u0005\u0006', ['6 control characters shown as ␁ ␂ ␃ ␄ ␅ …']],
])('standInWords counts the characters of %j that sanitise replaces, for each kind of character', (text, words) =>
  expect(standInWords(text)).toEqual(words),
);
