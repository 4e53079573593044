import {isSecretName} from '@edge-console/schema/values';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {createRedact, REDACTED} from './redact.ts';

const PASSWORD = 'p/ä"ss wörd+%41 Qx7\\n';
const redact = createRedact([PASSWORD, 'pin-77', 'qz', '9876543210']);
const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('redact.text', () => {
  test.each([
    ['eight characters', `x${PASSWORD.slice(3, 11)}y`],
    ['another case', PASSWORD.toUpperCase()],
    ['the other composition of a letter', PASSWORD.normalize('NFD')],
    ['JSON escapes', JSON.stringify({p: PASSWORD})],
    ['JSON in JSON in JSON', JSON.stringify(JSON.stringify(JSON.stringify(PASSWORD)))],
    ['a form', String(new URLSearchParams({p: PASSWORD}))],
    ['a part of a percent encoding', encodeURIComponent(PASSWORD).slice(5, 14)],
    ['two percent encodings', encodeURIComponent(encodeURIComponent(PASSWORD))],
    ['every character percent-encoded', Buffer.from(PASSWORD).toString('hex').replaceAll(/../g, '%$&')],
    ['base64 of JSON with escapes', base64(JSON.stringify({p: PASSWORD}).replace('ä', '\\u00e4'))],
    ['base64 in lower case', base64(`ann:${PASSWORD}`).toLowerCase()],
    ['percent-encoded base64url', encodeURIComponent(Buffer.from(`a:${PASSWORD}`).toString('base64url'))],
    ['a short secret as a word', 'got pin-77.'],
    ['a very short secret as the text', ' QZ '],
    ['a secret of digits', 'no 9876543210'],
  ])('redact.text replaces a whole text that has a secret in this form: %s', (_, text) => {
    expect(redact.text(text)).toBe(REDACTED);
  });
});

test.each(['incorrect login credentials', PASSWORD.slice(0, 7), 'spin-777', 'qz is short', 'ann', '', base64('other')])(
  'redact.text does not change %j, which contains no secret',
  text => {
    expect(redact.text(text)).toBe(text);
  },
);

test('a part of a secret is redacted from any position, in any encoding and after any text', () => {
  const encode = fc.constantFrom<(text: string) => string>(
    ...[
      (text: string) => text,
      JSON.stringify,
      encodeURIComponent,
      base64,
      (text: string) => base64(text).toUpperCase(),
    ],
    text => Buffer.from(text).toString('base64url'),
    text => String(new URLSearchParams({text})),
    text => encodeURIComponent(JSON.stringify({text})),
  );
  const secret = fc.string({minLength: 12, maxLength: 40, unit: 'grapheme-composite'});
  fc.assert(
    fc.property(secret, encode, fc.string({maxLength: 9}), fc.nat(), (value, write, before, at) => {
      fc.pre(value.isWellFormed() && [...value].length >= 12 && before.isWellFormed());
      const characters = [...value];
      const from = at % (characters.length - 10);
      const part = characters.slice(from, from + 11).join('');
      return createRedact([value]).text(write(`${before}${part}`)) === REDACTED;
    }),
    {numRuns: process.env.EDGE_THOROUGH === undefined ? 500 : 2000},
  );
});

describe('nested base64', () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const percent = (text: string) => [...Buffer.from(text)].map(byte => `%${byte.toString(16)}`).join('');
  const token = '6f1d7c1e-8a3b-4c59-9d2e-5b7a90c4e1f2';
  const {text} = createRedact([token]);
  test.each([0, 1, 2, 3, 14])('a secret in nested base64 is redacted if the first %i characters are cut off', cut => {
    expect(text(`seen: ${base64(base64(token)).slice(cut)}`)).toBe(REDACTED);
    expect(text(base64(percent(token)).slice(cut))).toBe(REDACTED);
  });
});

describe('redact.json', () => {
  test('secrets in keys, texts and numbers of a JSON value are redacted, and the rest stays unchanged', () => {
    const err = {
      a: [PASSWORD, 1, null, true, {[`k ${PASSWORD}`]: 1, [`l ${PASSWORD}`]: 2}],
      n: 9876543210,
      user: 'ann',
    };
    expect(redact.json(err)).toEqual({
      a: [REDACTED, 1, null, true, {[REDACTED]: 1, [`${REDACTED} 1`]: 2}],
      ...{n: REDACTED, user: 'ann'},
    });
  });

  test.each([['x'], [7], [null], [false], [[]], [{}], [undefined]])(
    'redact.json does not change %j, which contains no secret',
    err => {
      expect(redact.json(err)).toEqual(err);
    },
  );

  test('redacting a JSON value with the key __proto__ keeps the key and changes no prototype', () => {
    const shown = redact.json(JSON.parse('{"__proto__": {"polluted": 1}}')) as object;
    expect(Object.keys(shown)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(shown)).toBe(Object.prototype);
  });

  test.each([
    ['depth', JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)],
    ['values', Array.from({length: 200_000}, (_, index) => index)],
    ['keys', Object.fromEntries(Array.from({length: 50_000}, (_, index) => [`key ${index}`, index]))],
    ['text', ['t'.repeat(1_000_000)]],
    ['texts', Array.from({length: 50_000}, () => 't'.repeat(4000))],
    ['a key', {['k'.repeat(1_000_000)]: 1}],
  ])('a redacted JSON value is limited in %s', (_, err) => {
    expect(JSON.stringify(redact.json(err)).length).toBeLessThan(30_000);
  });

  test('a JSON array that is cut ends with `[cut]`', () => {
    expect(redact.json(Array.from({length: 2000}, () => 1))).toHaveLength(1000);
    expect((redact.json(Array.from({length: 2000}, () => 1)) as unknown[]).at(-1)).toBe('[cut]');
  });
});

test('a secret of which cutting the text left only a part is redacted', () => {
  const text = `${'-'.repeat(4086)}${PASSWORD}`;
  expect(redact.text(text)).toBe(REDACTED);
});

test.each([
  ...['API-Token', 'edge-token', 'authorization', 'Proxy-Authorization', 'set-cookie', 'x-api-key', 'X-Vault-Token'],
  ...['password', 'client_secret', 'key', 'sessionid', 'pwd', 'jwt', 'bearer', 'csrf', 'otp', 'sid', 'accessKey'],
])('%s is the name of a secret value', name => {
  expect(isSecretName(name)).toBe(true);
});

test.each(['x-request-id', 'content-type', 'traceparent', 'keyword', 'monkey', 'username', 'location'])(
  '%s is not the name of a secret value',
  name => {
    expect(isSecretName(name)).toBe(false);
  },
);
