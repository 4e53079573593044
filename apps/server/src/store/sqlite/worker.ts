import {parentPort, workerData} from 'node:worker_threads';
import {openExecutor, type StatementResult} from './connection.ts';

/** A statement for the worker that owns the database. */
export interface WorkerRequest {
  readonly id: number;
  readonly text: string;
  readonly parameters: readonly unknown[];
}

/** `errorCode` is SQLite's extended result code; 0 if the error has none. */
export type WorkerResponse = {readonly id: number} & (
  | {readonly result: StatementResult}
  | {readonly error: string; readonly errorCode: number}
);

const MAX_DELAY_MS = 1;

const {execute, close} = openExecutor((workerData as {path: string}).path);

const respond = ({id, text, parameters}: WorkerRequest): WorkerResponse => {
  try {
    return {id, result: execute(text, parameters)};
  } catch (error) {
    const {message, errcode = 0} = error as Error & {errcode?: number};
    return {id, error: message, errorCode: errcode};
  }
};

parentPort?.on('message', (requests: readonly WorkerRequest[] | 'close') => {
  if (requests === 'close') {
    close();
    parentPort?.close();
    return;
  }
  let responses: WorkerResponse[] = [];
  let since = performance.now();
  for (const request of requests) {
    responses.push(respond(request));
    // Results do not wait for slow statements behind them.
    if (performance.now() - since < MAX_DELAY_MS) continue;
    parentPort?.postMessage(responses);
    responses = [];
    since = performance.now();
  }
  if (responses.length > 0) parentPort?.postMessage(responses);
});
parentPort?.postMessage('ready');
