import {chmod, mkdir, open, readFile, rename, rm, stat, writeFile} from 'node:fs/promises';
import {homedir} from 'node:os';
import {dirname, join} from 'node:path';
import {setTimeout as delay} from 'node:timers/promises';
import {UsageError} from '../cli/args.ts';
import {type CredentialStore, decodeCredential, encodeCredential, ownerKey} from './store.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The credentials file of a user. */
export const credentialsPath = (env: Environment): string =>
  join(env.XDG_STATE_HOME || join(env.HOME || homedir(), '.local', 'state'), 'edge-console', 'credentials.json');

/** Permission bits of others than the owner. */
const OTHERS = 0o077;
/** A lock file this old was left by a process that died. */
const STALE_LOCK_MS = 10_000;
const LOCK_RETRY_MS = 20;

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
      return Object(JSON.parse(await readFile(path, 'utf8')).credentials);
    } catch {
      throw new UsageError(`${path} is damaged; delete it and log in again.`);
    }
  };
  /** Changes the file while no other process does. A reader sees the old file or the new one. */
  const change = async (edit: (credentials: Record<string, unknown>) => void): Promise<void> => {
    await mkdir(dirname(path), {recursive: true, mode: 0o700});
    const unlock = await lock(`${path}.lock`);
    try {
      const credentials = await readAll();
      edit(credentials);
      const next = `${path}.new`;
      await writeFile(next, `${JSON.stringify({version: 1, credentials}, undefined, 2)}\n`, {mode: 0o600});
      await chmod(next, 0o600);
      await rename(next, path);
    } finally {
      await unlock();
    }
  };
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

const lock = async (path: string): Promise<() => Promise<void>> => {
  for (;;) {
    try {
      const file = await open(path, 'wx', 0o600);
      await file.close();
      return () => rm(path, {force: true});
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const age = await stat(path).then(
      ({mtimeMs}) => Date.now() - mtimeMs,
      () => 0,
    );
    if (age > STALE_LOCK_MS) await rm(path, {force: true});
    else await delay(LOCK_RETRY_MS);
  }
};
