import {parentPort, workerData} from 'node:worker_threads';
import {createCollector} from '../../collect-garbage.ts';
import {
  type JsonPageQuery,
  type JsonPageResult,
  openExecutor,
  type Statement,
  type StatementResult,
} from './connection.ts';

/**
 * A message to the worker that owns the database: a text of statements, a statement, or a page. Requests refer to texts by
 * number, in the order they were sent.
 */
export type WorkerRequest =
  | {readonly text: string}
  | readonly [id: number, text: number, parameters: readonly unknown[]]
  | readonly [
      ...[id: number, total: number, totalParameters: readonly unknown[]],
      ...[rows: number, rowsParameters: readonly unknown[]],
      ...[guard: number | undefined, guardParameters: readonly unknown[]],
    ];

/**
 * The result of a request; a page is a list, which is copied faster. `errorCode` is SQLite's extended result code; 0 if the
 * error has none.
 */
export type WorkerResponse =
  | readonly [id: number, guard: unknown, count: number, json: string | undefined]
  | {readonly id: number; readonly result: StatementResult}
  | {readonly id: number; readonly error: string; readonly errorCode: number};

const {execute, readJson, close} = openExecutor((workerData as {path: string}).path);

const texts: string[] = [];
const statementOf = (text: number, parameters: readonly unknown[]): Statement => ({
  text: texts[text] as string,
  parameters,
});

const collectLater = createCollector();

const readPage = (query: JsonPageQuery): JsonPageResult => {
  const result = readJson(query);
  if (result.page) collectLater(result.page.json.length);
  return result;
};

const respond = (request: Exclude<WorkerRequest, {text: string}>): WorkerResponse => {
  const [id, text, parameters] = request;
  const statement = statementOf(text, parameters);
  try {
    if (request.length === 3) return {id, result: execute(statement)};
    const [, , , rows, rowsParameters, guard, guardParameters] = request;
    const {guard: guardRow, page} = readPage({
      total: statement,
      rows: statementOf(rows, rowsParameters),
      guard: guard === undefined ? undefined : statementOf(guard, guardParameters),
    });
    return [id, guardRow, page?.count ?? 0, page?.json];
  } catch (error) {
    const {message, errcode = 0} = error as Error & {errcode?: number};
    return {id, error: message, errorCode: errcode};
  }
};

parentPort?.on('message', (request: WorkerRequest | 'close') => {
  if (request === 'close') {
    close();
    parentPort?.close();
  } else if ('text' in request) texts.push(request.text);
  else parentPort?.postMessage(respond(request));
});
parentPort?.postMessage('ready');
