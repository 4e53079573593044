import fc from 'fast-check';
import {expect, test} from 'vitest';
import {pathPattern} from './path-pattern.ts';

test.each([
  ['/a', '/a', true],
  ['/a', '/a/', true],
  ['/a/', '/a', true],
  ['/a', '/b', false],
  ['/', '/', true],
  ['/*', '/a', true],
  ['/*', '/', false],
  ['/*', '/a/b', false],
  ['/{id}/x', '/7/x', true],
  ['/v{n}.json', '/v12.json', true],
  ['/v{n}.json', '/v.json', false],
  ['/**', '/', true],
  ['/**', '/a/b/c', true],
  ['/a/**/z', '/a/z', true],
  ['/a/**/z', '/a/b/z/c/z', true],
  ['/a/**/z', '/a/b/z/c', false],
  ['/a.c', '/abc', false],
  ['/a*b*c', '/aXbbYc', true],
  ['/a*b*c', '/abc', false],
])('%s matches %s: %s', (pattern, path, matches) => {
  expect(pathPattern(pattern)(path)).toBe(matches);
});

/** The equivalent regular expression, whose matching time may be exponential. */
const asExpression = (pattern: string): RegExp => {
  const segments = pattern.replace(/\/$/, '').split('/').slice(1);
  return new RegExp(
    `^${segments.map(one => (one === '**' ? '(?:/[^/]*)*' : `/${one.replaceAll('*', '[^/]+')}`)).join('')}/?$`,
  );
};

test('a pattern matches the same paths as its regular expression', () => {
  const joined = (segments: readonly string[]) => segments.map(one => `/${one}`).join('');
  const letters = fc.array(fc.constantFrom('a', 'b', '*'), {minLength: 1, maxLength: 4});
  const part = letters.map(some => some.join('').replaceAll(/\*+/g, '*'));
  const pattern = fc.array(fc.oneof(fc.constant('**'), part), {
    minLength: 1,
    maxLength: 4,
  });
  const path = fc.array(fc.stringMatching(/^[ab]{1,4}$/), {minLength: 1, maxLength: 5});
  fc.assert(
    fc.property(pattern.map(joined), path.map(joined), (one, given) => {
      expect(pathPattern(one)(given)).toBe(asExpression(one).test(given));
    }),
    {numRuns: 5000},
  );
});

test('matches patterns with many wildcards without backtracking, which would exceed the deadline of the test', () => {
  expect(pathPattern('/**/**/**/**/**/x')('/a'.repeat(4000))).toBe(false);
  expect(pathPattern('/a*b*c*d*e*f')(`/${'abcde'.repeat(1600)}`)).toBe(false);
});
