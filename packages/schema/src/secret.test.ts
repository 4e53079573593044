import {inspect} from 'node:util';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {Secret} from './secret.ts';

// Secrets that are longer than a fingerprint. Their characters do not occur in the texts around them.
const values = fc.string({unit: fc.constantFrom('Q', 'X', 'Z', '7'), minLength: 5, maxLength: 80});

const showings: [string, (secret: Secret) => unknown][] = [
  ['String()', secret => String(secret)],
  ['a template', secret => `${secret}`],
  ['concatenation', secret => `${'a'}${secret.toString()}`],
  ['JSON.stringify', secret => JSON.stringify({secret, list: [secret]})],
  ['inspect', secret => inspect(secret)],
  ['inspect with hidden fields', secret => inspect({secret}, {showHidden: true, depth: Number.POSITIVE_INFINITY})],
  ['inspect without its own hook', secret => inspect(secret, {customInspect: false, showHidden: true, getters: true})],
  ['Object.keys', secret => Object.keys(secret)],
  ['Object.entries', secret => JSON.stringify(Object.entries(secret))],
  ['own fields', secret => inspect(Object.getOwnPropertyDescriptors(secret))],
  ['a spread', secret => inspect({...secret})],
  ['structuredClone', secret => inspect(structuredClone(secret))],
  ['an error', secret => inspect(new Error(`bad token ${secret}`))],
];

describe('Secret', () => {
  test.each(showings)('the result of %s does not contain the secret', (_, show) => {
    fc.assert(fc.property(values, value => !String(show(new Secret(value))).includes(value)));
  });
});

test('reveal returns the value of a secret', () => {
  fc.assert(fc.property(fc.string(), value => new Secret(value).reveal() === value));
});

test.each([
  ['0123456789ab', '[secret …89ab]', '89ab'],
  ['0123456789a', '[secret]', ''],
  ['', '[secret]', ''],
])('the secret %j is shown as %s', (value, text, fingerprint) => {
  const secret = new Secret(value);
  expect([`${secret}`, inspect(secret), secret.toJSON(), secret.fingerprint]).toEqual([text, text, text, fingerprint]);
});
