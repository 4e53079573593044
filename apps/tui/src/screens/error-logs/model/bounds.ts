import {type Frame, type ReadPage, readAt, rowsOf, type Span} from '@edge-console/client/rows';
import type {ErrorLogEntry} from '@edge-console/schema';
import {type Effect, effect} from '../../../core/screen.ts';
import {queryOf} from '../../../logs/filter.ts';
import {pageReader} from './paging.ts';
import type {LogData, LogsAction} from './state.ts';

/** Pages read at most for one end of a range: halving needs far fewer. */
const MAX_PROBES = 200;

/** Finds, by halving, the lowest position whose time is `limit` or later: that of the end if there is none. */
const timeFinder = (read: ReadPage<ErrorLogEntry>, start: Frame): ((limit: number) => Promise<number>) => {
  let frame = start;
  return async limit => {
    let low = frame.oldest;
    let high = frame.end;
    for (let probes = 0; low < high && probes < MAX_PROBES; probes++) {
      const {page, span, frame: next} = await readAt(read, frame, Math.floor((low + high) / 2));
      frame = next;
      const rows = rowsOf(page);
      const later = rows.filter(entry => entry === undefined || entry.log_time >= limit).length;
      const lowestLater = span.to - later;
      if (later < rows.length) low = Math.max(low, lowestLater);
      if (later > 0) high = Math.min(high, lowestLater);
      if (rows.length === 0) break;
    }
    return low;
  };
};

/** Finds the first entry at a time or later, in Unix seconds. */
export const findTime = ({filter, rows}: Pick<LogData, 'filter' | 'rows'>, time: number): Effect<LogsAction> =>
  effect<LogsAction>(
    'time',
    async (context, signal) => {
      const find = timeFinder(pageReader(context, filter, signal), {...rows.frame, drift: 0});
      return {kind: 'time-found', position: await find(time)};
    },
    failure => ({kind: 'search-failed', failure}),
  );

/** Pages searched for an entry among those of its second. */
const MAX_PAGES = 20;

/** Finds an entry by its time, in Unix seconds, and its id: through the pages of that second. */
export const findEntry = (
  {filter, rows}: Pick<LogData, 'filter' | 'rows'>,
  {id, time}: {readonly id: number; readonly time: number},
): Effect<LogsAction> =>
  effect<LogsAction>(
    'time',
    async (context, signal) => {
      const read = pageReader(context, filter, signal);
      const find = timeFinder(read, {...rows.frame, drift: 0});
      let position = await find(time);
      let frame: Frame = {...rows.frame, drift: 0};
      for (let pages = 0; pages < MAX_PAGES; pages++) {
        const sent = {clock: rows.clock, end: frame.end};
        const {page, span, frame: next} = await readAt(read, frame, position);
        frame = next;
        const entry = page.items.find(each => each.id === id);
        if (entry !== undefined) return {kind: 'search-found', entry, page, requested: sent};
        const [newest] = page.items;
        if (newest === undefined || newest.log_time > time || span.to >= frame.end) break;
        position = span.to;
      }
      return {kind: 'bookmark-gone'};
    },
    failure => ({kind: 'search-failed', failure}),
  );

/**
 * Finds the positions of a time range on a gateway that ignores it (`docs/field-facts.md#9`) by halving: the list is newest
 * first, so a range is one run of positions. About 17 pages for ten million entries. Undefined without counts.
 */
export const findBounds = ({filter, rows}: Pick<LogData, 'filter' | 'rows'>): Effect<LogsAction> =>
  effect<LogsAction>(
    'bounds',
    async (context, signal) => {
      const {start_time: from, end_time: to, ...query} = queryOf(filter);
      const count = await context.client().errorLogs.count(query, {signal});
      if (count === undefined) return {kind: 'bounds', span: undefined};
      // The drift that the screen's requests measured does not apply here: `readAt` measures its own.
      const frame: Frame = {...rows.frame, end: rows.frame.base + count, count, drift: 0};
      const firstFrom = timeFinder(pageReader(context, {...filter, range: {}}, signal), frame);
      const span: Span = {
        from: from === undefined ? Number.NEGATIVE_INFINITY : await firstFrom(from),
        to: to === undefined ? Number.POSITIVE_INFINITY : await firstFrom(to + 1),
      };
      return {kind: 'bounds', span};
    },
    failure => ({kind: 'page-failed', failure}),
  );
