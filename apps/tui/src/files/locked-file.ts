import {lstat, mkdir, realpath, rm, stat, writeFile} from 'node:fs/promises';
import {homedir} from 'node:os';
import {dirname, join} from 'node:path';
import {Refused} from '../core/failure.ts';
import {readText, replaceFile, Unwritable, unwritable} from './atomic-write.ts';
import {takeLock, type Unlock, waitForLock} from './lock.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A file of the console's state: under `$XDG_STATE_HOME`, default `~/.local/state`. */
export const statePath = (env: Environment, name: string): string => {
  const {XDG_STATE_HOME: state, HOME: home = homedir()} = env;
  if (state) return join(state, 'edge-console', name);
  return home === '' ? NO_PLACE : join(home, '.local', 'state', 'edge-console', name);
};

/** With an empty `HOME`, a path would be in the working folder: there is no file, and none can be written. */
const NO_PLACE = '';

/**
 * Reads, changes and replaces a file while no other process does. `edit` gets the text, undefined if there is no file, and
 * returns the new one. Rejects with {@link Unwritable}, or as `edit` does; nothing is changed then.
 */
export const changeFile = async (
  path: string,
  edit: (text: string | undefined) => string | Promise<string>,
): Promise<void> => {
  const {target, unlock} = await lockFile(path);
  try {
    await replaceFile(target, await edit(await readText(target)));
  } finally {
    await unlock();
  }
};

interface JsonFile<T> {
  read(): Promise<T>;
  /** Replaces the value by what `edit` makes of it, as {@link changeFile} does. */
  change(edit: (value: T) => unknown): Promise<void>;
}

interface JsonFileOptions<T> {
  /** Reads the parsed JSON; undefined if there is no file. Throws, as `damaged` does, for another value. */
  readonly decode: (json: unknown) => T;
  /** For a file that cannot be read or is not JSON: throws, or returns the JSON to use instead. */
  readonly damaged: () => unknown;
}

/** A JSON file that several processes change. */
export const jsonFile = <T>(path: string, {decode, damaged}: JsonFileOptions<T>): JsonFile<T> => {
  const read = async (): Promise<T> =>
    decode(
      await readText(path)
        .then(text => (text === undefined ? undefined : JSON.parse(text)))
        .catch(damaged),
    );
  return {
    read,
    change: edit => changeFile(path, async () => `${JSON.stringify(edit(await read()), undefined, 2)}\n`),
  };
};

/** Rejects with {@link Unwritable} if {@link changeFile} could not write a text of `bytes`. Leaves nothing behind. */
export const probeFile = async (path: string, bytes: number): Promise<void> => {
  const {target, unlock} = await lockFile(path);
  const probe = `${target}.new`;
  try {
    await rm(probe, {force: true});
    await writeFile(probe, Buffer.alloc(bytes), {mode: 0o600, flag: 'wx', flush: true});
  } catch (error) {
    throw unwritable(target, error);
  } finally {
    await rm(probe, {force: true});
    await unlock();
  }
};

const lockFile = async (path: string): Promise<{readonly target: string; readonly unlock: Unlock}> => {
  if (path === NO_PLACE) throw new Unwritable('Nothing can be kept: HOME is empty; set it.');
  await makeFolder(dirname(path)).catch(error => {
    throw unwritable(path, error);
  });
  // A link stays a link.
  const target = await realpath(path).catch(() => path);
  return {target, unlock: await waitForLock(target)};
};

/** Node's own `recursive` does not end in a folder such as /proc, where mkdir fails with ENOENT. */
const makeFolder = async (folder: string): Promise<void> => {
  if (await exists(folder)) return;
  if (dirname(folder) !== folder) await makeFolder(dirname(folder));
  await mkdir(folder, {mode: 0o700}).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
};

interface NewFileOptions {
  /** Replaces a file that exists. */
  readonly force: boolean;
  /** How to go on if the file exists, for the message. */
  readonly advice: string;
}

/** Read and write for all, as far as the umask of the process allows: what other programs give a new file. */
const SHARED_MODE = 0o666;

/** Rejects with {@link Refused} if {@link writeNewFile} would. */
export const checkNewFile = async (path: string, {force, advice}: NewFileOptions): Promise<void> => {
  await refuseFolder(path);
  if (!force && (await exists(path))) throw new Refused(`${path} exists; ${advice}`);
};

/**
 * Writes a text to a new file, which appears when it is complete. Rejects with {@link Refused} if the file exists and is
 * not to be replaced, or another process writes it.
 */
export const writeNewFile = async (path: string, text: string, options: NewFileOptions): Promise<void> => {
  const unlock = await takeLock(path);
  try {
    await checkNewFile(path, options);
    await replaceFile(path, text, SHARED_MODE);
  } finally {
    await unlock();
  }
};

/** Rejects with {@link Refused} if a path to write to is a folder. */
export const refuseFolder = async (path: string): Promise<void> => {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) throw new Refused(`${path} is a folder; name a file in it`);
};

/** Whether something has the name, such as a link that leads nowhere. */
export const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );
