import type {ErrorLogEntry} from '@edge-console/schema';
import {type Effect, effect} from '../../core/screen.ts';
import type {Listing} from './effects.ts';
import {queryOf} from './filter.ts';
import {pageOf, positionBase} from './rows.ts';
import {matches, type Search, type Walk} from './search.ts';
import type {ErrorLogsAction} from './state.ts';

/** Pages searched before the progress is shown and the next are asked for. */
const PAGES_A_STEP = 5;

/** Searches some pages from a position on; positions are counted from the oldest entry, so arrivals do not disturb. */
export const searchPages = (
  {filter, pageSize}: Listing,
  search: Search,
  {by, position, ...known}: Walk,
): Effect<ErrorLogsAction> =>
  effect<ErrorLogsAction>(
    'search',
    async ({client}, signal) => {
      let at = position;
      let {counted: total, late} = known;
      for (let read = 0; read < PAGES_A_STEP && at >= 0 && at < total; read++) {
        const page = pageOf(at, {total: total + late, pageSize});
        const answer = await client().errorLogs.list({...queryOf(filter), page, page_size: pageSize}, {signal});
        late = Math.max(0, positionBase(answer) - total);
        total = positionBase(answer);
        const first = total - 1 - (page - 1) * pageSize;
        const last = first - answer.items.length + 1;
        if (at > first || at < last) {
          // Entries came in between and pushed the wanted row to another page: as many may come again.
          if (answer.items.length === 0) break;
          continue;
        }
        const found = firstMatch(answer.items, search, {from: first - at, by});
        if (found !== undefined) return {kind: 'search-found', position: first - found};
        at = by === 1 ? last - 1 : first + 1;
      }
      return {kind: 'search-on', by, position: at, counted: total, late};
    },
    failure => ({kind: 'search-failed', failure}),
  );

const firstMatch = (
  items: readonly ErrorLogEntry[],
  search: Search,
  {from, by}: {from: number; by: 1 | -1},
): number | undefined => {
  for (let at = from; at >= 0 && at < items.length; at += by) {
    const entry = items[at];
    if (entry !== undefined && matches(search, entry)) return at;
  }
  return undefined;
};
