import {describe, expect, it} from 'vitest';
import {bufferUpdates} from './terminal-screen.ts';

const BEGIN = '\u001B[?2026h';
const END = '\u001B[?2026l';

describe('bufferUpdates', () => {
  it.each<[string, string[], string[]]>([
    ['plain text at once', ['a', 'b'], ['a', 'b']],
    ['an update when it is whole', [`a${BEGIN}b`, 'c', `d${END}e`], ['a', `${BEGIN}bcd${END}e`]],
    ['an update whose start is split', ['a\u001B[?', '2026hb', `c${END}`], ['a', `\u001B[?2026hbc${END}`]],
    ['another sequence with the same start', ['a\u001B[?2', '5hb'], ['a', '\u001B[?25hb']],
    ['updates in a row', [`${BEGIN}a${END}${BEGIN}b`, `c${END}`], [`${BEGIN}a${END}`, `${BEGIN}bc${END}`]],
  ])('bufferUpdates writes %s', (_name, pieces, written) => {
    const texts: string[] = [];
    const updates = bufferUpdates(text => texts.push(text));
    for (const piece of pieces) updates.push(piece);
    expect(texts).toEqual(written);
    updates.flush();
    expect(texts).toEqual(written);
  });

  it('flush of bufferUpdates writes an unfinished update', () => {
    const texts: string[] = [];
    const updates = bufferUpdates(text => texts.push(text));
    updates.push(`a${BEGIN}b`);
    updates.flush();
    expect(texts).toEqual(['a', `${BEGIN}b`]);
  });
});
