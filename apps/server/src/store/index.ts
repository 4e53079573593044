import {loadPackage} from '../load-package.ts';
import {memoryStore} from './memory-store.ts';
import type {Store} from './store.ts';

export {NEVER_EXPIRES} from '@edge-console/schema/values';
export {type Line, MAX_LINE_BYTES, splitLines} from '../lines.ts';
export * from './store.ts';

interface StoresPackage {
  openDatabase(database: string): Promise<Store>;
}

/**
 * Opens a {@link memoryStore} for `:memory:`, a SQLite file, or `postgres://…`. Rejects with a RangeError for anything
 * else, with the error of the database, or if `@edge-console/stores` is not installed.
 */
export const openStore = async (database: string): Promise<Store> => {
  if (database === ':memory:') return memoryStore();
  const {openDatabase} = await loadPackage<StoresPackage>('@edge-console/stores', 'a database');
  return openDatabase(database);
};
