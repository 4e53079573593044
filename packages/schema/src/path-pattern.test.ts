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
])('pathPattern(%s) applied to the path %s returns %s', (pattern, path, matches) => {
  expect(pathPattern(pattern).test(path)).toBe(matches);
});
