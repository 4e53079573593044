import {describe, expect, test} from 'vitest';
import {redactText, redactValues} from './redact.ts';

const TOKEN = '11111111-1111-4111-8111-111111111111';
const encoded = (text: string) => text.replaceAll(/./g, one => `%${one.charCodeAt(0).toString(16)}`);

describe('redactText', () => {
  test.each([
    ['a token', `/x/${TOKEN}/y`, TOKEN],
    ['a percent-encoded token', `/x/${encoded(TOKEN)}/y`, '1111'],
    ['a token with one percent-encoded character', `/x/%31${TOKEN.slice(1)}`, '1111'],
    ['a token percent-encoded twice', `/x/%2531${TOKEN.slice(1)}`, '1111'],
    ['an upper-case session', `/${'AB12'.repeat(8)}`, 'AB12'],
    ['user info of a URL', 'http://u:PW@h/x', 'PW'],
    ['user info of a URL within text', 'at http://u:PW@h/x and', 'PW'],
    ['percent-encoded user info', '/go/http%3A%2F%2Fu%3APW%40h%2Fx', 'PW'],
    ['a password with a slash and an @', 'postgres://u:a/PW@b@h/x', 'PW'],
    ['a user without a password', 'https://PW@h/x', 'PW'],
    ['an assignment', '/x/password=PW', 'PW'],
    ['a percent-encoded assignment', '/x/%70assword%3DPW', 'PW'],
    ['an assignment to a name with a prefix', 'a db_pw=PW of', 'PW'],
    ['an assignment of a quoted value', "token='a PW' x", 'PW'],
    ['an assignment after another', 'a=b&token=PW', 'PW'],
  ])('redactText removes %s', (_name, text, secret) => {
    const redacted = redactText(text);
    expect(redacted).not.toContain(secret);
    expect(redacted).toContain('[redacted]');
  });

  test('redactText removes a secret passed by the caller, plain or percent-encoded', () => {
    expect(redactText('/x/abcd', ['abcd'])).toBe('/x/[redacted]');
    expect(redactText(`/x/${encoded('abcd')}`, ['abcd'])).toBe('/x/[redacted]');
  });

  test('redactText keeps secrets that are substrings of [redacted], and limits the length of its result', () => {
    const text = `/${'edact'.repeat(1600)}%41=`;
    expect(redactText(text, ['e', 'd', 'edac', 'redacted', ']'])).toBe(text);
    expect(redactText(`/${'eee/'.repeat(2000)}%41=`, ['eee/', 'eeee', '/eee']).length).toBeLessThan(100_000);
  });

  test.each([
    '/admin-api/log_server/errlog',
    '/admin-api/api_token/77?page=1&page_size=50',
    '000028800bac65d7fed03afd',
    'file:///app/node_modules/@fastify/error/index.js:3:4',
    'http://127.0.0.1:8080/x',
    'ann@example.com',
    '%E0%A4%A and 50%',
    '/a%20b',
    'level=4',
  ])('redactText does not change %s', text => {
    expect(redactText(text)).toBe(text);
  });
});

describe('redactValues', () => {
  test.each(
    ['pwd', 'passwd', 'pass', 'passphrase', 'password', 'db_pw', 'pw', 'sig', 'signature', 'code', 'token'].flatMap(
      name => [[name], [name.toUpperCase()]],
    ),
  )('redactValues removes the value of %s', name => {
    expect(redactValues({[name]: 'PW'})).toEqual({[name]: '[redacted]'});
  });

  test.each(
    [
      'jwt',
      'otp',
      'totp',
      'user_otp',
      'bearer',
      'sid',
      'connect.sid',
      'PHPSESSID',
      'pin',
      'mfa',
      'csrf',
      'cvv',
    ].flatMap(name => [[name], [name.toUpperCase()]]),
  )('redactValues removes the value of %s, a common name of a secret', name => {
    expect(redactValues({[name]: 'PW'})).toEqual({[name]: '[redacted]'});
    expect(redactText(`/x?${name}=PW`)).not.toContain('PW');
  });

  test.each(['pass%77ord', 'pass%2577ord', '%6a%77%74', 'pass%252577ord', '%256f%2574%2570'])(
    'redactValues removes the value of %s, the percent-encoded name of a secret',
    name => {
      expect(JSON.stringify(redactValues({[name]: 'PW'}))).not.toContain('PW');
    },
  );

  test('redactValues does not change parameters whose names are not those of secrets', () => {
    const query = {
      page: '1',
      page_size: '50',
      level: '4',
      status_code: '5',
      encode: 'x',
      compass: 'n',
      bypass_x: '1',
      shipping: 'x',
      side: 'y',
      pins: '3',
    };
    expect(redactValues(query)).toEqual(query);
  });
});
