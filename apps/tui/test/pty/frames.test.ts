import {expect, it} from 'vitest';
import {createFrames} from './frames.ts';

const BEGIN = '\u001B[?2026h';
const END = '\u001B[?2026l';

it.each<[string, string[], string[]]>([
  ['plain text at once', ['a', 'b'], ['a', 'b']],
  ['an update when it is whole', [`a${BEGIN}b`, 'c', `d${END}e`], ['a', `${BEGIN}bcd${END}e`]],
  ['an update whose start comes in pieces', ['a\u001B[?', '2026hb', `c${END}`], ['a', `\u001B[?2026hbc${END}`]],
  ['what only began like one', ['a\u001B[?2', '5hb'], ['a', '\u001B[?25hb']],
  ['updates in a row', [`${BEGIN}a${END}${BEGIN}b`, `c${END}`], [`${BEGIN}a${END}`, `${BEGIN}bc${END}`]],
])('passes on %s', (_name, pieces, shown) => {
  const seen: string[] = [];
  const frames = createFrames(text => seen.push(text));
  for (const piece of pieces) frames.push(piece);
  expect(seen).toEqual(shown);
  frames.flush();
  expect(seen).toEqual(shown);
});

it('passes on half an update when there will be no more', () => {
  const seen: string[] = [];
  const frames = createFrames(text => seen.push(text));
  frames.push(`a${BEGIN}b`);
  frames.flush();
  expect(seen).toEqual(['a', `${BEGIN}b`]);
});
