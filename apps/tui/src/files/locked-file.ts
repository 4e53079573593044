import {lstat, mkdir, realpath, rm, stat, writeFile} from 'node:fs/promises';
import {homedir} from 'node:os';
import {dirname, join} from 'node:path';
import {Refused} from '../core/failure.ts';
import {readText, replaceFile, Unwritable, unwritable} from './atomic-write.ts';
import {takeLock, type Unlock, waitForLock} from './file-lock.ts';
import {checkLayout, LAYOUT} from './layout.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export const statePath = (env: Environment, name: string): string => {
  const {XDG_STATE_HOME: state, HOME: home = homedir()} = env;
  if (state) return join(state, 'edge-console', name);
  return home === '' ? NO_PLACE : join(home, '.local', 'state', 'edge-console', name);
};

/** Path of state files if there is no home folder. An empty path cannot be opened. */
const NO_PLACE = '';

/** If `edit` fails, the file stays unchanged. */
export const changeFile = async (path: string, edit: (text: string | undefined) => string | Promise<string>) => {
  const {target, unlock} = await lockFile(path);
  try {
    await replaceFile(target, await edit(await readText(target)));
  } finally {
    await unlock();
  }
};

interface JsonFileOptions<T> {
  /** Receives undefined if the file is absent. May throw for an unexpected value. */
  readonly decode: (json: unknown) => T;
  /** Called if the file cannot be read or is not JSON. Returns the JSON to use instead, or throws. */
  readonly damaged: () => unknown;
}

export const jsonFile = <T>(path: string, {decode, damaged}: JsonFileOptions<T>) => {
  const read = async (): Promise<T> => {
    const json = await readText(path)
      .then(text => (text === undefined ? undefined : JSON.parse(text)))
      .catch(damaged);
    checkLayout(path, json);
    return decode(json);
  };
  let last: Promise<unknown> = Promise.resolve();
  return {
    read,
    /** `edit` returns the new fields. Changes by one process run in the order of the calls. */
    change(edit: (value: T) => object): Promise<void> {
      const changed = last.then(() =>
        changeFile(path, async () => {
          const content = {version: LAYOUT, ...edit(await read())};
          return `${JSON.stringify(content, undefined, 2)}\n`;
        }),
      );
      last = changed.catch(() => undefined);
      return changed;
    },
  };
};

/** Rejects if {@link changeFile} could not write `bytes` bytes. Leaves no file. */
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
  checkPlace(path);
  await makeFolder(dirname(path)).catch(error => {
    throw unwritable(path, error);
  });
  // If the path is a symbolic link, its target is replaced and the link stays.
  const target = await realpath(path).catch(() => path);
  return {target, unlock: await waitForLock(target)};
};

export const checkPlace = (path: string): void => {
  if (path === NO_PLACE) throw new Unwritable('Nothing can be saved: HOME is empty; set it.');
};

/** `mkdir` with `recursive` never returns for a path in /proc, so it is not used. */
export const makeFolder = async (folder: string): Promise<void> => {
  if (await exists(folder)) return;
  if (dirname(folder) !== folder) await makeFolder(dirname(folder));
  await mkdir(folder, {mode: 0o700}).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
};

interface NewFileOptions {
  readonly force: boolean;
  /** Ends the message about an existing file, such as `--force replaces it`. */
  readonly advice: string;
}

export const checkNewFile = async (path: string, {force, advice}: NewFileOptions): Promise<void> => {
  await refuseFolder(path);
  if (!force && (await exists(path))) throw new Refused(`${path} exists; ${advice}`);
};

/** The file appears only when it is complete. */
export const writeNewFile = async (path: string, text: string, options: NewFileOptions): Promise<void> => {
  const unlock = await takeLock(path);
  try {
    await checkNewFile(path, options);
    await replaceFile(path, text);
  } finally {
    await unlock();
  }
};

export const refuseFolder = async (path: string): Promise<void> => {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) throw new Refused(`${path} is a folder; name a file in it`);
};

export const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );
