import {type Line, MAX_LINE_BYTES, MAX_NAME, type NewErrorLog} from '@edge-console/server/store';
import {LEVELS} from '../log-entry.ts';

export interface Origin {
  readonly node_id: number;
  readonly node_type: number;
  readonly app_id: number;
  /** Time, in Unix seconds, for the lines before the first line with a timestamp. */
  readonly log_time: number;
}

export interface ParsedEntry {
  readonly entry: NewErrorLog;
  /** Offset in bytes at which the next entry starts. */
  readonly next: number;
}

// Start of an entry, such as `2026/11/20 12:00:03 [error] 31#31: *1873 …` (docs/field-facts.md#19).
const HEAD = /^(\d{4})\/(\d\d)\/(\d\d) (\d\d):(\d\d):(\d\d) \[([a-z]+)\] /;
const REQUEST_ID = new RegExp(`, request_id: "([^"]{1,${MAX_NAME}})"`);

/**
 * A line without a timestamp, such as one of a Lua stack trace, is appended to the entry before it. Times are read in
 * the local time zone, because nginx writes no offset.
 */
export async function* nginxEntries(lines: AsyncIterable<Line>, origin: Origin): AsyncGenerator<ParsedEntry> {
  let open: ParsedEntry | undefined;
  for await (const {text, next} of lines) {
    const started = parseHead(text, origin);
    if (!started && open) {
      open = {entry: appendLine(open.entry, text), next};
      continue;
    }
    if (open) yield open;
    open = {entry: started ?? entryOf(origin, {level: 0, log: text}), next};
  }
  if (open) yield open;
}

const parseHead = (text: string, origin: Origin): NewErrorLog | undefined => {
  const [head, year, month, day, hour, minute, second, name = ''] = HEAD.exec(text) ?? [];
  const level = (LEVELS as readonly string[]).indexOf(name);
  if (head === undefined || level < 0) return undefined;
  const time = new Date(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  return entryOf(origin, {level, log_time: Math.max(0, Math.floor(time.getTime() / 1000)), log: text});
};

const entryOf = (
  origin: Origin,
  parsed: Pick<NewErrorLog, 'level' | 'log'> & Partial<Pick<NewErrorLog, 'log_time'>>,
): NewErrorLog => ({...origin, ...parsed, count: 1, src: 0, req_id: REQUEST_ID.exec(parsed.log)?.[1] ?? ''});

// The length is limited, because a file in another format would become one huge entry.
const appendLine = (entry: NewErrorLog, text: string): NewErrorLog =>
  entry.log.length > MAX_LINE_BYTES ? entry : {...entry, log: `${entry.log}\n${text}`};
