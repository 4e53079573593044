import {redactValues} from '@edge-console/server/extension';
import {describe, expect, test} from 'vitest';
import {headersOf, recordBody} from './content.ts';

describe('recordBody', () => {
  test('recordBody keeps the first 64 KiB of a longer body, as text', () => {
    const value = String(recordBody(JSON.stringify({password: 's3cret', name: 'x'.repeat(100_000)}), []));
    expect(value.length).toBe(65_536);
    expect(value).toMatch(/^\{"password":"\[redacted\]","name":"xxx/);
    expect(recordBody('y'.repeat(65_537), [])).toBe('y'.repeat(65_536));
  });

  test.each<[string, unknown]>([
    ['5', 5],
    ['null', null],
    ['"11111111-1111-4111-8111-111111111111"', '[redacted]'],
    ['{"a":[{"API-Token":["x"]}]}', {a: [{'API-Token': '[redacted]'}]}],
    ['{"password":null,"remember":true}', {password: null, remember: true}],
    ['{"say":"of known","known":1}', {say: 'of [redacted]', '[redacted]': 1}],
    ["{'password': 'x y', 'a': 1", "{'password': '[redacted]', 'a': 1"],
    ['{"pass\\u0077ord": "x"', '{"pass\\u0077ord": "[redacted]"'],
    ['not json', 'not json'],
  ])('recordBody returns %s with its secrets redacted', (text, value) => {
    expect(recordBody(text, ['known'])).toEqual(value);
  });

  test('recordBody replaces JSON nested deeper than 100 levels, without a stack overflow', () => {
    const deep = `${'['.repeat(1000)}"secret"${']'.repeat(1000)}`;
    expect(JSON.stringify(recordBody(deep, []))).toContain('[too deep]');
    expect(() => recordBody('['.repeat(200_000), [])).not.toThrow();
  });
});

test('repeated headers are joined by a comma, and secrets in headers are redacted', () => {
  const headers = headersOf({
    headersDistinct: {accept: ['a', 'b'], ['__proto__']: ['c'], cookie: ['d'], 'x-say': ['of known']},
  });
  expect(redactValues(headers, ['known'])).toEqual(
    Object.fromEntries([
      ['accept', 'a, b'],
      ['__proto__', 'c'],
      ['cookie', '[redacted]'],
      ['x-say', 'of [redacted]'],
    ]),
  );
});
