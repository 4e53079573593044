import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {sharedFolder} from '../support/folder.ts';
import {API_TOKEN, connect, startGateway, USERNAME} from '../support/gateway.ts';
import {startServerProcess} from '../support/program.ts';
import {run} from './run-headless.ts';

const folder = sharedFolder('batches');

const tokens = ['for tests', 'one', 'two', 'three', 'four'].map((name, at) => ({
  ...{username: USERNAME, name, expire: 0},
  token: at === 0 ? API_TOKEN : `a1d3c1de-0000-4000-8000-00000000000${at}`,
}));
const start = async () => {
  const server = await startGateway({seed: {tokens}});
  const names = async () => (await connect(server.url).apiTokens.list()).items.map(({name}) => name);
  return {server, names, at: (...args: string[]) => ['tokens', ...args, '--url', server.url]};
};

/** The server is a process whose database a later process can open. */
const startProcess = (...flags: string[]) => startServerProcess('--database', join(folder, 'gateway.db'), ...flags);

test('tokens delete names the remaining tokens if the gateway stops responding', async () => {
  const seed = join(folder, 'seed.json');
  writeFileSync(seed, JSON.stringify({users: [{username: USERNAME, password: 'a long password'}], tokens}));
  const faults = join(folder, 'faults.json');
  // The gateway never responds to the second deletion, which is therefore pending when the server is killed.
  writeFileSync(faults, JSON.stringify([{kind: 'hang', operation: 'deleteApiToken', after: 1}]));
  const {url, kill} = await startProcess('--seed', seed, '--faults', faults);
  const {code, err} = await run(['tokens', 'delete', 'one', 'two', '4', 'four', '--yes', '--url', url], {
    onError: text => {
      if (/Deleted one, id 2\.\n$/.test(text)) void kill();
    },
  });
  expect(code).toBe(7);
  const lines = err.trimEnd().split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toBe('Deleted one, id 2.');
  expect(lines[1]).toMatch(/^No response for two, id 3: 127\.0\.0\.1\S* closed the connection /);
  expect(lines[2]).toBe(
    'edge-console: 1 of 4 deleted. Not known to be deleted: two, id 3. Not tried: three, id 4; four, id 5.',
  );
  const again = await startProcess();
  const {items} = await connect(again.url).apiTokens.list();
  expect(items.map(({name}) => name)).toEqual(['for tests', 'two', 'three', 'four']);
});

test('an interrupted tokens delete names the pending token and the tokens not tried', async () => {
  const {server, names, at} = await start();
  server.setFault({kind: 'hang', operation: 'deleteApiToken', after: 1});
  const {code, err} = await run(at('delete', 'one', 'two', 'three', '--yes'), {
    onError: (text, stop) => {
      if (text.includes('Deleted one')) stop();
    },
  });
  expect(code).toBe(130);
  expect(err).toBe(
    'Deleted one, id 2.\nedge-console: interrupted; two, id 3 may be deleted. Not tried: three, id 4.\n',
  );
  server.clearFaults();
  expect(await names()).toEqual(['for tests', 'two', 'three', 'four']);
});

test('the last message of delete names the failed tokens, even with --quiet and as JSON', async () => {
  const {server, at} = await start();
  server.setFault({kind: 'rate-limit', operation: 'deleteApiToken', after: 1, times: 1});
  const {code, err} = await run([...at('delete', 'one', 'two', 'three', '--yes', '--quiet'), '--errors', 'json']);
  expect(code).toBe(7);
  expect(JSON.parse(err)).toEqual({code: 'partial', exit: 7, message: '2 of 3 deleted. Not deleted: two, id 3.'});
});

test('tokens delete exits with the code of the first failure if nothing was deleted', async () => {
  const {server, names, at} = await start();
  server.setFault({kind: 'rate-limit', operation: 'deleteApiToken'});
  expect(await run(at('delete', 'one', 'two', '--yes'))).toMatchObject({code: 3});
  server.clearFaults();
  server.setFault({kind: 'unauthorized', operation: 'deleteApiToken', times: 1});
  const refused = await run(at('delete', 'one', 'two', '--yes'));
  expect(refused).toMatchObject({code: 4, err: expect.stringContaining('Not tried: two, id 3.')});
  expect(await names()).toHaveLength(5);
});

test('tokens delete deletes nothing if a token is not found, and deletes a repeated token once', async () => {
  const {names, at} = await start();
  expect(await run(at('delete', 'one', 'twos', '--yes'))).toMatchObject({code: 5});
  expect(await names()).toHaveLength(5);
  expect(await run(at('delete', 'one', '2', 'two', '--yes'))).toEqual({
    code: 0,
    out: '',
    err: 'Deleted one, id 2.\nDeleted two, id 3.\n',
  });
});

test('tokens edit changes the expiry of several tokens, but the name of only one', async () => {
  const {server, names, at} = await start();
  expect(await run(at('edit', 'one', 'two', '--name', 'same'))).toMatchObject({code: 2});
  expect(await names()).toContain('one');
  server.setFault({kind: 'rate-limit', operation: 'updateApiToken', times: 1});
  const {code, err} = await run(at('edit', 'one', 'two', '--expires', '2031-05-06T07:08:09Z'));
  expect(code).toBe(7);
  expect(err).toMatch(
    /^Could not save one, id 2: .*\nSaved two, id 3: expires 2031-05-06 .*\nedge-console: 1 of 2 saved. Not saved: one, id 2.\n$/,
  );
  const {items} = await connect(server.url).apiTokens.list();
  expect(items.map(({expire}) => expire)).toEqual([0, 0, Date.UTC(2031, 4, 6, 7, 8, 9), 0, 0]);
});
