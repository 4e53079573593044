import {openStore} from '../store/open.ts';
import {openSqlite} from '../store/sqlite.ts';
import type {Store} from '../store/store.ts';
import {openInline} from './inline-sqlite.ts';

/** Where the data of a server is, and whether it can begin again. */
export interface Backing {
  /** The same object for as long as the server lives. */
  readonly store: Store;
  /** Replaces everything by nothing. Rejects where the data is not the server's own to lose. */
  empty(): Promise<void>;
  /** Closes what was opened here. */
  close(): Promise<void>;
}

export interface BackingOptions {
  readonly database?: string;
  readonly store?: Store;
  /** `inline` keeps a small database in memory on the event loop, `thread` any database in a thread of its own. */
  readonly engine: 'inline' | 'thread';
}

/** Opens the database of a server, or takes the caller's store, which stays open. */
export const openBacking = async ({database = ':memory:', store, engine}: BackingOptions): Promise<Backing> => {
  if (store) return {store, empty: refuse, close: async () => undefined};
  if (database !== ':memory:') {
    const own = await openStore(database);
    return {store: own, empty: refuse, close: () => own.close()};
  }
  const open = engine === 'inline' ? openInline : () => openSqlite(':memory:');
  let current = await open();
  return {
    store: forwarding(() => current),
    empty: async () => {
      const last = current;
      current = await open();
      await last.close();
    },
    close: () => current.close(),
  };
};

/** A reset would lose data that is not the server's own to lose. */
export class NotResettable extends Error {}

const refuse = async (): Promise<never> => {
  throw new NotResettable('a reset is for a database in memory; this one keeps its data');
};

// Handlers hold on to the store they were made with.
const forwarding = (current: () => Store): Store =>
  new Proxy({} as Store, {
    get: (_target, name) => {
      const value: unknown = Reflect.get(current(), name);
      return typeof value === 'function' ? value.bind(current()) : value;
    },
  });
