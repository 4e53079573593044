import type {Stats} from 'node:fs';
import {mkdir, readFile, realpath, rename, rm, stat, writeFile} from 'node:fs/promises';
import {homedir} from 'node:os';
import {dirname, join} from 'node:path';
import {type Unlock, waitForLock} from './lock.ts';
import {Unwritable, unwritable} from './unwritable.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A file of the console's state: under `$XDG_STATE_HOME`, default `~/.local/state`. */
export const statePath = (env: Environment, name: string): string => {
  const {XDG_STATE_HOME: state, HOME: home = homedir()} = env;
  if (state) return join(state, 'edge-console', name);
  return home === '' ? NO_PLACE : join(home, '.local', 'state', 'edge-console', name);
};

/** With an empty `HOME`, a path would be in the working folder: there is no file, and none can be written. */
const NO_PLACE = '';

/** Permission bits of others than the owner. */
const OTHERS = 0o077;

/** Whether others than the owner have rights on a file. Windows has no such bits. */
export const isOpenToOthers = ({mode}: Pick<Stats, 'mode'>): boolean =>
  process.platform !== 'win32' && (mode & OTHERS) !== 0;

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

/**
 * Replaces a file: a reader sees the old one or the new one. A new file has `newMode`: its owner alone can read it by default.
 * For one writer at a time. Rejects with {@link Unwritable}.
 */
export const replaceFile = async (path: string, text: string, newMode = 0o600): Promise<void> => {
  const next = `${path}.new`;
  const mode = await stat(path).then(
    found => found.mode & 0o777,
    () => newMode,
  );
  try {
    // Of a process that died, or a link that someone put there.
    await rm(next, {force: true});
    await writeFile(next, text, {mode, flag: 'wx', flush: true});
    await rename(next, path);
  } catch (error) {
    await rm(next, {force: true}).catch(() => undefined);
    throw unwritable(path, error);
  }
};

/** The text of a file; undefined if there is none. */
export const readText = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });

/** Node's own `recursive` does not end in a folder such as /proc, which answers ENOENT. */
const makeFolder = async (folder: string): Promise<void> => {
  const make = () =>
    mkdir(folder, {mode: 0o700}).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  if (await isThere(folder)) return;
  if (dirname(folder) !== folder) await makeFolder(dirname(folder));
  await make();
};

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
