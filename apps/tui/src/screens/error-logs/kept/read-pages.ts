import type {Client, PaginateStatus} from '@edge-console/client';
import type {ErrorLogEntry} from '@edge-console/schema';
import {inRange, type LogFilter, queryOf} from '../../../logs/filter.ts';
import {ENTRIES_PER_REQUEST} from '../../../logs/read-entries.ts';
import {addMalformed, descended, type ReadList} from './read-list.ts';

/** Gateways may log entries late, so new ones are requested from this much before the newest entry. */
const LATE_SECONDS = 10;
const FOLLOW_PAGE = 500;

export interface ReadingRun {
  readonly client: Pick<Client, 'errorLogs'>;
  readonly signal: AbortSignal;
  readonly onChange: () => void;
}

interface Receiver {
  readonly list: ReadList;
  readonly filter: LogFilter;
  /** Resolves to false if reading must end. */
  take(entries: readonly ErrorLogEntry[], signal: AbortSignal): Promise<boolean>;
}

/** Reads older entries until the end of the list, or until `stopped` returns a reason, which the result then is. */
export const readDown = async <R>(
  {list, filter, take}: Receiver,
  {client, signal, onChange}: ReadingRun,
  stopped: () => R | undefined,
): Promise<R | undefined> => {
  const {from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY} = filter.range;
  // Other entries of the oldest second may be unread, so that second is read again.
  const bound = list.isSorted && list.backTo !== undefined ? {end_time: Math.min(to, Math.ceil(list.backTo))} : {};
  let status: PaginateStatus | undefined;
  const pages = client.errorLogs.pages(
    {...queryOf(filter), ...bound, page_size: ENTRIES_PER_REQUEST},
    {signal, onStatus: latest => (status = latest)},
  );
  for await (const {items, invalid} of pages) {
    list.ignoresRange ||= items.some(entry => !inRange(entry, filter.range));
    const next = descended(list, items);
    if (!(await take(items, signal))) return undefined;
    Object.assign(list, next);
    addMalformed(list, invalid);
    onChange();
    if (signal.aborted) return undefined;
    // The gateway ignores the time range, and all following entries are older than the range.
    if (list.isSorted && items.length > 0 && items.every(({log_time}) => log_time < from)) break;
    const reason = stopped();
    if (reason !== undefined) return reason;
  }
  list.end = status?.complete === false ? 'incomplete' : 'complete';
  return undefined;
};

/** Reads the entries that arrived since the last read, and then new ones until `signal` aborts. */
export const followList = async (
  {list, filter, take}: Receiver,
  {client, signal, onChange}: ReadingRun,
): Promise<void> => {
  const query = queryOf(filter);
  const since = (list.knownTo ?? LATE_SECONDS) - LATE_SECONDS;
  const start_time = Math.max(since, filter.range.from ?? since);
  const pages = client.errorLogs.pages({...query, start_time, page_size: ENTRIES_PER_REQUEST}, {signal});
  for await (const {items, invalid} of pages) {
    if (!(await take(items, signal))) return;
    addMalformed(list, invalid);
    onChange();
    if (list.isSorted && items.some(({log_time}) => log_time < since)) break;
  }
  list.knownTo = list.store.entries()[0]?.log_time ?? list.knownTo;
  const from = (list.knownTo ?? LATE_SECONDS) - LATE_SECONDS;
  for await (const event of client.errorLogs.follow(query, {signal, from, pageSize: FOLLOW_PAGE})) {
    if (event.kind === 'gap') list.end &&= 'incomplete';
    if (event.kind === 'invalid') addMalformed(list, event.rows);
    if (event.kind !== 'added' && event.kind !== 'updated') continue;
    if (!(await take(event.entries, signal))) return;
    list.knownTo = Math.max(list.knownTo ?? 0, ...event.entries.map(({log_time}) => log_time));
    onChange();
  }
};
