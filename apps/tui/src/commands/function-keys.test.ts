import {expect, test} from 'vitest';
import {functionKey, withFunctionKeys} from './key-name.ts';

const ESC = '\u001b';
const namesOf = (chunk: string): (string | undefined)[] => [...withFunctionKeys(chunk)].map(functionKey);

test.each([
  ['xterm', ['OP', 'OQ', 'OR', 'OS', '[15~', '[17~', '[18~', '[19~', '[20~', '[21~', '[23~', '[24~']],
  ['rxvt', ['[11~', '[12~', '[13~', '[14~']],
  ['the Linux console', ['[[A', '[[B', '[[C', '[[D', '[[E']],
  ['kitty', ['[P', '[Q', '[13~', '[S']],
])('withFunctionKeys replaces the function keys of %s by characters', (_terminal, sequences) => {
  const names = namesOf(sequences.map(sequence => `${ESC}${sequence}`).join(''));
  expect(names).toEqual(sequences.map((_, at) => `f${at + 1}`));
});

test('withFunctionKeys retains the order of function keys and other keys', () => {
  expect(namesOf(`j${ESC}OQ${ESC}[Ak${ESC}[24~`)).toEqual([
    undefined,
    'f2',
    undefined,
    undefined,
    undefined,
    undefined,
    'f12',
  ]);
});

test.each([`${ESC}[1;5P`, `${ESC}[A`, ESC, 'OP', `${ESC}[16~`, `${ESC}[25~`, 'f1', `${ESC}[200~${ESC}OP${ESC}[201~`])(
  'withFunctionKeys does not change the input %j',
  chunk => expect(withFunctionKeys(chunk)).toBe(chunk),
);

test('withFunctionKeys replaces a function key after a paste, but none in a paste', () => {
  const paste = `${ESC}[200~a\n${ESC}OP${ESC}[201~`;
  expect(withFunctionKeys(`${paste}${ESC}OQ`)).toBe(`${paste}\uf705`);
  // The paste has no end sequence, because a long paste continues in the next chunk.
  expect(withFunctionKeys(`${ESC}OQ${ESC}[200~a${ESC}OP`)).toBe(`\uf705${ESC}[200~a${ESC}OP`);
});
