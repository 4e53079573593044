import {requested} from '@edge-console/client/rows';
import {type Effect, effect, timer} from '../../../core/screen.ts';
import {queryOf} from '../../../logs/filter.ts';
import type {LogData, LogsAction} from './state.ts';

const POLL_MS = 2_000;
const MAX_PAUSE_MS = 30_000;

/** Reads the newest page: new entries, the total, and the latency of the link. */
export const poll = ({filter, rows}: LogData): Effect<LogsAction> =>
  effect<LogsAction>(
    'poll',
    async ({client, now}, signal) => {
      const began = performance.now();
      const query = {...queryOf(filter), page: 1, page_size: rows.frame.pageSize};
      const page = await client().errorLogs.list(query, {signal, retries: 0});
      return {kind: 'polled', page, requested: requested(rows), at: now(), ms: performance.now() - began};
    },
    failure => ({kind: 'poll-failed', failure}),
  );

/** Milliseconds until the next poll; doubles with every failure in a row. */
export const pollPause = (failures: number): number => Math.min(MAX_PAUSE_MS, POLL_MS * 2 ** failures);

/** A timer for the next poll. Has the name of {@link poll}: one of them at a time. */
export const pollLater = (failures: number): Effect<LogsAction> =>
  timer<LogsAction>('poll', pollPause(failures), {kind: 'poll-due'});
