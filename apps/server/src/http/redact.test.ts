import {describe, expect, test} from 'vitest';
import {ANN_TOKEN, call, start} from '../../test/support.ts';
import {redactQuery, redactText} from './redact.ts';

const encoded = (text: string) => text.replaceAll(/./g, one => `%${one.charCodeAt(0).toString(16)}`);

describe('no secret is left in', () => {
  test.each([
    ['a token', `/x/${ANN_TOKEN}/y`, ANN_TOKEN],
    ['an encoded token', `/x/${encoded(ANN_TOKEN)}/y`, '1111'],
    ['a token of which one character is encoded', `/x/%31${ANN_TOKEN.slice(1)}`, '1111'],
    ['a token that is encoded twice', `/x/%2531${ANN_TOKEN.slice(1)}`, '1111'],
    ['an upper-case session', `/${'AB12'.repeat(8)}`, 'AB12'],
    ['a user in a URL', 'http://u:PW@h/x', 'PW'],
    ['a user in a URL within text', 'at http://u:PW@h/x and', 'PW'],
    ['an encoded user in a URL', '/go/http%3A%2F%2Fu%3APW%40h%2Fx', 'PW'],
    ['a user whose password holds a slash and an @', 'postgres://u:a/PW@b@h/x', 'PW'],
    ['a user without a password', 'https://PW@h/x', 'PW'],
    ['an assignment', '/x/password=PW', 'PW'],
    ['an encoded assignment', '/x/%70assword%3DPW', 'PW'],
    ['an assignment to a longer name', 'a db_pw=PW of', 'PW'],
    ['an assignment of a quoted value', "token='a PW' x", 'PW'],
    ['an assignment after another', 'a=b&token=PW', 'PW'],
  ])('%s', (_name, text, secret) => {
    const left = redactText(text);
    expect(left).not.toContain(secret);
    expect(left).toContain('[redacted]');
  });

  test('a text that holds a known one, encoded or not', () => {
    expect(redactText('/x/abcd', ['abcd'])).toBe('/x/[redacted]');
    expect(redactText(`/x/${encoded('abcd')}`, ['abcd'])).toBe('/x/[redacted]');
  });

  test('a text that holds parts of what stands for a secret, and does not grow without end', () => {
    const text = `/${'edact'.repeat(1600)}%41=`;
    expect(redactText(text, ['e', 'd', 'edac', 'redacted', ']'])).toBe(text);
    expect(redactText(`/${'eee/'.repeat(2000)}%41=`, ['eee/', 'eeee', '/eee']).length).toBeLessThan(100_000);
  });

  test.each(
    ['pwd', 'passwd', 'pass', 'passphrase', 'password', 'db_pw', 'pw', 'sig', 'signature', 'code', 'token'].flatMap(
      name => [[name], [name.toUpperCase()]],
    ),
  )('a parameter %s', name => {
    expect(redactQuery({[name]: 'PW'})).toEqual({[name]: '[redacted]'});
  });

  test('what a server remembers and logs', async () => {
    const lines: string[] = [];
    const {server} = await start({log: {level: 'info', stream: {write: (line: string) => lines.push(line)}}});
    await call(
      server,
      `/nothing/${encoded(ANN_TOKEN)}?next=${encodeURIComponent('http://u:PW@h/x')}&pwd=PW&x=token%3DPW`,
    );
    const told = JSON.stringify(server.requests()) + lines.join('');
    expect(told).toContain('/nothing/[redacted]');
    expect(told).not.toMatch(/PW|1111/);
  });
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
])('%s is left as it is', text => {
  expect(redactText(text)).toBe(text);
});

test('what is common is left in a query', () => {
  const query = {page: '1', page_size: '50', level: '4', status_code: '5', encode: 'x', compass: 'n', bypass_x: '1'};
  expect(redactQuery(query)).toEqual(query);
});
