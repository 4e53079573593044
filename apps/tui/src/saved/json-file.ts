import {chmod, mkdir, open, readFile, rename, rm, stat, writeFile} from 'node:fs/promises';
import {homedir} from 'node:os';
import {dirname, join} from 'node:path';
import {setTimeout as delay} from 'node:timers/promises';

type Environment = Readonly<Record<string, string | undefined>>;

/** A file of the console's state: under `$XDG_STATE_HOME`, default `~/.local/state`. */
export const statePath = (env: Environment, name: string): string =>
  join(env.XDG_STATE_HOME || join(env.HOME || homedir(), '.local', 'state'), 'edge-console', name);

/** A lock file this old was left by a process that died. */
const STALE_LOCK_MS = 10_000;
const LOCK_RETRY_MS = 20;

/**
 * Replaces a file that only its owner can read, while no other process does: a reader sees the old file or the new one.
 * `edit` returns the new text.
 */
export const changeFile = async (path: string, edit: () => Promise<string>): Promise<void> => {
  await mkdir(dirname(path), {recursive: true, mode: 0o700});
  const unlock = await lock(`${path}.lock`);
  try {
    const text = await edit();
    const next = `${path}.new`;
    await writeFile(next, text, {mode: 0o600});
    await chmod(next, 0o600);
    await rename(next, path);
  } finally {
    await unlock();
  }
};

/** The JSON of a file; undefined if there is none. Rejects if it is damaged. */
export const readJson = async (path: string): Promise<unknown> => {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? undefined : JSON.parse(text);
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
