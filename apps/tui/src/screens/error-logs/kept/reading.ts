import type {ErrorLogEntry} from '@edge-console/schema';
import {type LogFilter, queryOf} from '../../../logs/filter.ts';
import {createKeptEntries} from './kept-entries.ts';
import type {ReadList} from './read-list.ts';
import {followList, type ReadingRun, readDown} from './read-pages.ts';

/** After this many entries, the read stops. The operator can continue it. */
export const MAX_READ = 100_000;
export const MAX_KEPT = 50_000;

export type StopReason = 'operator' | 'read-limit' | 'kept-limit';

type ReadingState =
  | {readonly kind: 'reading' | 'complete' | 'incomplete' | 'failed'}
  | {readonly kind: 'stopped'; readonly reason: StopReason};

export type Reading = ReturnType<typeof createReading>;

type Limits = {readonly maxRead?: number; readonly maxKept?: number};

export const createReading = (list: ReadList, filter: LogFilter, limits: Limits = {}) => {
  const {maxRead = MAX_READ, maxKept = MAX_KEPT} = limits;
  const kept = createKeptEntries(list, filter, maxKept);
  let state: ReadingState = {kind: 'reading'};
  let running: AbortSignal | undefined;

  const evict = (): void => {
    if (kept.evict()) state = {kind: 'stopped', reason: 'kept-limit'};
  };

  const take = async (received: readonly ErrorLogEntry[], signal: AbortSignal): Promise<boolean> => {
    const isTaken = await kept.take(received, signal);
    if (isTaken) evict();
    return isTaken;
  };

  const stopReason = (before: number): StopReason | undefined =>
    kept.isFull() ? 'kept-limit' : kept.tested - before >= maxRead ? 'read-limit' : undefined;

  const readOlder = (run: ReadingRun): Promise<StopReason | undefined> => {
    const before = kept.tested;
    return readDown({list, filter, take}, run, () => stopReason(before));
  };

  const missing = (counted: number | undefined): number =>
    list.ignoresRange || list.end === undefined ? 0 : (counted ?? 0) - kept.tested - list.malformed.size;

  /** Reads on from the oldest entry. If entries are still missing, reads the whole list again. */
  const readMissing = async (run: ReadingRun): Promise<StopReason | undefined> => {
    const {client, signal} = run;
    const count = async () => missing(await client.errorLogs.count(queryOf(filter), {signal}));
    for (const start of [{}, {backTo: undefined, startedAt: undefined}]) {
      if ((await count()) <= list.surplus || signal.aborted) return undefined;
      Object.assign(list, start, {end: undefined});
      const reason = await readOlder(run);
      if (list.end === undefined) return reason;
    }
    list.surplus = Math.max(0, await count());
    return undefined;
  };

  return {
    list,
    get state() {
      return state;
    },
    get shown() {
      return kept.shown;
    },
    get tested() {
      return kept.tested;
    },
    get backTo() {
      return kept.backTo;
    },
    /** False if another reading of the list has replaced this one. */
    isActive: kept.isActive,
    isRunning: (): boolean => running?.aborted === false,
    async read(run: ReadingRun): Promise<void> {
      const {signal} = run;
      running = signal;
      state = {kind: 'reading'};
      try {
        if (!(await kept.retest(signal, run.onChange))) return;
        const reason = stopReason(kept.tested) ?? (await (list.end === undefined ? readOlder(run) : readMissing(run)));
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
    follow: (run: ReadingRun): Promise<void> => followList({list, filter, take}, run),
  };
};
