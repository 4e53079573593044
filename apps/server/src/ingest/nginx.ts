import {MAX_NAME, type NewErrorLog} from '../store/store.ts';
import {type Line, MAX_LINE_BYTES} from './lines.ts';

const LEVELS: readonly (string | undefined)[] = [
  'stderr',
  'emerg',
  'alert',
  'crit',
  'error',
  'warn',
  'notice',
  'info',
  'debug',
];

/** What a file does not tell of its entries. */
export interface Origin {
  readonly node_id: number;
  readonly node_type: number;
  readonly app_id: number;
  /** Unix seconds, for lines before the first one with a time. */
  readonly log_time: number;
}

/** An entry, and where in the file the next one begins. */
export interface Found {
  readonly entry: NewErrorLog;
  readonly next: number;
}

// Field fact 19: `2026/11/20 12:00:03 [error] 31#31: *1873 …`.
const HEAD = /^(\d{4})\/(\d\d)\/(\d\d) (\d\d):(\d\d):(\d\d) \[([a-z]+)\] /;
const REQUEST_ID = new RegExp(`, request_id: "([^"]{1,${MAX_NAME}})"`);

/**
 * Entries of an nginx error log. A line without a head belongs to the entry before it, as Lua's stack traces do; with
 * none before it, it is what a process wrote to its stderr. Times are in the time zone of this process, as nginx
 * writes them in that of its own.
 */
export async function* nginxEntries(lines: AsyncIterable<Line>, origin: Origin): AsyncGenerator<Found> {
  let open: Found | undefined;
  for await (const {text, next} of lines) {
    const begun = headed(text, origin);
    if (!begun && open) {
      open = {entry: longer(open.entry, text), next};
      continue;
    }
    if (open) yield open;
    open = {entry: begun ?? entryOf(origin, {level: 0, log_time: origin.log_time, log: text}), next};
  }
  if (open) yield open;
}

const headed = (text: string, origin: Origin): NewErrorLog | undefined => {
  const [head, year, month, day, hour, minute, second, name] = HEAD.exec(text) ?? [];
  const level = LEVELS.indexOf(name);
  if (head === undefined || level < 0) return undefined;
  const time = new Date(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  return entryOf(origin, {level, log_time: Math.max(0, Math.floor(time.getTime() / 1000)), log: text});
};

const entryOf = (
  {node_id, node_type, app_id}: Origin,
  found: Pick<NewErrorLog, 'level' | 'log_time' | 'log'>,
): NewErrorLog => ({
  ...found,
  count: 1,
  src: 0,
  node_id,
  node_type,
  app_id,
  req_id: REQUEST_ID.exec(found.log)?.[1] ?? '',
});

// A file of another kind is one endless entry; that must not fill the memory.
const longer = (entry: NewErrorLog, text: string): NewErrorLog =>
  entry.log.length > MAX_LINE_BYTES ? entry : {...entry, log: `${entry.log}\n${text}`};
