import {mkdirSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder} from '../support/folder.ts';
import {PASSWORD, startGateway, USERNAME} from '../support/gateway.ts';
import {startProgram} from '../support/program.ts';
import {fill, mountMemory} from './memory-folder.ts';
import {run} from './run-headless.ts';

const login = (url: string, ...args: string[]) => ['login', '--username', USERNAME, '--url', url, ...args];
const input = `${PASSWORD}\n`;
const newFolder = (): string => {
  return temporaryFolder('unwritable');
};

test.for([
  ['ro,size=16k', 'the disk is read-only'],
  ['size=64k', 'the disk is full'],
])(
  'login with a state folder mounted with %s sends no request and names the cause: %s',
  async ([options = '', cause = ''], context) => {
    const folder = mountMemory(options);
    if (folder === undefined) return context.skip('needs the right to mount');
    if (!options.startsWith('ro')) {
      mkdirSync(join(folder, 'edge-console'));
      fill(folder);
    }
    const server = await startGateway();
    const {code, err} = await run(login(server.url, '--password-stdin'), {env: {XDG_STATE_HOME: folder}, input});
    expect({code, err}).toMatchObject({
      code: 1,
      err: expect.stringMatching(`Cannot write .*: ${cause}`),
    });
    expect(server.requests()).toEqual([]);
    expect(readdirSync(folder, {recursive: true}).filter(name => /\.(new|lock)$/.test(String(name)))).toEqual([]);
  },
);

test('login with HOME=/proc fails and names the cause', async () => {
  const {url} = await startGateway();
  const {ended} = startProgram(login(url, '--password-stdin'), {env: {HOME: '/proc', XDG_STATE_HOME: ''}});
  const {code, err} = await ended;
  expect({code, err}).toMatchObject({code: 1, err: expect.stringContaining('there is no such folder')});
});

test('login with an empty HOME names the cause and writes nothing into the working folder', async () => {
  const {url} = await startGateway();
  const cwd = newFolder();
  const {ended} = startProgram(login(url, '--password-stdin'), {env: {HOME: '', XDG_STATE_HOME: ''}, cwd});
  const {code, err} = await ended;
  expect({code, err}).toMatchObject({
    code: 1,
    err: expect.stringContaining('HOME is empty'),
  });
  expect(readdirSync(cwd)).toEqual([]);
  const add = startProgram(['profiles', 'add', 'x', '--url', url], {env: {HOME: '', XDG_CONFIG_HOME: ''}, cwd});
  expect(await add.ended).toMatchObject({code: 1, err: expect.stringContaining('HOME is empty')});
  expect(readdirSync(cwd)).toEqual([]);
});
