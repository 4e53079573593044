import {expect, test} from 'vitest';
import {createAnonymiser} from './anonymiser.ts';
import {createKeyed} from './keyed.ts';

const keyed = createKeyed(Buffer.from('a key of this test'));
const {text, json, report} = createAnonymiser(keyed);

test.each([
  ['10.0.7.9:8080', /^10\.\d+\.\d+\.\d+:8080$/],
  ['ip-10-0-7-9', /^[a-z]{2}-10-\d+-\d+-\d+$/],
  ['[2001:db8::7]:443', /^\[fd[0-9a-f]{2}(?::[0-9a-f]{4}){7}\]:443$/],
  ['00:1a:2b:3c:4d:5e', /^00:\d[a-f]:\d[a-f]:\d[a-f]:\d[a-f]:\d[a-f]$/],
  ['http://api.acme.com/v1/items/7?u=bob', /^http:\/\/[a-z]+-[a-z]+\.example\/[a-z]{2}\/[a-z]{5}\/7\?[a-z]=[a-z]{3}$/],
  ['0000acde1234567890abcdef', /^0000[a-f]{4}\d{10}[a-f]{6}$/],
  ['11111111-aaaa-4111-8111-111111111111', /^\d{8}-[a-f]{4}-\d{4}-\d{4}-\d{12}$/],
  ['auth.lua:88: Bob', /^[a-z]{4}\.lua:88: [A-Z][a-z]{2}$/],
  ['user "admin": password mismatch', /^user "[a-z]{5}": password mismatch$/],
  ['account 1234567', /^[a-z]{7} [1-9]\d{6}$/],
  ['\\x22bob\\x22 \\xD0\\x9F &#98;', /^\\x22[a-z]{3}\\x22 [A-Za-z]+ [a-z]+$/],
  ['Иван_Ли', /^[a-z]{4}_[a-z]{2}$/i],
])('the replacement of %j is another text of the same form', (original, form) => {
  expect(text(original, 'field')).toMatch(form);
  expect(text(original, 'field')).not.toBe(original);
  expect(text(original, 'field')).toBe(createAnonymiser(keyed).text(original, 'field'));
});

test.each([
  '2026/11/20 12:00:03 [error] 31#31: *1873 upstream timed out (110: Connection timed out) while reading response header from upstream',
  'incorrect login credentials',
  '<h1>Not Found</h1>',
  '0.0.0.0:443',
  'nginx 1.27.3',
])('the anonymiser leaves the text %j unchanged', original => {
  expect(text(original, 'field')).toBe(original);
});

test('the anonymiser replaces a value in a known nginx message, and keeps the words of the message', () => {
  const line = '[error] 31#31: *7 limiting requests, excess: 5.2 by zone "acme", client: 10.0.7.9';
  expect(text(line, 'field')).toMatch(
    /^\[error\] 31#31: \*7 limiting requests, excess: 5\.2 by zone "[a-z]{4}", client: 10\./,
  );
});

test('names and values of JSON fields are replaced, and the report names neither', () => {
  const found = json({acme_id: 1_234_567, token: 'bob', list: [1, true, null, 1.5, 1e30]}, 'extra');
  expect(Object.keys(found as object)).toEqual([expect.stringMatching(/^[a-z]{4}_[a-z]{2}$/), 'token', 'list']);
  expect(Object.values(found as object)).toEqual([expect.any(Number), expect.any(String), [1, true, null, 1.5, 1e30]]);
  expect(JSON.stringify([found, report()])).not.toMatch(/acme|1234567|bob/);
  expect(report()).toMatchObject({extra: {number: 1, word: 1}, 'names of fields': {name: 1}});
});

test('anonymisers with different keys replace the same text differently', () => {
  const other = createAnonymiser(createKeyed(Buffer.from('another key of this test')));
  expect(other.text('acme.example 10.0.7.9 deadbeefdeadbeef', 'field')).not.toBe(
    text('acme.example 10.0.7.9 deadbeefdeadbeef', 'field'),
  );
});
