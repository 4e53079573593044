import fc from 'fast-check';
import {RE2JS} from 're2js';
import {expect, test} from 'vitest';
import {isThorough} from '../../../test/support/similar.ts';
import {literalTest} from './literal-test.ts';

test.each([
  ['timeout', 'a timeout', true],
  ['timed out|no live', 'there are no live upstreams', true],
  ['up(stream|side) .*(timed|read)', 'upstream was read', true],
  ['up(stream|side) .*(timed|read)', 'read from upstream', false],
  ['a.*b', 'a\nb', undefined],
  ['in', 'İN', false],
  ['i', 'İ', undefined],
  ['s', 'ſ', undefined],
  ['timed? out', 'timed', false],
  ['timed? out', 'timed out', undefined],
  ['[a|b]timeout', 'no time', false],
  ['[]|]timeout', 'no time', false],
  ['time{0}out', 'timout', undefined],
] as const)('literalTest of /%s/ on the text %j returns %j', (source, text, expected) => {
  expect(literalTest(source, {ignoresCase: true})?.(text)).toBe(expected);
});

test.each(['(?i)timeout', '[a-z]+', 'timeout|\\d', '(a|b)(c|d)(e|f)(g|h)(i|j)(k|l)'])(
  'literalTest returns undefined for /%s/, which RE2 must test',
  source => {
    expect(literalTest(source, {ignoresCase: false})).toBeUndefined();
  },
);

/** The combinations of these parts include optional, repeated and nested parts. */
const PIECES = [
  'abc',
  'Abd',
  'sk',
  'xyzw',
  'ſ',
  'K',
  '.',
  '.*',
  '\\.',
  '\\d',
  '[a-z]',
  '[^]x]',
  '(abc|xyz)',
  '(a(b|c))',
  '?',
  '*',
  '+?',
  '{0,2}',
  '|',
  '^',
  '$',
  '\\b',
  ' ',
];
const TEXTS = ['abc', 'Abd', 'abd', 'sk', 'ſK', 'xyzw', 'xyz', '.', '7', 'ab', 'ac', ' ', 'SK', 'İ', '\n'];

test('if literalTest returns a result for a regular expression, RE2 returns the same result', () => {
  const source = fc.array(fc.constantFrom(...PIECES), {minLength: 1, maxLength: 6}).map(parts => parts.join(''));
  const text = fc.array(fc.constantFrom(...TEXTS), {maxLength: 6}).map(parts => parts.join(''));
  const decided = {true: 0, false: 0};
  fc.assert(
    fc.property(source, text, fc.boolean(), (expression, line, ignoresCase) => {
      const decision = literalTest(expression, {ignoresCase})?.(line);
      if (decision === undefined) return;
      let pattern: RE2JS;
      try {
        pattern = RE2JS.compile(expression, ignoresCase ? RE2JS.CASE_INSENSITIVE : 0);
      } catch {
        return;
      }
      decided[`${decision}`]++;
      expect(decision).toBe(pattern.test(line));
    }),
    {numRuns: isThorough ? 20_000 : 8_000},
  );
  expect(decided.true).toBeGreaterThan(50);
  expect(decided.false).toBeGreaterThan(50);
});
