import {DatabaseSync} from 'node:sqlite';
import type {Version} from '../store.ts';
import type {Connection, VersionedConnection} from './connection.ts';

/** Versions of a database that only this connection can reach: each write changes the version. */
export const withOwnVersion = (connection: Connection): VersionedConnection => {
  let current: Version = {};
  let inReadTransaction = false;
  return {
    ...connection,
    run: async (text, parameters) => {
      // The driver sends plain `begin` for read-only transactions only, and no other statements until they end.
      if (text === 'begin') inReadTransaction = true;
      const reads = inReadTransaction || SELECT.test(text);
      if (text === 'commit' || text === 'rollback') inReadTransaction = false;
      if (reads) return connection.run(text, parameters);
      // Before and after: a concurrent read may see the data before or after the write.
      current = {};
      try {
        return await connection.run(text, parameters);
      } finally {
        current = {};
      }
    },
    version: () => current,
  };
};

// Every read-only query of this server, as Kysely compiles it.
const SELECT = /^select /;

/**
 * Versions of a file in WAL mode. A second connection on the calling thread reads `data_version`, which changes with
 * every commit of another connection in any process.
 */
export const withFileVersion = (connection: Connection, path: string): VersionedConnection => {
  const watcher = new DatabaseSync(path, {readOnly: true});
  const statement = watcher.prepare('pragma data_version');
  let last: unknown;
  let current: Version = {};
  return {
    ...connection,
    version: () => {
      try {
        const number = statement.get()?.data_version;
        if (number !== last) current = {};
        last = number;
        return current;
      } catch {
        // A disk error, or the watcher is closed.
        return undefined;
      }
    },
    close: async () => {
      // Closed first: the last connection to close checkpoints the WAL, which a read-only one cannot.
      if (watcher.isOpen) watcher.close();
      await connection.close();
    },
  };
};
