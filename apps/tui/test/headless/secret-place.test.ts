import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {connect, startGateway} from '../support/gateway.ts';
import {fill, mountMemory} from './memory-folder.ts';
import {startProxy} from './proxy.ts';
import {run} from './run-headless.ts';

test('tokens create on a full disk creates no token and leaves no file', async context => {
  const folder = mountMemory('size=16k');
  if (folder === undefined) return context.skip('needs the right to mount');
  fill(folder);
  const {url} = await startGateway();
  const path = join(folder, 'secret');
  const {code, err} = await run(['tokens', 'create', '--name', 'ci', '--secret-to', path, '--url', url]);
  expect({code, err}).toEqual({
    code: 2,
    err: `edge-console: --secret-to: cannot write ${path}: the disk is full\n`,
  });
  expect(readdirSync(folder)).toEqual(['rest']);
  expect(await connect(url).apiTokens.count()).toBe(1);
});

test('the secret is written even if the disk becomes full during the request', async context => {
  const folder = mountMemory('size=32k');
  if (folder === undefined) return context.skip('needs the right to mount');
  const {url} = await startGateway();
  const path = join(folder, 'secret');
  let seen = '';
  const proxy = await startProxy(url, {
    admit: async ({method}) => {
      if (method !== 'POST') return;
      seen = readFileSync(path, 'utf8');
      fill(folder);
    },
  });
  expect(await run(['tokens', 'create', '--name', 'ci', '--secret-to', path, '--url', proxy])).toMatchObject({code: 0});
  expect(seen).toMatch(/^The secret of a token that is being created\. +\n$/);
  expect(readFileSync(path, 'utf8')).toMatch(/^[0-9a-f-]{36}\n$/);
});

test('tokens create names a read-only folder as the cause', async context => {
  const folder = mountMemory('ro,size=16k');
  if (folder === undefined) return context.skip('needs the right to mount');
  const {url} = await startGateway();
  const path = join(folder, 'secret');
  const {code, err} = await run(['tokens', 'create', '--name', 'ci', '--secret-to', path, '--url', url]);
  expect({code, err}).toMatchObject({code: 2, err: expect.stringContaining('the disk is read-only')});
  expect(existsSync(path)).toBe(false);
});
