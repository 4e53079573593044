import {parseJson} from '../files/atomic-write.ts';
import type {Environment} from '../files/locked-file.ts';
import {runProgram, withoutOwnVariables} from '../terminal/run-program.ts';
import {openKeyring} from './keyring-store.ts';

const SECRETS = ['org.freedesktop.secrets', '/org/freedesktop/secrets'] as const;
const SERVICE = [...SECRETS, 'org.freedesktop.Secret.Service'] as const;
const BUS = ['org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus', 'GetNameOwner', 's'] as const;
const CALL_MS = 3_000;
const ANSWER_MS = 60_000;

const NO_KEYRING = 'GNOME Keyring cannot be reached.';
const NO_PROMPT = 'The keyring opens without asking for a password, so it does not unlock the console.';

/** Locks the keyring and writes to it, so that it prompts for its password. Only GNOME Keyring is sure to prompt. */
export const keyringProblem = async (env: Environment): Promise<string | undefined> => {
  const keyring = await openKeyring(env);
  if (keyring === undefined) return NO_KEYRING;
  /** Runs `busctl` to call D-Bus services, because the keyring library has no function that locks a keyring. */
  const bus = async (...words: readonly string[]): Promise<readonly unknown[]> => {
    const argv = ['busctl', '--user', '--json=short', ...words];
    const ended = await runProgram({argv, env: withoutOwnVariables(env), output: 'capture', maxMs: CALL_MS});
    const {data} = Object(ended.problem === undefined ? parseJson(ended.output) : undefined) as {data?: unknown};
    return Array.isArray(data) ? data : [data];
  };
  const [[collection], [owner], [gnome]] = await Promise.all([
    bus('call', ...SERVICE, 'ReadAlias', 's', 'default'),
    bus('call', ...BUS, SECRETS[0]),
    bus('call', ...BUS, 'org.gnome.keyring'),
  ]);
  if (typeof collection !== 'string' || collection === '/' || owner === undefined || owner !== gnome) return NO_KEYRING;
  // Lock all keyrings. An unlocked login keyring may contain the password of the default one, which then opens without
  // a prompt.
  const all = (await bus('get-property', ...SERVICE, 'Collections')).map(String);
  await bus('call', ...SERVICE, 'Lock', 'ao', String(all.length), ...all);
  // For a keyring with an empty password, the service returns `/` instead of the path of a prompt.
  const [, prompt] = await bus('call', ...SERVICE, 'Unlock', 'ao', '1', collection);
  const [isLocked] = await bus('get-property', SECRETS[0], collection, 'org.freedesktop.Secret.Collection', 'Locked');
  if (typeof prompt !== 'string' || prompt === '/' || isLocked !== true) return NO_PROMPT;
  // The keyring closed its prompt when `busctl` exited. A write to the locked keyring opens a new prompt.
  return (await keyring.works(ANSWER_MS)) ? undefined : 'The keyring was not unlocked.';
};
