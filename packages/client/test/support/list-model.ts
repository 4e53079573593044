import type {ErrorLogEntry} from '@edge-console/schema';
import type {Page} from '../../src/lists/page.ts';

interface Range {
  readonly start_time?: number | undefined;
  readonly end_time?: number | undefined;
}

/** Sort order of a gateway: by time, by id, or unrelated to age. */
type Order = 'newest' | 'oldest' | 'id-down' | 'id-up' | 'scattered';

export interface ListModelOptions {
  readonly order?: Order;
  readonly sendsCount?: boolean;
  /** Returns the gateway's page size for a requested page size. */
  readonly size?: (asked: number) => number;
  readonly ignoresPage?: boolean;
  /** Whether the gateway applies `start_time` and `end_time`; default true. */
  readonly honoursBounds?: boolean;
  readonly perSecond?: number;
  /** Returns the count to send in the response to request n, from 1. Default: the real count. */
  readonly countOf?: (real: number, request: number) => number | undefined;
  /** Number of newest arrivals that the replica of request n lacks; default 0. */
  readonly lagOf?: (request: number) => number;
  /** Number of rows removed from the end of the response to request n, except the last one. Default 0. */
  readonly cutOf?: (request: number) => number;
  readonly lacks?: (id: number, request: number) => boolean;
  /** Whether the response to request n repeats the rows of the one before. */
  readonly repeats?: (request: number) => boolean;
}

/** A change of the list. `at` is an index; the top row has 0. */
export type ListEvent =
  | {readonly kind: 'arrive'; readonly many: number}
  /** An entry that arrives with an earlier time. */
  | {readonly kind: 'late'; readonly back: number}
  | {readonly kind: 'update'; readonly at: number}
  /** An update of only the count, which moves no row. */
  | {readonly kind: 'repeat'; readonly at: number}
  /** A change of the clock, in seconds. */
  | {readonly kind: 'clock'; readonly by: number}
  | {readonly kind: 'remove-oldest'; readonly many: number}
  | {readonly kind: 'remove'; readonly at: number};

const scatter = (id: number): number => (id * 7919) % 10_007;

const orders: Record<Order, (a: ErrorLogEntry, b: ErrorLogEntry) => number> = {
  newest: (a, b) => b.log_time - a.log_time || b.id - a.id,
  oldest: (a, b) => a.log_time - b.log_time || a.id - b.id,
  'id-down': (a, b) => b.id - a.id,
  'id-up': (a, b) => a.id - b.id,
  scattered: (a, b) => scatter(a.id) - scatter(b.id),
};

export const createListModel = (length: number, options: ListModelOptions = {}) => {
  const {order = 'newest', sendsCount = true, size = (asked: number) => asked, ignoresPage = false} = options;
  const {countOf = (real: number) => real, lagOf = () => 0, repeats = () => false} = options;
  const {cutOf = () => 0, lacks, honoursBounds = true, perSecond} = options;
  let requests = 0;
  let previous: readonly ErrorLogEntry[] = [];
  let clock = 1_000;
  let lastId = 0;
  let life = 1;
  let rows: ErrorLogEntry[] = [];
  const entryOf = (log_time: number): ErrorLogEntry => {
    const id = ++lastId;
    return {id, level: 4, count: 1, src: 1, log_time, log: `${life}: entry ${id}`, raw: {}};
  };
  const settle = (): void => {
    rows.sort(orders[order]);
  };
  // Advances the clock. Some entries get the same second.
  const tick = (): number => {
    clock += perSecond === undefined ? (lastId % 3 === 0 ? 0 : 1) : lastId % perSecond === 0 ? 1 : 0;
    return clock;
  };
  for (let n = 0; n < length; n++) rows.push(entryOf(tick()));
  settle();

  const happen = (event: ListEvent): void => {
    if (event.kind === 'arrive') for (let n = 0; n < event.many; n++) rows.push(entryOf(tick()));
    else if (event.kind === 'late') rows.push(entryOf(clock - event.back));
    else if (event.kind === 'clock') clock += event.by;
    else if (event.kind === 'repeat') {
      rows = rows.map((row, at) => (at === event.at % rows.length ? {...row, count: (row.count ?? 0) + 1} : row));
    } else if (event.kind === 'remove-oldest') {
      const old = rows.toSorted(orders.oldest).slice(0, event.many);
      rows = rows.filter(row => !old.includes(row));
    } else if (rows.length > 0) {
      const [taken] = rows.splice(event.at % rows.length, 1);
      clock++;
      if (taken && event.kind === 'update') rows.push({...taken, count: (taken.count ?? 0) + 1, log_time: clock});
    }
    settle();
  };
  return {
    get rows(): readonly ErrorLogEntry[] {
      return rows;
    },
    get lastId() {
      return lastId;
    },
    happen,
    /** Empties the list and restarts its ids; the clock may be set, and texts may repeat. */
    restart({at = clock, sameTexts = false} = {}): void {
      lastId = 0;
      clock = at;
      if (!sameTexts) life++;
      rows = [];
    },
    list(page: number, pageSize: number, {start_time = 0, end_time = Infinity}: Range = {}): Page<ErrorLogEntry> {
      const limit = size(pageSize);
      const from = ignoresPage ? 0 : (page - 1) * limit;
      const request = ++requests;
      const lag = lagOf(request);
      const isWhole = lag === 0 && lacks === undefined;
      const there = isWhole ? rows : rows.filter(({id}) => id <= lastId - lag && !lacks?.(id, request));
      const replica = honoursBounds
        ? there.filter(({log_time}) => log_time >= start_time && log_time <= end_time)
        : there;
      const full = replica.slice(from, from + limit);
      const items = repeats(request) ? previous : full.slice(0, Math.max(1, full.length - cutOf(request)));
      previous = items;
      return {items, invalid: [], count: sendsCount ? countOf(replica.length, request) : undefined, page, pageSize};
    },
  };
};
