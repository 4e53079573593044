import {Worker} from 'node:worker_threads';
import type {WorkerAnswer, WorkerRequest} from './sqlite-protocol.ts';
import {StoreUnavailable} from './store.ts';
import {type Version, withFileVersion, withOwnVersion} from './version.ts';

type Done = Extract<WorkerAnswer, {rows: readonly unknown[]}>;
type Waiting = {resolve(answer: Done): void; reject(error: Error): void};

/** A SQLite database in a thread of its own, so that a slow query never blocks the event loop. */
export interface SqliteThread {
  run(text: string, parameters: readonly unknown[]): Promise<Done>;
  /** See {@link Store.version}. */
  version(): Version | undefined;
  close(): Promise<void>;
}

/** Opens `path` (a file, made when missing, or `:memory:`). Rejects when it cannot be opened. */
export const openThread = async (path: string): Promise<SqliteThread> => {
  // The same code runs from src, where Node strips the types, and from dist.
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const worker = new Worker(new URL(`./sqlite-worker.${extension}`, import.meta.url), {workerData: {path}});
  await new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve());
    worker.once('error', reject);
  });
  const thread = converse(worker);
  return path === ':memory:' ? withOwnVersion(thread) : withFileVersion(thread, path);
};

const converse = (worker: Worker): Omit<SqliteThread, 'version'> => {
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let ended: Error | undefined;
  const end = (error: Error) => {
    ended ??= error;
    for (const {reject} of waiting.values()) reject(ended);
    waiting.clear();
  };
  worker.removeAllListeners('error');
  worker.on('error', error => end(error instanceof Error ? error : new Error(String(error))));
  const exited = new Promise<void>(resolve => {
    worker.once('exit', () => {
      end(new Error('the database is closed'));
      resolve();
    });
  });
  worker.on('message', (answer: WorkerAnswer) => {
    const caller = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('failure' in answer) caller?.reject(failureOf(answer));
    else caller?.resolve(answer);
  });
  return {
    run: (text, parameters) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(ended);
        last += 1;
        waiting.set(last, {resolve, reject});
        worker.postMessage({id: last, text, parameters} satisfies WorkerRequest);
      }),
    close: () => {
      worker.postMessage('close');
      return exited;
    },
  };
};

// BUSY, READONLY, IOERR, FULL, CANTOPEN, each with finer numbers in the upper bits.
const PASSING: ReadonlySet<number> = new Set([5, 8, 10, 13, 14]);

const failureOf = ({failure, code}: Extract<WorkerAnswer, {failure: string}>): Error =>
  PASSING.has(code & 0xff) ? new StoreUnavailable(failure) : new Error(failure);
