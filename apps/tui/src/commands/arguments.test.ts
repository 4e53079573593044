import {execFileSync} from 'node:child_process';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {FieldSpec} from '../form/form.ts';
import {parseArguments, shellLine} from './arguments.ts';

const level: FieldSpec = {
  kind: 'choice',
  name: 'level',
  label: 'At least',
  options: [
    {value: '', label: 'any'},
    {value: '4', label: 'ERROR'},
    {value: '5', label: 'WARN'},
  ],
};
const node: FieldSpec = {
  kind: 'text',
  name: 'nodeId',
  label: 'Node id',
  check: value => (/^\d*$/.test(value) ? undefined : 'enter a whole number'),
};
const name: FieldSpec = {kind: 'text', name: 'name', label: 'Name'};
const fields = [level, node];

test.each([
  ['', {level: '', nodeId: ''}],
  ['error', {level: '4', nodeId: ''}],
  ['warn 7', {level: '5', nodeId: '7'}],
  ['node-id=7 level=5', {level: '5', nodeId: '7'}],
  ['nodeid=7', {level: '', nodeId: '7'}],
])('parseArguments parses %j', (text, values) => {
  expect(parseArguments({fields}, text, 0)).toEqual({values});
});

test('the last field takes all further words, and quotes preserve spaces', () => {
  expect(parseArguments({fields: [name]}, 'ci deploy', 0)).toEqual({values: {name: 'ci deploy'}});
  expect(parseArguments({fields: [name, node]}, '"ci deploy" 3', 0)).toEqual({
    values: {name: 'ci deploy', nodeId: '3'},
  });
});

test('a command with `read` parses the whole text itself', () => {
  expect(parseArguments({fields: [name], read: text => ({name: text.toUpperCase()})}, ' a b ', 0)).toEqual({
    values: {name: 'A B'},
  });
});

test.each([
  ['eror', 'At least: did you mean error?'],
  ['nothing', 'At least: one of any, error, warn'],
  ['error x', 'Node id: enter a whole number'],
  ['nod=7', 'there is no nod; there are level, node-id'],
  ['levl=4', 'there is no levl; did you mean level?'],
])('parseArguments rejects %j', (text, problem) => {
  expect(parseArguments({fields}, text, 0)).toEqual({problem});
});

test('a shell splits the result of shellLine into the original words', () => {
  const words = fc.array(
    fc
      .array(fc.integer({min: 1, max: 0x10ffff}), {maxLength: 10})
      .map(codes => String.fromCodePoint(...codes))
      .filter(word => word.isWellFormed()),
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
