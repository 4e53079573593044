import {Worker} from 'node:worker_threads';
import {StoreUnavailable} from '@edge-console/server/store';
import type {StatementResult, WorkerRequest, WorkerResponse} from './worker.ts';

/** The only connection to a SQLite database. Statements run in the order they are sent. */
export interface Connection {
  /** Rejects with StoreUnavailable if the disk is full or not writable. */
  run(text: string, parameters: readonly unknown[]): Promise<StatementResult>;
  close(): Promise<void>;
}

type PendingStatement = {resolve(result: StatementResult): void; reject(error: Error): void};

/**
 * Opens a database in a worker thread, so that slow queries do not block the event loop. Rejects if the file `path`,
 * created if missing, cannot be opened.
 */
export const openThread = async (path: string): Promise<Connection> => {
  // Works from src, where Node strips the types, and from dist.
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const worker = new Worker(new URL(`./worker.${extension}`, import.meta.url), {workerData: {path}});
  await new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve());
    worker.once('error', reject);
  });
  return connectTo(worker);
};

const connectTo = (worker: Worker): Connection => {
  const pending = new Map<number, PendingStatement>();
  let lastId = 0;
  let failure: Error | undefined;
  const fail = (error: Error) => {
    failure ??= error;
    for (const {reject} of pending.values()) reject(failure);
    pending.clear();
  };
  worker.removeAllListeners('error');
  worker.on('error', error => fail(error instanceof Error ? error : new Error(String(error))));
  const exited = new Promise<void>(resolve => {
    worker.once('exit', () => {
      fail(new Error('the database is closed'));
      resolve();
    });
  });
  worker.on('message', (response: WorkerResponse) => {
    const statement = pending.get(response.id);
    pending.delete(response.id);
    if ('error' in response) statement?.reject(toError(response));
    else statement?.resolve(response.result);
  });
  return {
    run: (text, parameters) =>
      new Promise((resolve, reject) => {
        if (failure) return reject(failure);
        lastId += 1;
        pending.set(lastId, {resolve, reject});
        worker.postMessage({id: lastId, text, parameters} satisfies WorkerRequest);
      }),
    close: () => {
      worker.postMessage('close');
      return exited;
    },
  };
};

const BUSY = 5;
const READ_ONLY = 8;
// BUSY, READONLY, IOERR, FULL and CANTOPEN; extended codes have more bits above these.
const UNAVAILABLE_CODES: ReadonlySet<number> = new Set([BUSY, READ_ONLY, 10, 13, 14]);

const toError = ({error, errorCode}: Extract<WorkerResponse, {error: string}>): Error => {
  const code = errorCode & 0xff;
  if (!UNAVAILABLE_CODES.has(code)) return new Error(error);
  return new StoreUnavailable(error, code === BUSY ? 'busy' : code === READ_ONLY ? 'read-only' : 'failed');
};
