import {execFile} from 'node:child_process';
import {once} from 'node:events';
import {createServer} from 'node:http';
import type {Socket} from 'node:net';
import {promisify} from 'node:util';
import {describe, expect, test} from 'vitest';
import {createClient, type EdgeError} from '../src/index.ts';
import {failing, until} from './support/outcomes.ts';
import {listen, respondJson, serveHttp} from './support/serve.ts';

const page = {status: 0, data: {data: [], meta: {count: 5}}};

/** A gateway that closes no connections and counts the open ones. */
const serveCounted = async () => {
  const sockets = new Set<Socket>();
  const server = createServer({keepAliveTimeout: 0}, respondJson(page));
  server.on('connection', socket => sockets.add(socket.on('close', () => sockets.delete(socket))));
  return {url: `http://127.0.0.1:${await listen(server)}`, sockets};
};

test('`await using` closes the sockets of the client', async () => {
  const {url, sockets} = await serveCounted();
  {
    await using client = createClient({baseUrl: url});
    await client.apiTokens.count();
    expect(sockets.size).toBe(1);
  }
  await until(() => sockets.size === 0);
});

/** A gateway that never responds to the first request, and to all others at once. */
const serveSlowly = async () => {
  let requests = 0;
  const server = createServer((request, response) => {
    requests++;
    if (requests > 1) respondJson(page)(request, response);
  });
  return {url: `http://127.0.0.1:${await listen(server)}`, server, requests: () => requests};
};

describe('closing during a call', () => {
  test('a call that waits for its response rejects when the client closes, and is not repeated', async () => {
    const {url, server, requests} = await serveSlowly();
    let call: Promise<EdgeError>;
    {
      await using client = createClient({baseUrl: url});
      call = failing(client.apiTokens.count());
      await once(server, 'request');
    }
    expect(await call).toMatchObject({code: 'network', message: /client was closed/, attempt: 1});
    expect(requests()).toBe(1);
  });

  test.each(['list', 'request'] as const)(
    'a call that is not sent yet rejects when the client closes (%s)',
    async kind => {
      const {url, requests} = await serveSlowly();
      let call: Promise<EdgeError>;
      {
        await using client = createClient({baseUrl: url});
        call = failing(kind === 'list' ? client.apiTokens.list() : client.request({method: 'GET', path: '/x'}));
      }
      expect(await call).toMatchObject({code: 'network', attempt: 1});
      expect(requests()).toBe(0);
    },
  );

  test('a call that is connecting rejects when the client closes', async () => {
    const {url, requests} = await serveSlowly();
    const client = createClient({baseUrl: url, onRequest: () => queueMicrotask(() => client.close())});
    expect(await failing(client.apiTokens.count())).toMatchObject({code: 'network', message: /client was closed/});
    expect(requests()).toBe(0);
  });

  test('a call between two attempts rejects when the client closes', async () => {
    const {url, requests} = await serveSlowly();
    const unavailable = await serveHttp((_request, response) => response.writeHead(503, {'retry-after': '20'}).end());
    const client = createClient({baseUrl: unavailable, consoleUrl: url, onRetry: () => client.close()});
    expect(await failing(client.apiTokens.count())).toMatchObject({code: 'network', message: /client was closed/});
    expect(requests()).toBe(0);
  });

  test('a call that waits for the password function rejects when the client closes', async () => {
    const {url, requests} = await serveSlowly();
    let give = (_password: string): void => {};
    const password = () =>
      new Promise<string>(resolve => {
        give = resolve;
      });
    const client = createClient({baseUrl: url, auth: {kind: 'credentials', username: 'ann', password}});
    const call = failing(client.apiTokens.count());
    await until(() => give.length > 0);
    client.close();
    expect(await call).toMatchObject({code: 'network'});
    give('late');
    await new Promise(setImmediate);
    expect(requests()).toBe(0);
  });
});

test('close ends running calls, and rejects later calls before anything is sent', async () => {
  const {url, sockets} = await serveCounted();
  const silent = createServer(() => {});
  const silentUrl = `http://127.0.0.1:${await listen(silent)}`;
  const client = createClient({baseUrl: silentUrl, consoleUrl: url, consoleToken: 'token', retries: 0});
  const running = failing(client.apiTokens.count());
  await once(silent, 'request');
  client.close();
  expect(await running).toMatchObject({code: 'network'});
  const refused = {code: 'aborted', attempt: 0, retryable: false, message: /^The client was closed before the call/};
  expect(await failing(client.request({method: 'GET', path: '/x', base: 'console'}))).toMatchObject(refused);
  expect(await failing(client.apiTokens.count())).toMatchObject(refused);
  expect(await failing(client.session.login({username: 'ann', password: 'secret'}))).toMatchObject(refused);
  expect(await failing(client.errorLogs.list())).toMatchObject(refused);
  client.close();
  expect(sockets.size).toBe(0);
});

test('a client that is not closed does not keep the process running', async () => {
  const script = `
    import {createClient} from '@edge-console/client';
    const client = createClient({baseUrl: process.env.URL});
    console.log(await client.apiTokens.count());`;
  const args = ['--input-type=module', '-e', script];
  const env = {...process.env, URL: (await serveCounted()).url};
  const {stdout} = await promisify(execFile)(process.execPath, args, {env, cwd: import.meta.dirname, timeout: 20_000});
  expect(stdout).toBe('5\n');
});
