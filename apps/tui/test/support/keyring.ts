import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {onTestFinished} from 'vitest';
import {temporaryFolder} from './folder.ts';
import {plainEnv} from './program.ts';

const BUS = '/usr/bin/dbus-daemon';
const KEYRING = '/usr/bin/gnome-keyring-daemon';

export const hasKeyring = [BUS, KEYRING, '/usr/bin/busctl'].every(existsSync);

/** A keyring with an empty password is stored as text. */
const WITHOUT_PASSWORD = '[keyring]\ndisplay-name=Default\nctime=0\nmtime=0\nlock-on-idle=false\nlock-after=false\n';

/**
 * Starts a desktop session with an unlocked keyring, until the test ends. Resolves to its environment. Without a
 * `password`, the default keyring has an empty one.
 */
export const startKeyring = async (password?: string): Promise<Readonly<Record<string, string>>> => {
  const folder = temporaryFolder('keyring');
  const env = {...plainEnv, HOME: folder, XDG_DATA_HOME: folder, XDG_RUNTIME_DIR: folder, XDG_STATE_HOME: folder};
  const bus = spawn(BUS, ['--session', '--nofork', '--print-address'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(async () => {
    bus.kill();
    if (bus.exitCode === null) await once(bus, 'exit');
  });
  const [address] = (await once(createInterface(bus.stdout), 'line')) as [string];
  const session = {...env, DBUS_SESSION_BUS_ADDRESS: address};
  if (password === undefined) {
    mkdirSync(join(folder, 'keyrings'));
    writeFileSync(join(folder, 'keyrings', 'plain.keyring'), WITHOUT_PASSWORD);
    writeFileSync(join(folder, 'keyrings', 'default'), 'plain');
  }
  // The command exits once the keyring daemon is registered on the bus. The daemon ends together with the bus.
  const keyring = spawn(KEYRING, ['--daemonize', '--unlock', '--components=secrets'], {
    env: session,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  keyring.stdin.end(password ?? 'of the login keyring');
  await once(keyring, 'exit');
  return session;
};
