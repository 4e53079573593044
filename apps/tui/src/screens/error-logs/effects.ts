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

/** Pages read at most to find one end of a range: far more than halving needs, and an end to it in any case. */
const MOST_PROBES = 200;

/**
 * Finds the ends of a time range on a gateway that ignores it (field fact 9), by halving: the listing is newest first,
 * so the range is one run of positions. Some 17 pages for ten million entries. Entries that arrive meanwhile shift what
 * a page holds; its own count tells the true positions.
 */
export const findBounds = ({filter, pageSize}: Listing): LogEffect =>
  effect<ErrorLogsAction>(
    'bounds',
    async ({client}, signal) => {
      const {start_time: from, end_time: to, ...query} = queryOf(filter);
      let total = (await client().errorLogs.count(query, {signal})) ?? 0;
      /** The lowest position whose time is `limit` or later. */
      const firstFrom = async (limit: number): Promise<number> => {
        let low = 0;
        let high = total;
        for (let probes = 0; low < high && probes < MOST_PROBES; probes++) {
          const middle = Math.floor((low + high) / 2);
          const page = Math.floor((total - 1 - middle) / pageSize) + 1;
          const answer = await client().errorLogs.list({...query, page, page_size: pageSize}, {signal});
          total = answer.count ?? total;
          const later = answer.items.filter(entry => entry.log_time >= limit).length;
          const lowestLater = total - (page - 1) * pageSize - later;
          if (later < answer.items.length) low = Math.max(low, lowestLater);
          if (later > 0) high = Math.min(high, lowestLater);
          if (answer.items.length === 0) break;
        }
        return low;
      };
      return {
        kind: 'bounds',
        floor: from === undefined ? 0 : await firstFrom(from),
        ceiling: to === undefined ? Number.POSITIVE_INFINITY : (await firstFrom(to + 1)) - 1,
      };
    },
    failure => ({kind: 'rows-failed', failure}),
  );
