import fc from 'fast-check';
import {RE2JS} from 're2js';
import {expect, test} from 'vitest';
import {regexLiterals} from './regex-literals.ts';

test.each([
  ['timed? out', ['time']],
  ['upstream (timed|read) out', ['upstream ']],
  ['bad key|favicon\\.(ico|png)', ['bad key', 'favicon.']],
  ['(?i)timeout', undefined],
  ['(timed|read) x', undefined],
  ['timeout|.*', undefined],
  ['[a|b]timeout', ['timeout']],
  ['[]|]timeout', ['timeout']],
  ['time{0}out', ['tim']],
] as const)('every match of /%s/ contains one of %j', (source, literals) => {
  expect(regexLiterals(source, {ignoresCase: false})).toEqual(literals);
});

/** Parts of expressions and texts. Their combinations include optional, repeated and nested parts. */
const PIECES = [
  'abc',
  'Abd',
  'sk',
  'xyzw',
  'ſ',
  'K',
  '.',
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
const TEXTS = ['abc', 'Abd', 'abd', 'sk', 'ſK', 'xyzw', 'xyz', '.', '7', 'ab', 'ac', ' ', 'SK'];

test('a text that RE2 matches contains one of the literals, for any regular expression', () => {
  const source = fc.array(fc.constantFrom(...PIECES), {minLength: 1, maxLength: 6}).map(parts => parts.join(''));
  const text = fc.array(fc.constantFrom(...TEXTS), {maxLength: 6}).map(parts => parts.join(''));
  let matched = 0;
  fc.assert(
    fc.property(source, text, fc.boolean(), (expression, line, ignoresCase) => {
      const literals = regexLiterals(expression, {ignoresCase});
      if (literals === undefined) return;
      let pattern: RE2JS;
      try {
        pattern = RE2JS.compile(expression, ignoresCase ? RE2JS.CASE_INSENSITIVE : 0);
      } catch {
        return;
      }
      if (!pattern.test(line)) return;
      matched++;
      const searched = ignoresCase ? line.toLowerCase() : line;
      expect(literals.some(each => searched.includes(each))).toBe(true);
    }),
    {numRuns: 20_000},
  );
  expect(matched).toBeGreaterThan(50);
});
