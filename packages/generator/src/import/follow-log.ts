import {stat} from 'node:fs/promises';
import type {Store} from '@edge-console/server/store';
import type {ImportOrigin} from './batches.ts';
import {type FollowedFile, followFile, QUIET_MS} from './followed-file.ts';
import {type LogFile, openLog} from './log-file.ts';

export const POLL_MS = 250;

export interface LogFollower {
  /** Imports a batch of new entries. Resolves to whether there are more. */
  poll(): Promise<boolean>;
  finish(): Promise<void>;
  close(): Promise<void>;
  readonly entries: number;
}

interface FollowOptions {
  readonly store: Store;
  readonly path: string;
  readonly origin: ImportOrigin;
  readonly now?: () => number;
}

interface OpenFile extends FollowedFile {
  readonly log: LogFile;
  readonly openedAt: number;
}

/**
 * Follows a log by name, as `tail -F` does. After a rotation, reads the renamed file until it has not changed for
 * {@link QUIET_MS}, because the workers of nginx reopen the log one by one.
 */
export const followLog = ({store, path, origin, now = () => performance.now()}: FollowOptions): LogFollower => {
  // The file that is being read, followed by the newer files of the same name.
  const files: OpenFile[] = [];
  let closedEntries = 0;
  const openNewest = async () => {
    if (await isNewest(files.at(-1)?.log, path)) return;
    const log = await openLog(path).catch(ignoreMissing);
    if (log) files.push(Object.assign(followFile(log, {store, origin, now}), {log, openedAt: now()}));
  };
  const closeFirst = async () => {
    const file = files.shift();
    closedEntries += file?.entries ?? 0;
    await file?.log.close();
  };
  return {
    poll: async () => {
      await openNewest();
      const [file, next] = files;
      if (!file) return false;
      if (await file.read(next ? 'renamed' : 'named')) return true;
      if (!next || now() - Math.max(file.changedAt, next.openedAt) < QUIET_MS) return false;
      await file.finish();
      await closeFirst();
      return true;
    },
    finish: async () => {
      await openNewest();
      while (files.length > 1) {
        await files[0]?.finish();
        await closeFirst();
      }
      await files[0]?.read('named');
      await files[0]?.release();
    },
    close: async () => {
      while (files.length > 0) await closeFirst();
    },
    get entries() {
      return files.reduce((sum, file) => sum + file.entries, closedEntries);
    },
  };
};

// Resolves to true if the file at `path` is the one that `log` reads, or if no file exists at `path`.
const isNewest = async (log: LogFile | undefined, path: string): Promise<boolean> => {
  const named = await stat(path).catch(ignoreMissing);
  if (!named || !log) return !named;
  const {ino, dev} = await log.stat();
  return named.ino === ino && named.dev === dev;
};

const ignoreMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
};
