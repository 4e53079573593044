import {parentPort, workerData} from 'node:worker_threads';
import type {Result} from './connection.ts';
import {openExecutor} from './executor.ts';

/** One statement for the worker that owns the database. */
export interface WorkerRequest {
  readonly id: number;
  readonly text: string;
  readonly parameters: readonly unknown[];
}

export type WorkerAnswer = {readonly id: number} & (
  | {readonly result: Result}
  | {readonly failure: string /** SQLite's own number of the failure. */; readonly code: number}
);

const {execute, close} = openExecutor((workerData as {path: string}).path);

const answer = ({id, text, parameters}: WorkerRequest): WorkerAnswer => {
  try {
    return {id, result: execute(text, parameters)};
  } catch (error) {
    const {message, errcode = 0} = error as Error & {errcode?: number};
    return {id, failure: message, code: errcode};
  }
};

parentPort?.on('message', (request: WorkerRequest | 'close') => {
  if (request !== 'close') return parentPort?.postMessage(answer(request));
  close();
  parentPort?.close();
});
parentPort?.postMessage('ready');
