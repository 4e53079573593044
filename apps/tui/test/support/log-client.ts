import type {Client} from '@edge-console/client';
import type {ErrorLogEntry, ErrorLogFilter, ErrorLogQuery} from '@edge-console/schema';
import type {EffectContext} from '../../src/core/screen.ts';

interface Quirks {
  /** The gateway never gives more rows than this. */
  readonly largestPage?: number;
  /** The gateway gives no rows behind this one, though it counts them. */
  readonly readable?: number;
  /** Every page is the first one. */
  readonly repeats?: boolean;
  /** Called before every answer. */
  readonly before?: () => void;
}

/** The error-log part of a client over an array, newest first: it knows levels and, unlike most gateways, no times. */
export const createLogClient = (entries: ErrorLogEntry[], quirks: Quirks = {}) => {
  const {largestPage = Number.POSITIVE_INFINITY, readable = Number.POSITIVE_INFINITY, repeats = false, before} = quirks;
  const queries: ErrorLogQuery[] = [];
  const matching = ({level = 8}: ErrorLogFilter) => entries.filter(entry => entry.level <= level);
  const list = async (query: ErrorLogQuery = {}) => {
    before?.();
    queries.push(query);
    if (queries.length > 1_000) throw new Error('asked without end');
    const {page = 1, page_size: asked = 20} = query;
    const given = repeats ? 1 : page;
    const size = Math.min(asked, largestPage);
    const found = matching(query);
    const items = found.slice(0, readable).slice((given - 1) * size, given * size);
    return {items, count: found.length, page, pageSize: asked};
  };
  const errorLogs = {
    list,
    count: async (filter: ErrorLogFilter) => (await list({...filter, page: 1, page_size: 0})).count,
  };
  const client = {errorLogs} as unknown as Client;
  const context: EffectContext = {
    client: () => client,
    now: () => 0,
    open: () => {
      throw new Error('no other connection here');
    },
  };
  return {context, queries, entries};
};

export const logEntry = (id: number, more: Partial<ErrorLogEntry> = {}): ErrorLogEntry => ({
  id,
  level: 4,
  count: 1,
  src: 0,
  log_time: 1_000 + id,
  log: `entry ${id}`,
  ...more,
});

/** So many entries, the newest first, one a second. */
export const logEntries = (many: number): ErrorLogEntry[] => Array.from({length: many}, (_, at) => logEntry(many - at));
