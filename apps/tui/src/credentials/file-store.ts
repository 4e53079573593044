import {stat} from 'node:fs/promises';
import {UsageError} from '../cli/args.ts';
import {changeFile, readText, statePath} from '../saved/locked-file.ts';
import {type CredentialStore, decodeCredential, encodeCredential, ownerKey} from './store.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The credentials file of a user. */
export const credentialsPath = (env: Environment): string => statePath(env, 'credentials.json');

/** Permission bits of others than the owner. */
const OTHERS = 0o077;

/** Credentials in a file that only its owner can read. Rejects with a UsageError if others can read it, or it is damaged. */
export const createFileStore = (path: string): CredentialStore => {
  const readAll = async (): Promise<Record<string, unknown>> => {
    const mode = await stat(path).then(
      stats => stats.mode,
      () => undefined,
    );
    if (mode === undefined) return {};
    if (process.platform !== 'win32' && (mode & OTHERS) !== 0) {
      throw new UsageError(`${path} can be read by others; chmod 600 it, or delete it and log in again.`);
    }
    try {
      return Object((JSON.parse((await readText(path)) ?? '{}') as {credentials: unknown}).credentials);
    } catch {
      throw new UsageError(`${path} is damaged; delete it and log in again.`);
    }
  };
  const change = (edit: (credentials: Record<string, unknown>) => void): Promise<void> =>
    changeFile(path, async () => {
      const credentials = await readAll();
      edit(credentials);
      return `${JSON.stringify({version: 1, credentials}, undefined, 2)}\n`;
    });
  return {
    async read(owner, now) {
      const saved = decodeCredential((await readAll())[ownerKey(owner)], now);
      return saved && {...saved, place: path};
    },
    async save(owner, credential) {
      await change(credentials => {
        credentials[ownerKey(owner)] = encodeCredential(credential);
      });
      return path;
    },
    async remove(owner) {
      if (!(ownerKey(owner) in (await readAll()))) return false;
      await change(credentials => {
        delete credentials[ownerKey(owner)];
      });
      return true;
    },
  };
};
