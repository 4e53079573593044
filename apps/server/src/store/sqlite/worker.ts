import {parentPort, workerData} from 'node:worker_threads';
import {createCollector} from '../../collect-garbage.ts';
import type {FieldTypes} from '../store.ts';
import {
  type JsonPageQuery,
  type JsonPageResult,
  openExecutor,
  type Statement,
  type StatementResult,
} from './connection.ts';

/**
 * A message to the worker that owns the database: a constant, a statement, or a page. Constants are texts of statements and
 * fields of pages; requests refer to them by number, in the order they were sent.
 */
export type WorkerRequest =
  | {readonly constant: unknown}
  | readonly [id: number, text: number, parameters: readonly unknown[]]
  | readonly [
      ...[id: number, total: number, totalParameters: readonly unknown[]],
      ...[rows: number, rowsParameters: readonly unknown[], fields: number],
      ...[guard: number | undefined, guardParameters: readonly unknown[]],
    ];

/** `errorCode` is SQLite's extended result code; 0 if the error has none. */
export type WorkerResponse = {readonly id: number} & (
  | {readonly result: StatementResult | JsonPageResult}
  | {readonly error: string; readonly errorCode: number}
);

const {execute, readJson, close} = openExecutor((workerData as {path: string}).path);

const constants: unknown[] = [];
const statementOf = (text: number, parameters: readonly unknown[]): Statement => ({
  text: constants[text] as string,
  parameters,
});

const collectLater = createCollector();

const readPage = (query: JsonPageQuery): JsonPageResult => {
  const result = readJson(query);
  if (result.page) collectLater(result.page.json.length);
  return result;
};

const respond = (request: Exclude<WorkerRequest, {constant: unknown}>): WorkerResponse => {
  const [id, text, parameters] = request;
  const statement = statementOf(text, parameters);
  try {
    if (request.length === 3) return {id, result: execute(statement)};
    const [, , , rows, rowsParameters, fields, guard, guardParameters] = request;
    const page = {rows: statementOf(rows, rowsParameters), fields: constants[fields] as FieldTypes<object>};
    const guardQuery = guard === undefined ? undefined : statementOf(guard, guardParameters);
    return {id, result: readPage({total: statement, ...page, guard: guardQuery})};
  } catch (error) {
    const {message, errcode = 0} = error as Error & {errcode?: number};
    return {id, error: message, errorCode: errcode};
  }
};

parentPort?.on('message', (request: WorkerRequest | 'close') => {
  if (request === 'close') {
    close();
    parentPort?.close();
  } else if ('constant' in request) constants.push(request.constant);
  else parentPort?.postMessage(respond(request));
});
parentPort?.postMessage('ready');
