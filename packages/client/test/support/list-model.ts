import type {ErrorLogEntry} from '@edge-console/schema';
import type {Page} from '../../src/lists/paging.ts';

/** How a gateway sorts: by time or id, either way round, or by something that says nothing about age. */
export type Order = 'newest' | 'oldest' | 'id-down' | 'id-up' | 'scattered';

export interface ListModelOptions {
  readonly order?: Order;
  readonly tellsCount?: boolean;
  /** What the gateway makes of the asked page size. */
  readonly size?: (asked: number) => number;
  readonly ignoresPage?: boolean;
}

/** What happens in a list between two requests; places count from the top. */
export type ListEvent =
  | {readonly kind: 'arrive'; readonly many: number}
  /** Arrives with a time that lies some entries back. */
  | {readonly kind: 'late'; readonly back: number}
  | {readonly kind: 'raise'; readonly at: number}
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

/** A gateway's error-log list in memory, behind the same function as the real one. */
export const createListModel = (length: number, options: ListModelOptions = {}) => {
  const {order = 'newest', tellsCount = true, size = (asked: number) => asked, ignoresPage = false} = options;
  let clock = 1_000;
  let lastId = 0;
  let life = 1;
  let rows: ErrorLogEntry[] = [];
  const entryOf = (log_time: number): ErrorLogEntry => {
    const id = ++lastId;
    return {id, level: 4, count: 1, src: 1, log_time, log: `${life}: entry ${id}`};
  };
  const settle = (): void => {
    rows.sort(orders[order]);
  };
  // Some share a second, as entries do.
  const tick = (): number => {
    clock += lastId % 3 === 0 ? 0 : 1;
    return clock;
  };
  for (let n = 0; n < length; n++) rows.push(entryOf(tick()));
  settle();

  const happen = (event: ListEvent): void => {
    if (event.kind === 'arrive') for (let n = 0; n < event.many; n++) rows.push(entryOf(tick()));
    else if (event.kind === 'late') rows.push(entryOf(clock - event.back));
    else if (event.kind === 'remove-oldest') {
      const old = rows.toSorted(orders.oldest).slice(0, event.many);
      rows = rows.filter(row => !old.includes(row));
    } else if (rows.length > 0) {
      const [taken] = rows.splice(event.at % rows.length, 1);
      clock++;
      if (taken && event.kind === 'raise') rows.push({...taken, count: taken.count + 1, log_time: clock});
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
    /** Begins anew, as a gateway that kept its list in memory alone. */
    restart(): void {
      lastId = 0;
      life++;
      rows = [];
    },
    list(page: number, pageSize: number): Page<ErrorLogEntry> {
      const limit = size(pageSize);
      const from = ignoresPage ? 0 : (page - 1) * limit;
      return {items: rows.slice(from, from + limit), count: tellsCount ? rows.length : undefined, page, pageSize};
    },
  };
};
export type ListModel = ReturnType<typeof createListModel>;
