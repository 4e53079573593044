import type {Client, PaginateStatus} from '@edge-console/client';
import type {PaginateOptions} from '@edge-console/client/types';
import type {ErrorLogEntry, ErrorLogFilter, ErrorLogQuery, InvalidRow} from '@edge-console/schema';
import {memoryPreferences} from '../../src/core/preferences.ts';
import type {EffectContext} from '../../src/core/screen.ts';
import {inRange} from '../../src/logs/filter.ts';

interface Quirks {
  readonly largestPage?: number;
  /** The gateway returns at most this many rows over all pages. Its counts include the other rows. */
  readonly readable?: number;
  /** The gateway returns the first page for every requested page. */
  readonly repeats?: boolean;
  /** Default: true. */
  readonly counted?: boolean;
  /** Added to the returned counts, in turns. */
  readonly jitter?: readonly number[];
  /** Default: false. */
  readonly honoursTimes?: boolean;
  /** `pages` reports that entries may be missing. */
  readonly movesAway?: boolean;
  /** Rows that are added to each page. They lack a required field or have an invalid one. */
  readonly invalid?: readonly InvalidRow<ErrorLogEntry>[];
  readonly before?: () => void;
}

/** The error logs are an array, newest first. The client filters by level and, with `honoursTimes`, by time. */
export const createLogClient = (entries: ErrorLogEntry[], quirks: Quirks = {}) => {
  const {
    largestPage = Number.POSITIVE_INFINITY,
    readable = Number.POSITIVE_INFINITY,
    repeats = false,
    counted = true,
    jitter = [0],
    honoursTimes = false,
    movesAway = false,
    invalid = [],
    before,
  } = quirks;
  const queries: ErrorLogQuery[] = [];
  const matching = ({level = 8, start_time: from, end_time: to}: ErrorLogFilter) => {
    const range = {...(from !== undefined && {from}), ...(to !== undefined && {to})};
    return entries.filter(entry => (entry.level ?? 0) <= level && (!honoursTimes || inRange(entry, range)));
  };
  const list = async (query: ErrorLogQuery = {}) => {
    before?.();
    queries.push(query);
    if (queries.length > 1_000) throw new Error('requests without end');
    const {page = 1, page_size: requested = 20} = query;
    const given = repeats ? 1 : page;
    const size = Math.min(requested, largestPage);
    const found = matching(query);
    const items = found.slice(0, readable).slice((given - 1) * size, given * size);
    return {
      items,
      invalid: [],
      count: counted ? found.length + (jitter[queries.length % jitter.length] ?? 0) : undefined,
      page,
      pageSize: requested,
    };
  };
  /** Reads page by page, as the real client does. */
  async function* pages(query: ErrorLogQuery, {onStatus}: Pick<PaginateOptions, 'onStatus'> = {}) {
    const {page_size = 100} = query;
    const found = matching(query).slice(0, readable);
    for (let at = 0; at === 0 || at < found.length; at += page_size) {
      await list({...query, page: 1 + at / page_size});
      yield {items: found.slice(at, at + page_size), invalid};
    }
    if (movesAway) onStatus?.({complete: false} as PaginateStatus);
  }
  const errorLogs = {
    list,
    pages,
    count: async (filter: ErrorLogFilter) => (await list({...filter, page: 1, page_size: 0})).count,
  };
  const client = {errorLogs} as unknown as Client;
  const context: EffectContext = {
    client: () => client,
    connection: () => {
      throw new Error('no connection here');
    },
    now: () => 0,
    runbooks: {},
    messages: [],
    deploys: [],
    preferences: () => memoryPreferences()('test'),
    profiles: [],
    openProfile: () => Promise.reject(new Error('no profiles')),
    open: () => {
      throw new Error('no other connection here');
    },
  };
  return {context, queries, entries};
};

/** Returns an entry as the client returns it. */
export const clientEntry = (id: number, more: Partial<ErrorLogEntry> = {}): ErrorLogEntry => ({
  raw: {},
  id,
  level: 4,
  count: 1,
  src: 0,
  log_time: 1_000 + id,
  log: `entry ${id}`,
  ...more,
});

/** Newest first, one for each second. */
export const clientEntries = (many: number): ErrorLogEntry[] =>
  Array.from({length: many}, (_, at) => clientEntry(many - at));
