import {createHash} from 'node:crypto';
import type {PostgresPool, PostgresPoolClient} from 'kysely';
import {type Client, DatabaseError, Pool, type PoolClient, types} from 'pg';
import {StoreUnavailable} from '../store.ts';
import {retrying} from './retry.ts';
import {fromPostgres, toPostgres} from './text.ts';

// Connections of one copy of the server; PostgreSQL has 100 by default, for all of them.
const CONNECTIONS = 8;
const CONNECT_MS = 10_000;
// How long the end waits for statements under way.
const END_MS = 1000;

/**
 * Connections whose statements are prepared once each, whose integers are numbers and whose text may hold a NUL. A
 * statement that takes longer than `patienceMs` has failed, and its connection with it.
 */
export const postgresPool = (url: string, patienceMs?: number): PostgresPool => {
  const pool = new Pool({
    connectionString: url,
    ...(patienceMs !== undefined && {query_timeout: patienceMs}),
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'edge-server',
    types: {getTypeParser: parserOf},
    // Planning the statement of a list anew for each of its values takes longer than running it. A database that does not
    // know how to keep plans is only slower.
    onConnect: client => client.query('set plan_cache_mode = force_generic_plan').catch(() => undefined),
  });
  // A connection that breaks while nobody uses it is replaced when somebody does.
  pool.on('error', () => undefined);
  // One that breaks while it is in use tells so by the statement under way; unheard, the event would end the process.
  const clients = new Set<PoolClient>();
  pool.on('connect', client => clients.add(client.on('error', () => undefined)));
  pool.on('remove', client => clients.delete(client));
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url');
    names.set(text, name);
    return name;
  };
  return {
    options: {},
    connect: async () => prepared(await reachable(() => pool.connect()), nameOf),
    end: async () => {
      const late = setTimeout(() => {
        for (const client of clients) (client as unknown as Client).connection.stream.destroy();
      }, END_MS);
      await pool.end();
      clearTimeout(late);
    },
  };
};

const INT8 = 20;
const TEXTS: ReadonlySet<number> = new Set([25, 1043]);

const parserOf = ((oid: number, format?: 'text') => {
  // All integers of the contract are safe ones.
  if (oid === INT8) return Number;
  return TEXTS.has(oid) ? fromPostgres : types.getTypeParser(oid, format);
}) as typeof types.getTypeParser;

const BEGINS = /^(begin|start transaction)/;

/** A connection as Kysely takes it. What is no part of a transaction is run again when others were in the way. */
const prepared = (client: PoolClient, nameOf: (text: string) => string): PostgresPoolClient => {
  let open = false;
  let lost: unknown;
  const send = async (text: string, parameters: readonly unknown[]) => {
    // Even the end of a transaction: it would wait behind the statement that nobody answers.
    if (lost) throw lost;
    const values = parameters.map(toPostgres);
    try {
      const {command, rowCount, rows} = await reachable(() => client.query({name: nameOf(text), text, values}));
      return {command, rowCount: rowCount ?? 0, rows} as never;
    } catch (error) {
      if (error instanceof ConnectionLost) lost = error;
      throw error;
    }
  };
  const query = async (text: string, parameters: readonly unknown[]) => {
    if (BEGINS.test(text)) open = true;
    if (open) {
      if (text === 'commit' || text === 'rollback') open = false;
      return send(text, parameters);
    }
    return retrying(() => send(text, parameters));
  };
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: destroy => client.release(destroy || lost !== undefined),
  };
};

/** Nobody knows whether the statement was run. */
class ConnectionLost extends StoreUnavailable {}

// SQLSTATEs of a lost connection, a read-only server, no room or too many connections, a server that stops or starts.
const PASSING = /^(08|25006|53|57P0|58)/;

const reachable = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    const {message, code} = error as Error & {code?: unknown};
    if (error instanceof DatabaseError) throw PASSING.test(error.code ?? '') ? new StoreUnavailable(message) : error;
    // Of the connection itself: refused, reset, silent, or none free in time. `EPIPE` only looks like an SQLSTATE.
    throw new ConnectionLost(message === '' ? String(code) : message);
  }
};
