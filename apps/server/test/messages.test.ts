import {describe, expect, test} from 'vitest';
import {exchange, expectFailure} from './raw.ts';
import {ANN_TOKEN, call, shared} from './support.ts';

const TOKENS = '/admin-api/api_token';
const SECRET = 'a secret of enough length';
const server = shared({controlSecret: SECRET});
const refuse = async (path: string, request: object = {}) => {
  const {code, body} = await call(server(), path, {token: ANN_TOKEN, ...request});
  return [code, body.msg];
};

test.each(['1.5', 'x', '0x1'])('a query with %s for a number gets 400 and "must be a whole number"', async value => {
  expect(await refuse(`${TOKENS}?page=${value}`)).toEqual([400, 'page: must be a whole number']);
});

test('a body with a fraction for an integer gets 400 and "must be a whole number"', async () => {
  const json = {name: 'x', expire: 1.5};
  expect(await refuse(TOKENS, {json})).toEqual([400, 'expire: must be a whole number']);
});

test.each([`${TOKENS}//`, '/api/agents//applications'])('%s gets 404', async path => {
  expect(await refuse(path)).toEqual([404, 'there is no such path']);
});

describe('an unknown field of a body is not repeated', () => {
  test.each([
    ['expires', 'body: unknown field; did you mean expire'],
    ['a password in the wrong place', 'body: unknown field'],
  ])('%s', async (name, message) => {
    expect(await refuse(TOKENS, {json: {name: 'x', [name]: 0}})).toEqual([400, message]);
  });
});

describe('JSON of many levels gets 400', () => {
  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  const fault = (value: string) => `{"kind":"odd-row","fields":{"log":${value}}}`;
  const headers = {'Control-Secret': SECRET};

  test.each([
    ['a fault', '/__control/faults', fault(deep(100_000)), 'body: the JSON has more than 100 levels'],
    ['a token', TOKENS, `{"name":${deep(100_000)}}`, 'body: the JSON has more than 100 levels'],
  ])('%s', async (_name, path, text, message) => {
    expect(await refuse(path, {text, method: 'POST', headers})).toEqual([400, message]);
  });

  test('brackets in a string are not levels', async () => {
    const {code} = await call(server(), '/__control/faults', {text: fault(`"\\"${'['.repeat(200)}"`), headers});
    expect(code).toBe(200);
    await call(server(), '/__control/faults', {method: 'DELETE', headers});
  });
});

test('headers that do not arrive get 408 soon after their deadline', {timeout: 20_000}, async () => {
  const {createApp} = await import('../src/http/app.ts');
  const app = createApp({errors: 'http', tls: undefined, logger: undefined, log: undefined});
  const url = await app.listen({host: '127.0.0.1', port: 0});
  app.server.headersTimeout = 1;
  expectFailure(await exchange({url}, 'GET / HTTP/1.1\nHost: x\n'), 408);
  await app.close();
});
