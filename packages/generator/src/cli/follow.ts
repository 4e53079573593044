import {setTimeout} from 'node:timers/promises';
import {type Store, StoreUnavailable} from '@edge-console/server/store';
import type {ImportOrigin} from '../import/batches.ts';
import {followLog, type LogFollower, POLL_MS} from '../import/follow-log.ts';
import type {Terminal} from './terminal.ts';

interface FollowCommand {
  readonly store: Store;
  readonly paths: readonly string[];
  readonly origin: ImportOrigin;
}

/** Tries again while the database is unavailable. If a file cannot be followed, stops following all files. */
export const follow = async ({store, paths, origin}: FollowCommand, terminal: Terminal): Promise<void> => {
  const failed = new AbortController();
  const stopped = AbortSignal.any([terminal.stopped, failed.signal]);
  const outcomes = await Promise.allSettled(
    paths.map(async path => {
      const follower = followLog({store, path, origin});
      try {
        await pollUntil(follower, {...terminal, stopped});
        terminal.out(`${follower.entries} entries imported from ${path}\n`);
      } catch (error) {
        failed.abort();
        throw error;
      } finally {
        await follower.close();
      }
    }),
  );
  const rejected = outcomes.find(outcome => outcome.status === 'rejected');
  if (rejected) throw rejected.reason;
};

const pollUntil = async (follower: LogFollower, {stopped, err}: Pick<Terminal, 'stopped' | 'err'>): Promise<void> => {
  let problem = '';
  while (!stopped.aborted) {
    try {
      const more = await follower.poll();
      problem = '';
      if (more) continue;
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      if (error.message !== problem) err(`edge-logs: import: ${error.message}; trying again\n`);
      problem = error.message;
    }
    await setTimeout(POLL_MS, undefined, {signal: stopped}).catch(() => undefined);
  }
  await follower.finish();
};
