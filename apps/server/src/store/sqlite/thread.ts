import {Worker} from 'node:worker_threads';
import {StoreUnavailable} from '../store.ts';
import type {Connection, Result} from './connection.ts';
import type {WorkerAnswer, WorkerRequest} from './worker.ts';

type Waiting = {resolve(result: Result): void; reject(error: Error): void};

/**
 * A database in a thread of its own, so that a slow query never blocks the event loop. Rejects when `path` (a file, made
 * when missing, or `:memory:`) cannot be opened.
 */
export const openThread = async (path: string): Promise<Connection> => {
  // The same code runs from src, where Node strips the types, and from dist.
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const worker = new Worker(new URL(`./worker.${extension}`, import.meta.url), {workerData: {path}});
  await new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve());
    worker.once('error', reject);
  });
  return converse(worker);
};

const converse = (worker: Worker): Connection => {
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
    else caller?.resolve(answer.result);
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
