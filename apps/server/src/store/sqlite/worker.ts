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

const {execute, close} = openExecutor((workerData as {path: string}).path);

const respond = ({id, text, parameters}: WorkerRequest): WorkerResponse => {
  try {
    return {id, result: execute(text, parameters)};
  } catch (error) {
    const {message, errcode = 0} = error as Error & {errcode?: number};
    return {id, error: message, errorCode: errcode};
  }
};

parentPort?.on('message', (request: WorkerRequest | 'close') => {
  if (request !== 'close') return parentPort?.postMessage(respond(request));
  close();
  parentPort?.close();
});
parentPort?.postMessage('ready');
