import {expect, test} from 'vitest';
import {functionKey, withFunctionKeys} from './function-keys.ts';

const ESC = '\u001b';
const namesOf = (chunk: string): (string | undefined)[] => [...withFunctionKeys(chunk)].map(functionKey);

test.each([
  ['xterm', ['OP', 'OQ', 'OR', 'OS', '[15~', '[17~', '[18~', '[19~', '[20~', '[21~', '[23~', '[24~']],
  ['rxvt', ['[11~', '[12~', '[13~', '[14~']],
  ['the Linux console', ['[[A', '[[B', '[[C', '[[D', '[[E']],
  ['kitty', ['[P', '[Q', '[13~', '[S']],
])('function keys of %s become characters', (_terminal, sequences) => {
  const names = namesOf(sequences.map(sequence => `${ESC}${sequence}`).join(''));
  expect(names).toEqual(sequences.map((_, at) => `f${at + 1}`));
});

test('function keys stay in order among other keys', () => {
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
  '%j is passed on as it is',
  chunk => expect(withFunctionKeys(chunk)).toBe(chunk),
);

test('a function key after a paste is a key', () => {
  const paste = `${ESC}[200~a\n${ESC}OP${ESC}[201~`;
  expect(withFunctionKeys(`${paste}${ESC}OQ`)).toBe(`${paste}\uf705`);
  // The rest of a long paste comes in the next chunk.
  expect(withFunctionKeys(`${ESC}OQ${ESC}[200~a${ESC}OP`)).toBe(`\uf705${ESC}[200~a${ESC}OP`);
});
