import {constants} from 'node:fs';
import {open, rename, rm} from 'node:fs/promises';
import type {ErrorLogEntry, ErrorLogFilter} from '@edge-console/schema';
import * as z from 'zod';
import {Refused} from '../core/failure.ts';
import {parseJson, readText, replaceFile, unwritable} from '../files/atomic-write.ts';
import {takeLock, type Unlock} from '../files/lock.ts';
import {type Environment, exists, refuseFolder} from '../files/locked-file.ts';
import {plural} from '../format/number.ts';
import type {TimeRange} from '../logs/filter.ts';
import type {Sink} from '../output/sink.ts';
import {CSV_MODES, type CsvMode} from '../output/text.ts';
import {isFinished, rememberFinished} from './finished.ts';

/** Rows between two saves of the position. */
const SAVE_EVERY = 5_000;

const positionSchema = z.object({
  version: z.literal(1),
  source: z.object({
    url: z.string(),
    query: z.looseObject({start_time: z.number().optional(), end_time: z.number().optional()}),
    format: z.string(),
    fields: z.array(z.string()).readonly().nullable(),
    // Files of versions without it are exact.
    csv: z.enum(CSV_MODES).default('exact'),
    search: z.string().optional(),
  }),
  rows: z.int(),
  bytes: z.int(),
  /** Each entry is as old as the one before it, or older. */
  sorted: z.boolean(),
  newest: z.number().optional(),
  oldest: z.number().optional(),
  /** Ids of the entries of the second `oldest`. */
  ids: z.array(z.number()),
});
type Position = z.infer<typeof positionSchema>;

/** An export in progress: `FILE.part`, and its position in `FILE.part.json`. */
export interface Part {
  readonly sink: Sink;
  readonly rows: number;
  readonly path: string;
  /** Of an export that is continued: its range, up to its newest entry. */
  readonly range: TimeRange | undefined;
  /** How its CSV has formulas; of an export that is continued, as it began. */
  readonly csv: CsvMode;
  /** Whether the file had text, such as the heads of columns, when it was opened. */
  readonly hadText: boolean;
  readonly isComplete: boolean;
  /** Whether an entry is in the file already. */
  has(entry: ErrorLogEntry): boolean;
  add(entry: ErrorLogEntry): Promise<void>;
  /** Writes the position. */
  save(): Promise<void>;
  complete(): Promise<void>;
  close(): Promise<void>;
}

/** Appends to the file itself: a link is refused. Windows has no such flag, and few links. */
const APPEND = constants.O_WRONLY | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0);

/** UTF-16 units between two writes. */
const BUFFERED = 65_536;

const nothing = {rows: 0, bytes: 0, sorted: true, ids: []};

/** What is exported. */
export interface PartSource {
  readonly url: string;
  /** As the gateway gets it. */
  readonly query: ErrorLogFilter;
  readonly format: string;
  /** Null: all. */
  readonly fields: readonly string[] | null;
  /** Undefined: that of the export that is continued, else safe. */
  readonly csv: CsvMode | undefined;
  /** Of an export of the entries that match: the search as typed. */
  readonly search?: string | undefined;
}

interface PartOptions {
  readonly source: PartSource;
  readonly resume: boolean;
  readonly force: boolean;
  /** Where finished exports are remembered. */
  readonly env: Environment;
  /** How to go on, for messages: `--force replaces it`. */
  readonly advice: {readonly replace: string; readonly again: string; readonly resume: string};
}

/**
 * Starts an export, or continues one. Undefined if the one to continue is complete. Rejects with {@link Refused} if `path`
 * or its parts may not be replaced, or another process writes them.
 */
export const openPart = async (path: string, options: PartOptions): Promise<Part | undefined> => {
  await refuseFolder(path);
  const unlock = await takeLock(path);
  try {
    const part = await openLocked(path, options, unlock);
    if (part === undefined) await unlock();
    return part;
  } catch (error) {
    await unlock();
    throw error;
  }
};

const openLocked = async (
  path: string,
  {source, resume, force, env, advice}: PartOptions,
  unlock: Unlock,
): Promise<Part | undefined> => {
  const partPath = `${path}.part`;
  const positionPath = `${path}.part.json`;
  if (!force && (await exists(path))) {
    if (resume && !(await exists(partPath)) && (await isFinished(path, identity(source), env))) return undefined;
    const why = resume ? ' and is not known to be this export' : '';
    throw new Refused(`${path} exists${why}; ${advice.replace}`);
  }
  const last = await readPosition(positionPath);
  if (last === undefined && (await exists(positionPath))) {
    throw new Refused(`${positionPath} exists and is not of an export of this program`);
  }
  if (last === undefined && !force && (await exists(partPath))) {
    throw new Refused(`${partPath} exists and is not an export of this program; ${advice.replace}`);
  }
  if (last !== undefined && !resume && !force) {
    const rows = plural(last.rows, 'entry', 'entries');
    throw new Refused(`${partPath} has ${rows} of an interrupted export; ${advice.resume}, ${advice.again}`);
  }
  const continued = resume ? last : undefined;
  if (continued !== undefined && identity(continued.source) !== identity(source)) {
    throw new Refused(`${partPath} is an export of another list or form; ${advice.again}`);
  }
  if (continued !== undefined && source.csv !== undefined && continued.source.csv !== source.csv) {
    throw new Refused(`${partPath} was begun with csv ${continued.source.csv}; ${advice.again}`);
  }
  if (continued?.sorted === false) {
    throw new Refused(`the list of ${partPath} is not sorted by time and cannot be continued; ${advice.again}`);
  }
  if (!resume && last !== undefined) await rm(positionPath, {force: true});
  if (continued !== undefined && !(await exists(partPath))) {
    throw new Refused(`${partPath} is gone; ${advice.again}`);
  }
  const {csv = 'safe'} = continued?.source ?? source;
  const started: Position = {version: 1, source: {...source, csv}, ...nothing};
  if (continued === undefined) await replaceFile(positionPath, JSON.stringify(started));
  // With force, what was written before goes, or a link.
  if (continued === undefined && force) await rm(partPath, {force: true});
  const file = await open(partPath, continued === undefined ? 'wx' : APPEND).catch(async error => {
    if (continued === undefined) await rm(positionPath, {force: true});
    throw unwritable(partPath, error);
  });
  // Rows after the last saved position may be incomplete.
  if (continued !== undefined) await file.truncate(continued.bytes);
  let position: Position = continued ?? started;
  let isComplete = false;
  const kept = {oldest: continued?.oldest, ids: new Set(continued?.ids)};
  // Grows in place: a second of a burst has thousands.
  let ids = [...position.ids];
  let unwritten = '';
  const flush = async (): Promise<void> => {
    const text = unwritten;
    unwritten = '';
    const {bytesWritten} = await file.write(text).catch(error => {
      throw unwritable(partPath, error);
    });
    position = {...position, bytes: position.bytes + bytesWritten};
  };
  const save = async (): Promise<void> => {
    await flush();
    await file.datasync();
    await replaceFile(positionPath, JSON.stringify(position));
  };
  return {
    sink: {
      isTerminal: false,
      width: 0,
      async write(text) {
        unwritten += text;
        if (unwritten.length >= BUFFERED) await flush();
      },
    },
    get rows() {
      return position.rows;
    },
    path,
    range: continued && rangeOf(continued),
    csv,
    hadText: (continued?.bytes ?? 0) > 0,
    get isComplete() {
      return isComplete;
    },
    has: ({id, log_time}) =>
      kept.oldest !== undefined && (log_time > kept.oldest || (log_time === kept.oldest && kept.ids.has(id))),
    async add({id, log_time}) {
      const {oldest = log_time, newest = log_time} = position;
      if (log_time !== oldest) ids = [];
      ids.push(id);
      position = {
        ...position,
        rows: position.rows + 1,
        sorted: position.sorted && log_time <= oldest,
        oldest: log_time,
        newest: Math.max(newest, log_time),
        ids,
      };
      if (position.rows % SAVE_EVERY === 0) await save();
    },
    save,
    async complete() {
      await flush();
      await file.datasync();
      await rename(partPath, path);
      isComplete = true;
      await rm(positionPath, {force: true});
      await rememberFinished(path, identity(position.source), env);
    },
    async close() {
      await file.close();
      await unlock();
    },
  };
};

/** What two exports of one list have in common. A relative range has another beginning and end each time. */
const identity = ({url, query, format, fields, search}: PartSource): string => {
  const {start_time: _from, end_time: _to, ...others} = query;
  return JSON.stringify([url, others, format, fields, search]);
};

const rangeOf = ({source: {query}, newest}: Position): TimeRange => {
  const to = newest ?? query.end_time;
  return {...(query.start_time !== undefined && {from: query.start_time}), ...(to !== undefined && {to})};
};

const readPosition = async (path: string): Promise<Position | undefined> => {
  const text = await readText(path).catch(() => undefined);
  return positionSchema.safeParse(parseJson(text ?? '')).data;
};
