import fc from 'fast-check';
import {expect, test} from 'vitest';
import {findJson, prettyJson} from './json-text.ts';

test.each([
  ['policy denied: {"user": "ann", "roles": ["a", "b"]} at gate', '{"user": "ann", "roles": ["a", "b"]}'],
  ['[lua] waf.lua:3: got [1, 2] and {"a": 1}', '[1, 2]'],
  ['{not json} then {"a": "}"}', '{"a": "}"}'],
  ['broken {"a": [1, {"b": 2}', '{"b": 2}'],
])('findJson finds the JSON in %s', (text, json) => {
  expect(findJson(text)).toBe(json);
});

test.each(['*7 connect() failed', '[error] 31#31: x', '{} and [] and [7]', 'a "quoted { text', '{'.repeat(30_000)])(
  'findJson finds no JSON in %s',
  text => expect(findJson(text)).toBeUndefined(),
);

test('prettyJson does not change numbers and strings', () => {
  expect(prettyJson(String.raw`{"id":12345678901234567890,"t":"a\"b: {","l":[1.50,[],{}]}`)).toEqual([
    '{',
    '  "id": 12345678901234567890,',
    String.raw`  "t": "a\"b: {",`,
    '  "l": [',
    '    1.50,',
    '    [],',
    '    {}',
    '  ]',
    '}',
  ]);
});

test('findJson finds any JSON in a text, and prettyJson does not change its value', () => {
  fc.assert(
    fc.property(fc.json({maxDepth: 3}), json => {
      const value: unknown = JSON.parse(json);
      expect(JSON.parse(prettyJson(json).join('\n'))).toEqual(value);
      const isWorth = Array.isArray(value) ? value.length > 1 : Object.keys(Object(value)).length > 0;
      if (typeof value === 'object' && isWorth) expect(findJson(`got ${json} here`)).toBe(json.trim());
    }),
  );
});
