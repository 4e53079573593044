import type {SQLInputValue, StatementSync} from 'node:sqlite';
import {parentPort, workerData} from 'node:worker_threads';
import {memoize} from '../memoize.ts';

/** Rows as lists of values, in the order of `columns`: half the work of an object for each row. */
export interface StatementResult {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  readonly changes: number;
  readonly insertId: number;
}

/** A message to the worker that owns the database. */
export interface WorkerRequest {
  readonly id: number;
  readonly text: string;
  readonly parameters: readonly unknown[];
}

/** `errorCode` is SQLite's extended result code; 0 if the error has none. */
export type WorkerResponse =
  | {readonly id: number; readonly result: StatementResult}
  | {readonly id: number; readonly error: string; readonly errorCode: number};

interface PreparedStatement {
  readonly statement: StatementSync;
  /** Empty if it returns no rows. */
  readonly columns: readonly string[];
}

// Not a named import: Node.js 20 has no such module and would fail before `node-version.ts` runs.
const {DatabaseSync: Database} = process.getBuiltinModule('node:sqlite');
const database = new Database((workerData as {path: string}).path, {timeout: 5000});
database.exec('pragma foreign_keys = on; pragma cache_size = -65536; pragma temp_store = memory');
database.exec('pragma journal_mode = wal; pragma synchronous = full');

const prepared = memoize<PreparedStatement>();
const prepare = (text: string): PreparedStatement => {
  const statement = database.prepare(text);
  statement.setReturnArrays(true);
  return {statement, columns: statement.columns().map(({name}) => name)};
};

const EMPTY_RESULT: StatementResult = {columns: [], rows: [], changes: 0, insertId: 0};

const execute = ({text, parameters}: WorkerRequest): StatementResult => {
  // SQLite may have rolled back by itself, for example on a full disk.
  if (text === 'rollback' && !database.isTransaction) return EMPTY_RESULT;
  const {statement, columns} = prepared(text, () => prepare(text));
  const values = parameters as SQLInputValue[];
  if (columns.length > 0) {
    const rows = statement.all(...values) as unknown as StatementResult['rows'];
    return {...EMPTY_RESULT, columns, rows};
  }
  const {changes, lastInsertRowid} = statement.run(...values);
  return {...EMPTY_RESULT, changes: Number(changes), insertId: Number(lastInsertRowid)};
};

const respond = (request: WorkerRequest): WorkerResponse => {
  const {id} = request;
  try {
    return {id, result: execute(request)};
  } catch (error) {
    const {message, errcode = 0} = error as Error & {errcode?: number};
    return {id, error: message, errorCode: errcode};
  }
};

parentPort?.on('message', (request: WorkerRequest | 'close') => {
  if (request === 'close') {
    database.close();
    parentPort?.close();
  } else parentPort?.postMessage(respond(request));
});
parentPort?.postMessage('ready');
