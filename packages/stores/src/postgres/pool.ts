import {hash} from 'node:crypto';
import {setTimeout as delay} from 'node:timers/promises';
import {StoreUnavailable} from '@edge-console/server/store';
import type {PostgresPool, PostgresPoolClient} from 'kysely';
import {type Client, DatabaseError, Pool, type PoolClient, types} from 'pg';
import {memoize} from '../sql/prepare-query.ts';
import {type Hosts, hostChooser} from './hosts.ts';

// Maximum of one server. All servers share the 100 connections that PostgreSQL allows by default.
const MAX_CONNECTIONS = 8;
const CONNECT_TIMEOUT_MS = 10_000;
const END_TIMEOUT_MS = 1000;

/** Creates a pool whose connections prepare statements, read bigints as numbers and allow NUL in text. */
export const postgresPool = (hosts: Hosts, statementTimeoutMs?: number): PostgresPool => {
  const {HostClient, tryHosts} = hostChooser(hosts);
  const pool = new Pool({
    Client: HostClient,
    ...(statementTimeoutMs !== undefined && {query_timeout: statementTimeoutMs}),
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'edge-server',
    types: {getTypeParser: parserOf},
    // Reuses plans, because planning a list query takes longer than running it. Other databases may reject the setting.
    onConnect: client => client.query('set plan_cache_mode = force_generic_plan').catch(() => undefined),
  });
  // Without these two listeners, an `error` event of an idle connection or of one in use would end the process.
  pool.on('error', () => undefined);
  const clients = new Set<PoolClient>();
  pool.on('connect', client => clients.add(client.on('error', () => undefined)));
  pool.on('remove', client => clients.delete(client));
  const names = memoize<string>();
  const nameOf = (text: string): string => names(text, () => hash('sha256', text, 'base64url'));
  return {
    options: {},
    connect: async () => preparing(await tryHosts(() => mapErrors(() => pool.connect())), nameOf),
    end: async () => {
      const deadline = setTimeout(() => {
        for (const client of clients) (client as unknown as Client).connection.stream.destroy();
      }, END_TIMEOUT_MS);
      await pool.end();
      clearTimeout(deadline);
    },
  };
};

// Escape character for NUL, which log lines may contain, but PostgreSQL text may not. U+10FFFE is rare in text, because
// Unicode will never assign it.
const ESCAPE = '\u{10FFFE}';

const toPostgres = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(toPostgres);
  if (typeof value !== 'string' || !(value.includes('\0') || value.includes(ESCAPE))) return value;
  return value.replaceAll(ESCAPE, `${ESCAPE}1`).replaceAll('\0', `${ESCAPE}0`);
};

const fromPostgres = (text: string): string =>
  text.includes(ESCAPE) ? text.replaceAll(`${ESCAPE}0`, '\0').replaceAll(`${ESCAPE}1`, ESCAPE) : text;

const INT8 = 20;
const TEXT_TYPES: ReadonlySet<number> = new Set([25, 1043]);

const parserOf = ((oid: number, format?: 'text') => {
  // All integers of the contract are safe integers.
  if (oid === INT8) return Number;
  return TEXT_TYPES.has(oid) ? fromPostgres : types.getTypeParser(oid, format);
}) as typeof types.getTypeParser;

const BEGIN = /^(begin|start transaction)/;

const preparing = (client: PoolClient, nameOf: (text: string) => string): PostgresPoolClient => {
  let inTransaction = false;
  let lost: StoreUnavailable | undefined;
  const onLost = (error: StoreUnavailable) => {
    lost = error;
  };
  const send = async (text: string, parameters: readonly unknown[]) => {
    // After a timeout, `rollback` would wait for the statement that timed out.
    if (lost) throw lost;
    const values = parameters.map(toPostgres);
    const {command, rowCount, rows} = await mapErrors(() => client.query({name: nameOf(text), text, values}), onLost);
    return {command, rowCount: rowCount ?? 0, rows} as never;
  };
  const query = async (text: string, parameters: readonly unknown[]) => {
    if (BEGIN.test(text)) inTransaction = true;
    if (inTransaction) {
      if (text === 'commit' || text === 'rollback') inTransaction = false;
      return send(text, parameters);
    }
    return retrySerialization(() => send(text, parameters));
  };
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: destroy => client.release(destroy || lost !== undefined),
  };
};

// SQLSTATEs of serialization failure and deadlock, after which nothing was changed.
const RETRYABLE: ReadonlySet<unknown> = new Set(['40001', '40P01']);
const MAX_ATTEMPTS = 8;
const BASE_DELAY_MS = 4;

/** Repeats `work` after serialization failures and deadlocks, at most 8 times. */
export const retrySerialization = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !RETRYABLE.has((error as {code?: unknown} | null)?.code)) throw error;
      await delay(Math.random() * BASE_DELAY_MS * 2 ** attempt);
    }
  }
};

// SQLSTATEs of connection failure, read-only server, insufficient resources, shutdown or startup, and system error.
const UNAVAILABLE = /^(08|25006|53|57P0|58)/;

/** Converts errors of an unavailable database to {@link StoreUnavailable}. Calls `onLost` if the connection failed. */
const mapErrors = async <T>(work: () => Promise<T>, onLost?: (error: StoreUnavailable) => void): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    const {message, code} = error as Error & {code?: unknown};
    if (error instanceof DatabaseError)
      throw UNAVAILABLE.test(error.code ?? '') ? new StoreUnavailable(message) : error;
    // Errors of the connection have codes like `EPIPE`, not SQLSTATEs.
    const lost = new StoreUnavailable(message === '' ? String(code) : message);
    onLost?.(lost);
    throw lost;
  }
};
