import {readFile, rm, stat, writeFile} from 'node:fs/promises';
import {setTimeout as delay} from 'node:timers/promises';
import {Refused} from '../core/failure.ts';
import {unwritable} from './atomic-write.ts';

/** A lock file that is empty for longer was left by a process that died before it wrote its id. */
const UNWRITTEN_MS = 10_000;
const MAX_WAIT_MS = 30_000;
const RETRY_MS = 20;

export type Unlock = () => Promise<void>;

/** Replaces the lock of a process that has died. Rejects with {@link Refused} if the path is locked. */
export const takeLock = async (path: string): Promise<Unlock> => {
  const unlock = await tryLockOf(path);
  if (unlock !== undefined) return unlock;
  const file = `${path}.lock`;
  const holder = await readHolder(file);
  const who = holder?.pid === undefined ? 'another process' : `process ${holder.pid}`;
  throw new Refused(`${who} is using ${path}`, `If that is not edge-console, delete ${file}.`);
};

export const waitForLock = async (path: string): Promise<Unlock> => {
  const deadline = performance.now() + MAX_WAIT_MS;
  while (performance.now() < deadline) {
    const unlock = await tryLockOf(path);
    if (unlock !== undefined) return unlock;
    await delay(RETRY_MS);
  }
  return takeLock(path);
};

const tryLockOf = (path: string): Promise<Unlock | undefined> =>
  tryLock(`${path}.lock`).catch(error => {
    throw unwritable(path, error);
  });

const tryLock = async (file: string): Promise<Unlock | undefined> =>
  (await create(file)) ?? ((await removeStale(file)) ? create(file) : undefined);

const create = async (file: string): Promise<Unlock | undefined> => {
  try {
    await writeFile(file, `${process.pid} ${startOfProcess()}`, {flag: 'wx', mode: 0o600});
    return () => rm(file, {force: true});
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return undefined;
    // If the disk is full, the lock file is created but empty, so it must be deleted.
    if (codeOf(error) === 'ENOSPC') await rm(file, {force: true});
    throw error;
  }
};

/** A second lock, `.stale`, ensures that only one process deletes the lock file. */
const removeStale = async (file: string): Promise<boolean> => {
  if (!isStale(await readHolder(file))) return false;
  const unlock = await tryLock(`${file}.stale`);
  if (unlock === undefined) return false;
  try {
    if (isStale(await readHolder(file))) await rm(file, {force: true});
  } finally {
    await unlock();
  }
  return true;
};

interface Holder {
  /** Undefined if the lock file is still empty. */
  readonly pid: number | undefined;
  readonly startedAt: number;
  readonly ageMs: number;
}

const readHolder = async (file: string): Promise<Holder | undefined> => {
  try {
    const {mtimeMs} = await stat(file);
    const [, pid, startedAt] = /^(\d+) (\d+)$/.exec(await readFile(file, 'utf8')) ?? [];
    return {pid: pid === undefined ? pid : Number(pid), startedAt: Number(startedAt), ageMs: Date.now() - mtimeMs};
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
};

const isStale = (holder: Holder | undefined): boolean => {
  if (holder === undefined) return false;
  const {pid, startedAt, ageMs} = holder;
  if (pid === undefined) return ageMs > UNWRITTEN_MS;
  // In a container, this process may have the id of an earlier process that has died, so the start times are compared.
  return pid === process.pid ? startedAt !== startOfProcess() : !isRunning(pid);
};

const startOfProcess = (): number => Math.round(performance.timeOrigin);

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
};

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
