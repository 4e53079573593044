import type {Client, PaginateStatus} from '@edge-console/client';
import type {ErrorLogEntry} from '@edge-console/schema';
import {inTurns} from '../../../core/run-items.ts';
import {inRange, type LogFilter, queryOf} from '../../../logs/filter.ts';
import {ENTRIES_PER_REQUEST, testOf} from '../../../logs/read-entries.ts';
import {isLater} from './entry-store.ts';
import {changedList, emptyList, type KeptList} from './kept-list.ts';
import {addMalformed, descended, type ReadList} from './read-list.ts';

/** After this many entries, the read stops. The operator can continue it. */
export const MAX_READ = 100_000;
export const MAX_KEPT = 50_000;
/** Gateways may log entries late, so new ones are requested from this much before the newest entry. */
const LATE_SECONDS = 10;
const FOLLOW_PAGE = 500;

export type StopReason = 'operator' | 'read-limit' | 'kept-limit';

type ReadingState =
  | {readonly kind: 'reading' | 'complete' | 'incomplete' | 'failed'}
  | {readonly kind: 'stopped'; readonly reason: StopReason};

export interface ReadingRun {
  readonly client: Pick<Client, 'errorLogs'>;
  readonly signal: AbortSignal;
  readonly onChange: () => void;
}

export type Reading = ReturnType<typeof createReading>;

type Limits = {readonly maxRead?: number; readonly maxKept?: number};

export const createReading = (list: ReadList, filter: LogFilter, limits: Limits = {}) => {
  const {maxRead = MAX_READ, maxKept = MAX_KEPT} = limits;
  const {store} = list;
  const query = queryOf(filter);
  const kept = new Map<number, ErrorLogEntry>();
  let shown: KeptList = emptyList;
  let state: ReadingState = {kind: 'reading'};
  let tested = 0;
  let evictedTo: number | undefined;
  const untested = [...store.entries()];
  let running: AbortSignal | undefined;
  const loaded = testOf(filter);
  // Avoid an unhandled rejection. `testAll` awaits `loaded` later and reports an invalid condition.
  loaded.catch(() => undefined);

  const testAll = async (entries: readonly ErrorLogEntry[]): Promise<readonly boolean[]> => {
    const isMatch = await loaded;
    const results: boolean[] = [];
    await inTurns(entries, undefined, entry => results.push(isMatch(entry)));
    return results;
  };

  const isNews = (entry: ErrorLogEntry): boolean => {
    const before = kept.get(entry.id);
    return store.isNews(entry) && (before === undefined || isLater(entry, before));
  };

  const show = (entries: readonly ErrorLogEntry[], results: readonly boolean[], isCurrent: readonly boolean[]) => {
    const added: ErrorLogEntry[] = [];
    const removed = new Set<ErrorLogEntry>();
    for (const [at, entry] of entries.entries()) {
      if (isCurrent[at] !== true) continue;
      const before = kept.get(entry.id);
      if (before !== undefined) removed.add(before);
      kept.delete(entry.id);
      const isKept = results[at] === true && (evictedTo === undefined || entry.log_time >= evictedTo);
      if (!isKept) continue;
      kept.set(entry.id, entry);
      added.push(entry);
    }
    if (added.length > 0 || removed.size > 0) shown = changedList(shown, {added, removed});
  };

  const evict = (): void => {
    if (kept.size <= maxKept + ENTRIES_PER_REQUEST) return;
    const {entries, end} = shown;
    shown = {entries: entries.slice(0, maxKept), end};
    for (const {id} of entries.slice(maxKept)) kept.delete(id);
    evictedTo = shown.entries.at(-1)?.log_time;
    state = {kind: 'stopped', reason: 'kept-limit'};
  };

  /** If `signal` aborts before the end, resolves to false and changes nothing. */
  const take = async (received: readonly ErrorLogEntry[], signal: AbortSignal): Promise<boolean> => {
    // If another read has replaced this read, only the other read may store entries.
    const isOver = (): boolean => signal.aborted || list.active !== reading;
    const news = received.filter(isNews);
    const results = await testAll(news);
    if (isOver()) return false;
    // While `testAll` ran, a poll may have stored some of these entries, or later revisions of them.
    const current = news.map(isNews);
    for (const [at, entry] of news.entries()) {
      if (current[at] !== true || !store.add(entry)) continue;
      tested++;
      if (list.isDeploy(entry)) list.deploys.push(entry);
    }
    show(news, results, current);
    evict();
    return true;
  };

  const retest = async ({signal, onChange}: ReadingRun): Promise<boolean> => {
    while (untested.length > 0) {
      const entries = untested.slice(0, ENTRIES_PER_REQUEST);
      const results = await testAll(entries);
      if (signal.aborted || list.active !== reading) return false;
      untested.splice(0, entries.length);
      tested += entries.length;
      show(entries, results, entries.map(store.isLatest));
      onChange();
    }
    return true;
  };

  const isFull = (read: number): StopReason | undefined =>
    kept.size >= maxKept ? 'kept-limit' : tested - read >= maxRead ? 'read-limit' : undefined;

  const readDown = async ({client, signal, onChange}: ReadingRun): Promise<void> => {
    const {from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY} = filter.range;
    const read = tested;
    // Other entries of the oldest second may be unread, so that second is read again.
    const bound = list.isSorted && list.backTo !== undefined ? {end_time: Math.min(to, Math.ceil(list.backTo))} : {};
    let status: PaginateStatus | undefined;
    const pages = client.errorLogs.pages(
      {...query, ...bound, page_size: ENTRIES_PER_REQUEST},
      {signal, onStatus: latest => (status = latest)},
    );
    for await (const {items, invalid} of pages) {
      list.ignoresRange ||= items.some(entry => !inRange(entry, filter.range));
      const next = descended(list, items);
      if (!(await take(items, signal))) return;
      Object.assign(list, next);
      addMalformed(list, invalid);
      onChange();
      if (signal.aborted) return;
      // The gateway ignores the time range, and all following entries are older than the range.
      if (list.isSorted && items.length > 0 && items.every(({log_time}) => log_time < from)) break;
      const reason = isFull(read);
      if (reason !== undefined) {
        state = {kind: 'stopped', reason};
        return;
      }
    }
    list.end = status?.complete === false ? 'incomplete' : 'complete';
  };

  const missing = (counted: number | undefined): number =>
    list.ignoresRange || list.end === undefined ? 0 : (counted ?? 0) - tested - list.malformed.size;

  /** Reads on from the oldest entry. If entries are still missing, reads the whole list again. */
  const readMissing = async (run: ReadingRun): Promise<void> => {
    const {client, signal} = run;
    const count = async () => missing(await client.errorLogs.count(query, {signal}));
    for (const start of [{}, {backTo: undefined, startedAt: undefined}]) {
      if ((await count()) <= list.surplus || signal.aborted) return;
      Object.assign(list, start, {end: undefined});
      await readDown(run);
      if (list.end === undefined) return;
    }
    list.surplus = Math.max(0, await count());
  };

  const reading = {
    list,
    filter,
    get state() {
      return state;
    },
    get shown() {
      return shown;
    },
    get tested() {
      return tested;
    },
    /**
     * Every entry since this Unix time has been tested against the filter's conditions. Undefined if there is no such
     * time.
     */
    get backTo(): number | undefined {
      if (!list.isSorted || tested === 0) return undefined;
      if (evictedTo !== undefined) return evictedTo;
      return untested[0]?.log_time ?? list.backTo;
    },
    isRunning: (): boolean => running?.aborted === false,
    async read(run: ReadingRun): Promise<void> {
      const {signal} = run;
      running = signal;
      state = {kind: 'reading'};
      try {
        if (!(await retest(run))) return;
        const reason = isFull(tested);
        if (reason === undefined) await (list.end === undefined ? readDown(run) : readMissing(run));
        if (signal.aborted) return;
        if (list.end !== undefined) state = {kind: list.end};
        else if (reason !== undefined) state = {kind: 'stopped', reason};
        evict();
      } catch (error) {
        if (!signal.aborted) state = {kind: 'failed'};
        throw error;
      } finally {
        if (running === signal) running = undefined;
      }
    },
    /** True if the list was read completely, but the gateway counts more entries. */
    isBehind: (counted: number | undefined): boolean => state.kind === 'complete' && missing(counted) > list.surplus,
    stop(): void {
      if (state.kind === 'reading' || state.kind === 'failed') state = {kind: 'stopped', reason: 'operator'};
    },
    take,
    async follow({client, signal, onChange}: ReadingRun): Promise<void> {
      const since = (list.knownTo ?? LATE_SECONDS) - LATE_SECONDS;
      const start_time = Math.max(since, filter.range.from ?? since);
      const pages = client.errorLogs.pages({...query, start_time, page_size: ENTRIES_PER_REQUEST}, {signal});
      for await (const {items, invalid} of pages) {
        if (!(await take(items, signal))) return;
        addMalformed(list, invalid);
        onChange();
        if (list.isSorted && items.some(({log_time}) => log_time < since)) break;
      }
      list.knownTo = store.entries()[0]?.log_time ?? list.knownTo;
      const from = (list.knownTo ?? LATE_SECONDS) - LATE_SECONDS;
      for await (const event of client.errorLogs.follow(query, {signal, from, pageSize: FOLLOW_PAGE})) {
        if (event.kind === 'gap') list.end &&= 'incomplete';
        if (event.kind === 'invalid') addMalformed(list, event.rows);
        if (event.kind !== 'added' && event.kind !== 'updated') continue;
        if (!(await take(event.entries, signal))) return;
        list.knownTo = Math.max(list.knownTo ?? 0, ...event.entries.map(({log_time}) => log_time));
        onChange();
      }
    },
  };
  list.active = reading;
  return reading;
};
