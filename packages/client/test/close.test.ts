import {execFile} from 'node:child_process';
import {once} from 'node:events';
import {createServer} from 'node:http';
import type {Socket} from 'node:net';
import {promisify} from 'node:util';
import {expect, test} from 'vitest';
import {createClient} from '../src/index.ts';
import {failing, until} from './support/outcomes.ts';
import {answerJson, listen} from './support/serve.ts';

const page = {status: 0, data: {data: [], meta: {count: 5}}};

/** A gateway that closes no connection, and whose open connections are known. */
const serveCounted = async () => {
  const sockets = new Set<Socket>();
  const server = createServer({keepAliveTimeout: 0}, answerJson(page));
  server.on('connection', socket => sockets.add(socket.on('close', () => sockets.delete(socket))));
  return {url: `http://127.0.0.1:${await listen(server)}`, sockets};
};

test('`await using` closes the sockets', async () => {
  const {url, sockets} = await serveCounted();
  {
    await using client = createClient({baseUrl: url});
    await client.apiTokens.count();
    expect(sockets.size).toBe(1);
  }
  await until(() => sockets.size === 0);
});

test('close ends running calls; later calls open new sockets', async () => {
  const {url, sockets} = await serveCounted();
  const silent = createServer(() => {});
  const silentUrl = `http://127.0.0.1:${await listen(silent)}`;
  const client = createClient({baseUrl: silentUrl, consoleUrl: url, consoleToken: 'token', retries: 0});
  const running = failing(client.apiTokens.count());
  await once(silent, 'request');
  client.close();
  expect(await running).toMatchObject({code: 'network'});
  expect(await client.request({method: 'GET', path: '/x', base: 'console'})).toEqual(page.data);
  expect(sockets.size).toBe(1);
  client.close();
  await until(() => sockets.size === 0);
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
