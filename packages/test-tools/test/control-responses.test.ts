import {describe, expect, test} from 'vitest';
import {call, exchange, expectFailure, readUntil, send, shared, statusesOf} from './support.ts';

const SECRET = 'a secret of enough length';
const headers = {'Control-Secret': SECRET};
const server = shared({errors: 'envelope', controlSecret: SECRET});

describe('HTTP status of /__control with errors: envelope', () => {
  test.each([
    [401, 'GET', '/__control/clock', {}],
    [400, 'POST', '/__control/seed', headers],
    [404, 'GET', '/__control/nothing', headers],
    [401, 'GET', '/%5F_control/nothing', {}],
  ] as const)(
    '/__control responds with HTTP %d, not 200, even with errors: envelope (%s %s)',
    async (status, method, path, sent) => {
      const {code, body} = await call(server(), path, {method, headers: sent});
      expect([code, body.status]).toEqual([status, status]);
    },
  );
});

test.each(['clock', 'faults', 'requests'])('HEAD /__control/%s has the status of GET and no body', async path => {
  const head = await exchange(
    server(),
    `HEAD /__control/${path} HTTP/1.1\nHost: x\nControl-Secret: ${SECRET}\nConnection: close\n\n`,
  );
  expect(statusesOf(head)).toEqual([200]);
  expect(head.endsWith('\r\n\r\n')).toBe(true);
});

test('a request to /__control without the secret is refused before its body arrives', async () => {
  const line = 'POST /__control/seed HTTP/1.1\nHost: x\nContent-Length: 70000000\n\n';
  expectFailure(await readUntil(send(server(), line), /\}$/), 401);
});

test('a response of /__control has the security headers', async () => {
  const response = await call(server(), '/__control/requests', {headers});
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('a message of /__control that repeats text of the request has at most 1,000 characters', async () => {
  const {code, body} = await call(server(), `/__control/faults/${'k'.repeat(7000)}`, {method: 'DELETE', headers});
  expect(code).toBe(404);
  expect(body.msg).toContain('kkk');
  expect(body.msg?.length).toBeLessThanOrEqual(1000);
});

test('a fault with JSON nested 100,000 levels deep is refused with 400', async () => {
  const levels = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const text = `{"kind":"odd-row","fields":{"log":${levels}}}`;
  expect((await call(server(), '/__control/faults', {text, headers})).code).toBe(400);
});
