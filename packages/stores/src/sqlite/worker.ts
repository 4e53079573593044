import {parentPort, workerData} from 'node:worker_threads';
import {type ExecutedStatement, openExecutor} from './connection.ts';

/** A message to the worker that owns the database. */
export interface WorkerRequest {
  readonly id: number;
  readonly text: string;
  readonly parameters: readonly unknown[];
}

/**
 * The result of a request, an {@link ExecutedStatement} as JSON: one string is copied faster than rows.
 * `errorCode` is SQLite's extended result code; 0 if the error has none.
 */
export type WorkerResponse =
  | {readonly id: number; readonly result: string}
  | {readonly id: number; readonly error: string; readonly errorCode: number};

const {execute, close} = openExecutor((workerData as {path: string}).path);

const respond = ({id, text, parameters}: WorkerRequest): WorkerResponse => {
  try {
    return {id, result: JSON.stringify(execute(text, parameters) satisfies ExecutedStatement)};
  } catch (error) {
    const {message, errcode = 0} = error as Error & {errcode?: number};
    return {id, error: message, errorCode: errcode};
  }
};

parentPort?.on('message', (request: WorkerRequest | 'close') => {
  if (request === 'close') {
    close();
    parentPort?.close();
  } else parentPort?.postMessage(respond(request));
});
parentPort?.postMessage('ready');
