import {DatabaseSync} from 'node:sqlite';
import type {Version} from '../store.ts';
import type {Connection, VersionedConnection} from './connection.ts';

/** Tells versions of a database that is reached through this connection alone. */
export const withOwnVersion = (connection: Connection): VersionedConnection => {
  let current: Version = {};
  let reading = false;
  return {
    ...connection,
    run: async (text, parameters) => {
      // A transaction that only reads is all that is sent until it ends.
      if (text === 'begin') reading = true;
      const reads = reading || READS.test(text);
      if (text === 'commit' || text === 'rollback') reading = false;
      if (reads) return connection.run(text, parameters);
      // Before as well as after: what is read meanwhile may be of either time.
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

// As Kysely words every query of this server that changes nothing.
const READS = /^select /;

/**
 * Tells versions of a file in WAL mode. A connection of its own, on this side of the thread, learns without waiting that
 * any other connection, in whatever process, has committed.
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
        // The disk fails, or it is closed: nothing is known.
        return undefined;
      }
    },
    close: async () => {
      // First, so that the last connection is one that may tidy up the WAL.
      if (watcher.isOpen) watcher.close();
      await connection.close();
    },
  };
};
