import {execFile, spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {expect, onTestFinished, test} from 'vitest';
import {temporaryFolder} from '../support/folder.ts';
import {PASSWORD, startGateway, USERNAME} from '../support/gateway.ts';
import {bin, plainEnv} from '../support/program.ts';

const BUS = '/usr/bin/dbus-daemon';
const KEYRING = '/usr/bin/gnome-keyring-daemon';

/** Starts a desktop session with an unlocked keyring, until the test ends. Resolves to its environment. */
const startKeyring = async (): Promise<Readonly<Record<string, string>>> => {
  const folder = mkdtempSync(join(tmpdir(), 'edge-keyring-'));
  const env = {...plainEnv, HOME: folder, XDG_DATA_HOME: folder, XDG_RUNTIME_DIR: folder, XDG_STATE_HOME: folder};
  const bus = spawn(BUS, ['--session', '--nofork', '--print-address'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(async () => {
    bus.kill();
    if (bus.exitCode === null) await once(bus, 'exit');
    rmSync(folder, {recursive: true, force: true});
  });
  const [address] = (await once(createInterface(bus.stdout), 'line')) as [string];
  const session = {...env, DBUS_SESSION_BUS_ADDRESS: address};
  // The command exits once the keyring daemon is registered on the bus. The daemon ends together with the bus.
  const keyring = spawn(KEYRING, ['--daemonize', '--unlock', '--components=secrets'], {
    env: session,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  keyring.stdin.end('a password');
  await once(keyring, 'exit');
  return session;
};

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

test.skipIf(![BUS, KEYRING].every(existsSync))(
  'login saves the session in the keyring, and logout removes it',
  async () => {
    const env = await startKeyring();
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
  },
);

test('login saves the credential in the file if D-Bus does not respond', async () => {
  const state = temporaryFolder('keyring');
  const env = {...plainEnv, XDG_STATE_HOME: state, DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(state, 'nothing')}`};
  const {url} = await startGateway();
  const login = ['login', '--username', USERNAME, '--password-stdin', '--url', url];
  expect((await command(login, env, PASSWORD)).err).toContain('credentials.json');
  expect(await command(['tokens', 'list', '--url', url], env)).toMatchObject({code: 0});
});
