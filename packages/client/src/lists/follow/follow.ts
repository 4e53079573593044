import type {ErrorLogEntry, InvalidRow} from '@edge-console/schema';
import {type EdgeError, invalidOption, isEdgeError, readWhole} from '../../errors.ts';
import {pause} from '../../http/exchange/retry.ts';
import type {CallOptions} from '../../options.ts';
import type {PageQuery} from '../page.ts';
import {type Memory, reconcile} from './follow-memory.ts';
import {type FollowedList, type FollowLimits, scan} from './scan.ts';

export interface FollowOptions extends CallOptions {
  /** Milliseconds from the start of one poll to that of the next, varied at random by up to 10 %. Default: 2,000. */
  readonly intervalMs?: number;
  /** Unix seconds. The first poll reports entries with this time or a later one as `added`; by default, none. */
  readonly from?: number;
  /**
   * Number of entries per request, 10 or more. Every 16th poll reads at least the newest `depth` entries, and requests
   * up to 1,000 of them at once. Default: 200.
   */
  readonly pageSize?: number;
  /**
   * Number of newest entries that every 16th poll reads again, to find late entries and updates that do not change
   * `log_time`. That poll also reads all entries added since the previous such poll, and the entries of the minute
   * before these. Default: 1,000.
   */
  readonly depth?: number;
}

/** An event of a followed list. The texts of entries are untrusted. */
export type FollowEvent =
  /** New entries, oldest first. */
  | {readonly kind: 'added'; readonly entries: readonly ErrorLogEntry[]}
  /** Current state of entries whose `count` or `log_time` rose. */
  | {readonly kind: 'updated'; readonly entries: readonly ErrorLogEntry[]}
  /** Rows with an invalid field (docs/field-facts.md#22), each once. */
  | {readonly kind: 'invalid'; readonly rows: readonly InvalidRow<ErrorLogEntry>[]}
  /** Entries may be missing, because the gateway ignores `end_time` or does not send the newest entry first. */
  | {readonly kind: 'gap'}
  | FollowStatus;

/**
 * `live`: the first poll succeeded. `failing`: a poll failed. `recovered`: a poll succeeded after failures. `restarted`:
 * the gateway has a new list whose ids start over, and its entries are reported as `added`.
 */
export interface FollowStatus {
  readonly kind: 'status';
  readonly state: 'live' | 'recovered' | 'failing' | 'restarted';
  /** Consecutive failed polls. */
  readonly failures: number;
  /** Milliseconds since the previous successful poll. */
  readonly lagMs: number;
  /** Number of matching entries, if the gateway sends a count. */
  readonly count?: number;
  /** Set only in the state `failing`. */
  readonly error?: EdgeError;
  /** Milliseconds until the next poll. Set only in the state `failing`. */
  readonly retryInMs?: number;
}

const MAX_PAUSE = 30_000;
const MAX_RETRY_AFTER = 300_000;
const CAPACITY = 20_000;
const SWEEP_EVERY = 15;
const SYSTEM_CLOCK = {now: (): number => performance.now(), random: Math.random, pause};
export type FollowClock = typeof SYSTEM_CLOCK;

/** `scan` decides what a poll reads, and `reconcile` what is new. */
export async function* followList(
  list: FollowedList<ErrorLogEntry>,
  options: FollowOptions = {},
  clock = SYSTEM_CLOCK,
): AsyncGenerator<FollowEvent, void> {
  const {intervalMs = 2_000, from, pageSize = 200, depth = 1_000, ...call} = options;
  if (!(intervalMs > 0)) throw invalidOption('intervalMs', 'must be more than 0 milliseconds');
  readWhole('pageSize', pageSize, {min: 10});
  readWhole('depth', depth, {min: 0});
  const capacity = Math.max(CAPACITY, 2 * depth + pageSize);
  const limits: FollowLimits = {pageSize, depth, capacity, sweepEvery: SWEEP_EVERY, from};
  const followed = {...list, fetch: (query: PageQuery) => list.fetch(query, call)};
  let memory: Memory | undefined;
  let failures = 0;
  let lastSuccess = clock.now();

  while (!call.signal?.aborted) {
    const startedAt = clock.now();
    let delay = intervalMs * (0.9 + 0.2 * clock.random());
    try {
      const changes = reconcile(memory, await scan(memory, followed, limits), limits);
      const {count} = changes.memory;
      const lagMs = startedAt - lastSuccess;
      const state = changes.isRestarted ? 'restarted' : failures > 0 ? 'recovered' : 'live';
      const stateChanged = memory === undefined || state !== 'live';
      memory = changes.memory;
      failures = 0;
      lastSuccess = startedAt;
      if (stateChanged) yield {kind: 'status', state, failures, lagMs, ...(count !== undefined && {count})};
      if (changes.added.length > 0) yield {kind: 'added', entries: changes.added};
      if (changes.updated.length > 0) yield {kind: 'updated', entries: changes.updated};
      if (changes.invalid.length > 0) yield {kind: 'invalid', rows: changes.invalid};
      if (changes.hasGap) yield {kind: 'gap'};
      // The interval counts from the start of a poll.
      delay = Math.max(0, delay - (clock.now() - startedAt));
    } catch (error) {
      if (call.signal?.aborted) return;
      if (!isEdgeError(error) || error.code === 'invalid_request') throw error;
      failures++;
      delay = backoff(error, {failures, intervalMs, random: clock.random()});
      const lagMs = clock.now() - lastSuccess;
      yield {kind: 'status', state: 'failing', failures, lagMs, error, retryInMs: delay};
    }
    if (!(await clock.pause(delay, call.signal))) return;
  }
}

const backoff = (
  {retryAfter = 0}: EdgeError,
  {failures, intervalMs, random}: {failures: number; intervalMs: number; random: number},
): number => {
  const ceiling = Math.min(Math.max(MAX_PAUSE, intervalMs), intervalMs * 2 ** failures);
  return Math.max(ceiling * (0.5 + 0.5 * random), Math.min(retryAfter, MAX_RETRY_AFTER));
};
