import {delay} from '../../core/effects.ts';
import {type Effect, effect} from '../../core/screen.ts';
import {type LogFilter, queryOf} from './filter.ts';
import {type Asked, type LogRows, pageOf} from './rows.ts';
import type {ErrorLogsAction} from './state.ts';

const POLL_MS = 2_000;
const SLOWEST_POLL_MS = 30_000;

type LogEffect = Effect<ErrorLogsAction>;
/** Which listing to read, and in pages of how many rows. */
export interface Listing {
  readonly filter: LogFilter;
  readonly pageSize: number;
}

/** A listing of which something is known already. */
type Known = Listing & {readonly rows: LogRows};

const askedBy = ({rows: {answers, counted}}: Known): Asked => ({answers, counted});

/** Reads the newest page: new entries, the total, and how the link is. */
export const poll = (known: Known): LogEffect => {
  const {filter, pageSize} = known;
  const asked = askedBy(known);
  return effect<ErrorLogsAction>(
    'poll',
    async ({client, now}, signal) => {
      const began = performance.now();
      const page = await client().errorLogs.list(
        {...queryOf(filter), page: 1, page_size: pageSize},
        {signal, retries: 0},
      );
      return {kind: 'polled', page, asked, at: now(), ms: performance.now() - began};
    },
    failure => ({kind: 'poll-failed', failure}),
  );
};

/** Milliseconds until the next poll: steady while all is well, doubling while the gateway is away. */
export const pollPause = (failures: number): number => Math.min(SLOWEST_POLL_MS, POLL_MS * 2 ** failures);

/** Waits until the next poll. Shares its name with {@link poll}: there is one poll at a time, waiting or under way. */
export const pollLater = (failures: number): LogEffect => ({
  ...effect<ErrorLogsAction>(
    'poll',
    async (_context, signal) => {
      await delay(pollPause(failures), signal);
      return {kind: 'poll-due'};
    },
    failure => ({kind: 'poll-failed', failure}),
  ),
  background: true,
});

/** Reads one page of the middle of the listing. */
export const loadPage = (known: Known, page: number): LogEffect => {
  const {filter, pageSize} = known;
  const asked = askedBy(known);
  return effect<ErrorLogsAction>(
    'rows',
    async ({client}, signal) => ({
      kind: 'rows',
      page: await client().errorLogs.list({...queryOf(filter), page, page_size: pageSize}, {signal}),
      asked,
    }),
    failure => ({kind: 'rows-failed', failure}),
  );
};

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
      /** Entries that arrived while the last page was under way. */
      let late = 0;
      /** The lowest position whose time is `limit` or later. */
      const firstFrom = async (limit: number): Promise<number> => {
        let low = 0;
        let high = total;
        for (let probes = 0; low < high && probes < MOST_PROBES; probes++) {
          const middle = Math.floor((low + high) / 2);
          const page = pageOf(middle, {total: total + late, pageSize});
          const answer = await client().errorLogs.list({...query, page, page_size: pageSize}, {signal});
          const counted = answer.count ?? total;
          late = Math.max(0, counted - total);
          total = counted;
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
