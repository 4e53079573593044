import type {ErrorLogEntry} from '@edge-console/schema';
import * as z from 'zod';
import {parseJson, readText, replaceFile} from '../../../files/atomic-write.ts';
import {takeLock} from '../../../files/file-lock.ts';
import {checkLayout, LAYOUT} from '../../../files/layout.ts';
import {CommandError, refusedAsUsage} from '../../exit.ts';

interface Source {
  readonly url: string;
  readonly query: object;
}

/** Entries may arrive late, so this much time before the newest entry is read again. */
const OVERLAP_SECONDS = 300;

const fileSchema = z.object({
  version: z.literal(LAYOUT),
  url: z.string(),
  query: z.record(z.string(), z.unknown()),
  newest: z.number(),
  entries: z.array(z.tuple([z.number(), z.number()])),
});

type Cursor = Awaited<ReturnType<typeof openCursor>>;

/** Locks the file. Rejects if its position is for another gateway or filter. */
export const openCursor = async (path: string | undefined, {url, query}: Source) => {
  const unlock = path === undefined ? undefined : await refusedAsUsage(takeLock(path));
  const saved =
    path === undefined
      ? undefined
      : await readCursor(path, {url, query}).catch(async error => {
          await unlock?.();
          throw error;
        });
  let newest = saved?.newest;
  let entries = new Map<number, number>(saved?.entries);
  return {
    /** Unix seconds. Undefined if no position was saved. */
    get from(): number | undefined {
      return newest === undefined ? undefined : newest - OVERLAP_SECONDS;
    },
    has: ({id, log_time}: ErrorLogEntry): boolean => entries.get(id) === log_time,
    /** `added` includes entries that failed a condition. */
    async save(added: readonly ErrorLogEntry[]): Promise<void> {
      if (path === undefined || added.length === 0) return;
      for (const {id, log_time} of added) {
        entries.set(id, log_time);
        newest = Math.max(newest ?? log_time, log_time);
      }
      const oldest = (newest ?? 0) - OVERLAP_SECONDS;
      entries = new Map([...entries].filter(([, time]) => time >= oldest));
      await replaceFile(path, JSON.stringify({version: LAYOUT, url, query, newest, entries: [...entries]}));
    },
    close: async (): Promise<void> => unlock?.(),
  };
};

/** Saves a position after the existing entries, so that only later entries are printed. */
export const startCursor = async (cursor: Cursor, entries: AsyncIterable<ErrorLogEntry>): Promise<void> => {
  const known: ErrorLogEntry[] = [];
  for await (const entry of entries) {
    known.push(entry);
    if (entry.log_time < (known[0]?.log_time ?? 0) - OVERLAP_SECONDS) break;
  }
  await cursor.save(known);
};

const readCursor = async (path: string, source: Source): Promise<z.infer<typeof fileSchema> | undefined> => {
  const text = await readText(path).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError('usage', `cannot read ${path}: ${error.code}`);
  });
  if (text === undefined) return undefined;
  const json = parseJson(text);
  checkLayout(path, json);
  const parsed = fileSchema.safeParse(json);
  if (!parsed.success) throw new CommandError('usage', `${path} is not a position that logs follow wrote`);
  const {url, query} = parsed.data;
  if (url !== source.url || JSON.stringify(query) !== JSON.stringify(source.query))
    throw new CommandError('usage', `${path} is the position in another list; use another file for this filter`);
  return parsed.data;
};
