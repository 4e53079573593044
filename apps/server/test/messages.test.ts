import {describe, expect, test} from 'vitest';
import {ANN_TOKEN, call, shared} from './support.ts';

const TOKENS = '/admin-api/api_token';
const server = shared();
const refuse = async (path: string, request: object = {}) => {
  const {code, body} = await call(server(), path, {token: ANN_TOKEN, ...request});
  return [code, body.msg];
};

test.each(['1.5', 'x', '0x1'])('a query with %s for a number gets 400 and "must be a whole number"', async value => {
  expect(await refuse(`${TOKENS}?page=${value}`)).toEqual([400, 'page: must be a whole number']);
});

test('a body with a fraction in place of an integer gets 400 and "must be a whole number"', async () => {
  const json = {name: 'x', expire: 1.5};
  expect(await refuse(TOKENS, {json})).toEqual([400, 'expire: must be a whole number']);
});

test.each([`${TOKENS}//`, '/api/agents//applications'])('the path %s with an empty segment gets 404', async path => {
  expect(await refuse(path)).toEqual([404, 'there is no such path']);
});

describe('unknown fields', () => {
  test.each([
    ['expires', 'body: unknown field; did you mean expire'],
    ['a password in the wrong place', 'body: unknown field'],
  ])('the message for the unknown body field %j does not repeat its name', async (name, message) => {
    expect(await refuse(TOKENS, {json: {name: 'x', [name]: 0}})).toEqual([400, message]);
  });
});

test('a body of deeply nested JSON gets 400', async () => {
  const text = `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  expect(await refuse(TOKENS, {text, method: 'POST'})).toEqual([400, 'name: expected string, received array']);
});
