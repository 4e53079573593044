import type {ErrorLogEntry} from '@edge-console/schema';
import {type EdgeError, invalidOption, isEdgeError} from '../errors.ts';
import {pause} from '../http/retry.ts';
import type {CallOptions} from '../options.ts';
import {type FollowLimits, type Memory, reconcile} from './follow-memory.ts';
import {type ScanPage, scan} from './follow-scan.ts';

export interface FollowOptions extends CallOptions {
  /** Milliseconds from one poll to the next, give or take a tenth; default 2,000. */
  readonly intervalMs?: number;
  /** Unix seconds by the gateway's clock: entries that are there already, from this time on, come first as `added`. */
  readonly from?: number;
  /** Entries per request, 10 or more; default 200. A gateway may give fewer. */
  readonly pageSize?: number;
  /** Entries from the newest within which late arrivals, and raises that do not move an entry, are found; default 1,000. */
  readonly depth?: number;
}

/** What following brings. Texts of entries are the gateway's: untrusted. */
export type FollowEvent =
  /** New entries, oldest first. */
  | {readonly kind: 'added'; readonly entries: readonly ErrorLogEntry[]}
  /** Entries whose count or time was raised since they were last seen, as they are now. */
  | {readonly kind: 'updated'; readonly entries: readonly ErrorLogEntry[]}
  | FollowStatus;

/** How the link is: told at the start, at every failure, when it is well again, and when the gateway began anew. */
export interface FollowStatus {
  readonly kind: 'status';
  readonly state: 'live' | 'recovered' | 'failing' | 'restarted';
  /** Polls failed in a row. */
  readonly failures: number;
  /** Milliseconds since what is known was the latest, by this machine's steady clock: the gap, when it recovers. */
  readonly lagMs: number;
  /** Entries that match, where the gateway says so. */
  readonly count?: number;
  /** Why the last poll failed. */
  readonly error?: EdgeError;
  /** Milliseconds until the next poll, after a failure. */
  readonly retryInMs?: number;
}

/** What following needs of the world; tests give their own. */
export interface FollowParts {
  list(page: number, pageSize: number, options: CallOptions): Promise<ScanPage<ErrorLogEntry>>;
  /** Milliseconds of a steady clock. */
  now(): number;
  /** From 0 to 1, 1 excluded. */
  random(): number;
  /** False when the signal came first. */
  pause(ms: number, signal: AbortSignal | undefined): Promise<boolean>;
}

const LONGEST_PAUSE = 30_000;
/** Seen entries that are remembered: some megabytes. */
const CAPACITY = 20_000;
const SWEEP_EVERY = 15;

export const steadyParts = (list: FollowParts['list']): FollowParts => ({
  list,
  now: () => performance.now(),
  random: Math.random,
  pause,
});

/** The polling around `follow-scan.ts` and `follow-memory.ts`, which decide what is new. */
export async function* followList(parts: FollowParts, options: FollowOptions = {}): AsyncGenerator<FollowEvent, void> {
  const {intervalMs = 2_000, from, pageSize = 200, depth = 1_000, ...call} = options;
  if (!(intervalMs > 0)) throw invalidOption('intervalMs', 'must be more than 0 milliseconds');
  if (!Number.isSafeInteger(pageSize) || pageSize < 10)
    throw invalidOption('pageSize', 'must be a whole number, 10 or more');
  if (!Number.isSafeInteger(depth) || depth < 0) throw invalidOption('depth', 'must be a whole number, 0 or more');
  const capacity = Math.max(CAPACITY, 2 * depth + pageSize);
  const limits: FollowLimits = {pageSize, depth, capacity, sweepEvery: SWEEP_EVERY, from};
  let memory: Memory | undefined;
  let failures = 0;
  let knownAt = parts.now();

  const read = async () => {
    const scanning = scan<ErrorLogEntry>(memory, limits);
    let step = scanning.next();
    while (!step.done) step = scanning.next(await parts.list(step.value, pageSize, call));
    return reconcile(memory, step.value, limits);
  };

  while (!call.signal?.aborted) {
    const began = parts.now();
    let wait = intervalMs * (0.9 + 0.2 * parts.random());
    try {
      const news = await read();
      const count = news.memory.count;
      const lagMs = began - knownAt;
      const state = news.restarted ? 'restarted' : failures > 0 ? 'recovered' : 'live';
      const changed = memory === undefined || state !== 'live';
      memory = news.memory;
      failures = 0;
      knownAt = began;
      if (changed) yield {kind: 'status', state, failures, lagMs, ...(count !== undefined && {count})};
      if (news.added.length > 0) yield {kind: 'added', entries: news.added};
      if (news.updated.length > 0) yield {kind: 'updated', entries: news.updated};
      // The pause counts from the beginning of the poll: a burst does not slow the next one down.
      wait = Math.max(0, wait - (parts.now() - began));
    } catch (error) {
      if (call.signal?.aborted) return;
      if (!isEdgeError(error) || error.code === 'invalid_request') throw error;
      failures++;
      wait = failurePause(error, {failures, intervalMs, random: parts.random()});
      const lagMs = parts.now() - knownAt;
      yield {kind: 'status', state: 'failing', failures, lagMs, error, retryInMs: wait};
    }
    if (!(await parts.pause(wait, call.signal))) return;
  }
}

/** Doubles with every failure up to half a minute, with jitter; longer where Retry-After says so, up to five minutes. */
const failurePause = (
  {retryAfter = 0}: EdgeError,
  {failures, intervalMs, random}: {failures: number; intervalMs: number; random: number},
): number => {
  const ceiling = Math.min(Math.max(LONGEST_PAUSE, intervalMs), intervalMs * 2 ** failures);
  return Math.max(ceiling * (0.5 + 0.5 * random), Math.min(retryAfter, 300_000));
};
