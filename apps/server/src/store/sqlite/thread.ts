import {Worker} from 'node:worker_threads';
import {StoreUnavailable} from '../store.ts';
import type {Connection, JsonPageResult, StatementResult} from './connection.ts';
import type {WorkerRequest, WorkerResponse} from './worker.ts';

type PendingStatement = {resolve(result: never): void; reject(error: Error): void};

/**
 * Opens a database in a worker thread, so that slow queries do not block the event loop. Rejects if `path` (a file,
 * created if missing, or `:memory:`) cannot be opened.
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
    const id = 'id' in response ? response.id : response[0];
    const statement = pending.get(id);
    pending.delete(id);
    if (!('id' in response)) statement?.resolve(toPage(response) as never);
    else if ('error' in response) statement?.reject(toError(response));
    else statement?.resolve(response.result as never);
  });
  const texts = new Map<string, number>();
  /** The number of a text. Sends each once: statements have few texts, and most are longer than their parameters. */
  const refer = (text: string): number => {
    const known = texts.get(text);
    if (known !== undefined) return known;
    worker.postMessage({text} satisfies WorkerRequest);
    texts.set(text, texts.size);
    return texts.size - 1;
  };
  const send = <T>(toRequest: (id: number) => WorkerRequest): Promise<T> =>
    new Promise((resolve, reject) => {
      if (failure) return reject(failure);
      lastId += 1;
      pending.set(lastId, {resolve, reject});
      worker.postMessage(toRequest(lastId));
    });
  return {
    run: (text, parameters) => send<StatementResult>(id => [id, refer(text), parameters]),
    readJson: ({total, rows, guard}) =>
      send<JsonPageResult>(id => [
        ...([id, refer(total.text), total.parameters] as const),
        ...([refer(rows.text), rows.parameters] as const),
        ...([guard && refer(guard.text), guard?.parameters ?? []] as const),
      ]),
    close: () => {
      worker.postMessage('close');
      return exited;
    },
  };
};

const toPage = ([, guard, count, json]: Extract<WorkerResponse, readonly unknown[]>): JsonPageResult => ({
  guard,
  page: json === undefined ? undefined : {json, count},
});

const BUSY = 5;
const READ_ONLY = 8;
// BUSY, READONLY, IOERR, FULL and CANTOPEN; extended codes have more bits above these.
const UNAVAILABLE_CODES: ReadonlySet<number> = new Set([BUSY, READ_ONLY, 10, 13, 14]);

const toError = ({error, errorCode}: Extract<WorkerResponse, {error: string}>): Error => {
  const code = errorCode & 0xff;
  if (!UNAVAILABLE_CODES.has(code)) return new Error(error);
  return new StoreUnavailable(error, code === BUSY ? 'busy' : code === READ_ONLY ? 'read-only' : 'failed');
};
