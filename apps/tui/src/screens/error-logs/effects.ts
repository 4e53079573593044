import {delay} from '../../core/effects.ts';
import {type Effect, effect} from '../../core/screen.ts';
import {type LogFilter, queryOf} from './filter.ts';
import type {ErrorLogsAction} from './state.ts';

const POLL_MS = 2_000;
const SLOWEST_POLL_MS = 30_000;

type LogEffect = Effect<ErrorLogsAction>;
/** Which listing to read, and in pages of how many rows. */
export interface Listing {
  readonly filter: LogFilter;
  readonly pageSize: number;
}

/** Reads the newest page: new entries, the total, and how the link is. */
export const poll = ({filter, pageSize}: Listing): LogEffect =>
  effect<ErrorLogsAction>(
    'poll',
    async ({client, now}, signal) => {
      const began = performance.now();
      const page = await client().errorLogs.list(
        {...queryOf(filter), page: 1, page_size: pageSize},
        {signal, retries: 0},
      );
      return {kind: 'polled', page, at: now(), ms: performance.now() - began};
    },
    failure => ({kind: 'poll-failed', failure}),
  );

/** Milliseconds until the next poll: steady while all is well, doubling while the gateway is away. */
export const pollPause = (failures: number): number => Math.min(SLOWEST_POLL_MS, POLL_MS * 2 ** failures);

/** Polls again after a pause. Shares its name with {@link poll}: there is one poll at a time, waiting or under way. */
export const pollLater = (listing: Listing, failures: number): LogEffect => ({
  ...poll(listing),
  background: true,
  run: async (context, signal) => {
    await delay(pollPause(failures), signal);
    return poll(listing).run(context, signal);
  },
});

/** Reads one page of the middle of the listing. */
export const loadPage = ({filter, pageSize}: Listing, page: number): LogEffect =>
  effect<ErrorLogsAction>(
    'rows',
    async ({client}, signal) => ({
      kind: 'rows',
      page: await client().errorLogs.list({...queryOf(filter), page, page_size: pageSize}, {signal}),
    }),
    failure => ({kind: 'rows-failed', failure}),
  );

/**
 * Finds the ends of a time range on a gateway that ignores it (field fact 9), by halving: the listing is newest first,
 * so the range is one run of positions. Some 25 requests of one row each for ten million entries.
 */
export const findBounds = (filter: LogFilter): LogEffect =>
  effect<ErrorLogsAction>(
    'bounds',
    async ({client}, signal) => {
      const {start_time: from, end_time: to, ...query} = queryOf(filter);
      let count = 0;
      let drift = 0;
      /** Time at an index as it was when the count was first read; entries that arrive meanwhile push it down. */
      const timeAt = async (index: number): Promise<number | undefined> => {
        const page = await client().errorLogs.list({...query, page: index + drift + 1, page_size: 1}, {signal});
        const moved = (page.count ?? count) - count;
        if (moved === drift) return page.items[0]?.log_time;
        drift = moved;
        return timeAt(index);
      };
      const firstBelow = async (limit: number): Promise<number> => {
        let low = 0;
        let high = count;
        while (low < high) {
          const middle = Math.floor((low + high) / 2);
          const time = await timeAt(middle);
          if (time === undefined || time < limit) high = middle;
          else low = middle + 1;
        }
        return low;
      };
      count = (await client().errorLogs.count(query, {signal})) ?? 0;
      const below = from === undefined ? count : await firstBelow(from);
      const above = to === undefined ? 0 : await firstBelow(to + 1);
      return {
        kind: 'bounds',
        floor: count - below,
        ceiling: to === undefined ? Number.POSITIVE_INFINITY : count - 1 - above,
      };
    },
    failure => ({kind: 'rows-failed', failure}),
  );
