import {parentPort, workerData} from 'node:worker_threads';
import {createCollector} from '../../collect-garbage.ts';
import type {JsonPage} from '../store.ts';
import {type JsonPageQuery, openExecutor, type Statement, type StatementResult} from './connection.ts';

/** A statement or a page for the worker that owns the database. */
export type WorkerRequest = {readonly id: number} & ({readonly statement: Statement} | {readonly page: JsonPageQuery});

/** `errorCode` is SQLite's extended result code; 0 if the error has none. */
export type WorkerResponse = {readonly id: number} & (
  | {readonly result: StatementResult | JsonPage | undefined}
  | {readonly error: string; readonly errorCode: number}
);

const {execute, readJson, close} = openExecutor((workerData as {path: string}).path);

const collectLater = createCollector();

const readPage = (query: JsonPageQuery): JsonPage | undefined => {
  const page = readJson(query);
  if (page) collectLater(page.json.length);
  return page;
};

const respond = (request: WorkerRequest): WorkerResponse => {
  const {id} = request;
  try {
    return {id, result: 'page' in request ? readPage(request.page) : execute(request.statement)};
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
