import {execFileSync} from 'node:child_process';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {shellLine} from './shell.ts';

test('a shell reads the words back', () => {
  const words = fc.array(
    fc.string({unit: 'binary'}).filter(word => !word.includes('\0') && word.isWellFormed()),
    {
      minLength: 1,
      maxLength: 20,
    },
  );
  fc.assert(
    fc.property(words, words => {
      const out = execFileSync('/bin/sh', ['-c', `for word in ${shellLine(words)}; do printf '%s\\0' "$word"; done`]);
      expect(out.toString('utf8').split('\0').slice(0, -1)).toEqual(words);
    }),
    {numRuns: 20},
  );
});
