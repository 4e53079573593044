import {execFile} from 'node:child_process';
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder} from '../support/folder.ts';
import {PASSWORD, startGateway, USERNAME} from '../support/gateway.ts';
import {hasKeyring, startKeyring} from '../support/keyring.ts';
import {bin, plainEnv} from '../support/program.ts';

interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

const command = (args: readonly string[], env: Readonly<Record<string, string>>, input = ''): Promise<Outcome> =>
  new Promise(resolve => {
    const child = execFile(process.execPath, [bin, ...args], {env}, (error, out, err) =>
      resolve({code: error === null ? 0 : (child.exitCode ?? null), out, err}),
    );
    child.stdin?.end(input);
  });

test.skipIf(!hasKeyring)('login saves the session in the keyring, and logout removes it', async () => {
  const env = await startKeyring('a password');
  const file = join(env.XDG_STATE_HOME ?? '', 'edge-console', 'credentials.json');
  const {url} = await startGateway();
  const login = ['login', '--username', USERNAME, '--password-stdin', '--url', url];

  expect(await command(login, env, PASSWORD)).toMatchObject({code: 0, err: expect.stringContaining('the keyring')});
  expect(existsSync(file)).toBe(false);
  const who = await command(['whoami', '--json', '--url', url], env);
  expect(JSON.parse(who.out)).toMatchObject({username: USERNAME, store: 'the keyring'});
  expect(await command(['logout', '--url', url], env)).toMatchObject({code: 0, err: 'Logged out.\n'});
  expect(await command(['whoami', '--url', url], env)).toMatchObject({code: 4});

  const asFile = {...env, EDGE_CONSOLE_CREDENTIALS: 'file'};
  expect((await command(login, asFile, PASSWORD)).err).toContain(file);
  // A login with a keyring deletes the copy in the file.
  expect(await command(login, env, PASSWORD)).toMatchObject({code: 0});
  expect(await command(['whoami', '--url', url], asFile)).toMatchObject({code: 4});
});

test('login saves the credential in the file if D-Bus does not respond', async () => {
  const state = temporaryFolder('keyring');
  const env = {...plainEnv, XDG_STATE_HOME: state, DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(state, 'nothing')}`};
  const {url} = await startGateway();
  const login = ['login', '--username', USERNAME, '--password-stdin', '--url', url];
  expect((await command(login, env, PASSWORD)).err).toContain('credentials.json');
  expect(await command(['tokens', 'list', '--url', url], env)).toMatchObject({code: 0});
});
