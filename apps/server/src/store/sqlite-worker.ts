import {DatabaseSync, type SQLInputValue, type StatementSync} from 'node:sqlite';
import {parentPort, workerData} from 'node:worker_threads';
import type {WorkerAnswer, WorkerRequest} from './sqlite-protocol.ts';

// Statements are worth keeping: preparing one costs more than running it. Kysely makes few distinct texts.
const KEPT_STATEMENTS = 200;

type Prepared = {readonly statement: StatementSync; readonly reads: boolean};

const open = (path: string): DatabaseSync => {
  const database = new DatabaseSync(path, {timeout: 5000});
  database.exec('pragma foreign_keys = on; pragma cache_size = -65536; pragma temp_store = memory');
  if (path !== ':memory:') database.exec('pragma journal_mode = wal; pragma synchronous = full');
  return database;
};

const executor = (database: DatabaseSync) => {
  const kept = new Map<string, Prepared>();
  const prepare = (text: string): Prepared => {
    const known = kept.get(text);
    if (known) return known;
    const statement = database.prepare(text);
    const prepared = {statement, reads: statement.columns().length > 0};
    if (kept.size >= KEPT_STATEMENTS) kept.clear();
    kept.set(text, prepared);
    return prepared;
  };
  return ({id, text, parameters}: WorkerRequest): WorkerAnswer => {
    try {
      // SQLite ends a transaction by itself where it must, for example on a full disk.
      if (text === 'rollback' && !database.isTransaction) return {id, rows: [], changes: 0, insertId: 0};
      const {statement, reads} = prepare(text);
      const values = parameters as SQLInputValue[];
      if (reads) return {id, rows: statement.all(...values), changes: 0, insertId: 0};
      const {changes, lastInsertRowid} = statement.run(...values);
      return {id, rows: [], changes: Number(changes), insertId: Number(lastInsertRowid)};
    } catch (error) {
      const {message, errcode = 0} = error as Error & {errcode?: number};
      return {id, failure: message, code: errcode};
    }
  };
};

const database = open((workerData as {path: string}).path);
const execute = executor(database);
parentPort?.on('message', (request: WorkerRequest | 'close') => {
  if (request !== 'close') return parentPort?.postMessage(execute(request));
  database.close();
  parentPort?.close();
});
parentPort?.postMessage('ready');
