import {open, readFile, rename, rm, stat, truncate, writeFile} from 'node:fs/promises';
import type {ErrorLogEntry} from '@edge-console/schema';
import {z} from 'zod';
import {plural} from '../../format/number.ts';
import {CommandError} from '../exit.ts';
import type {Sink} from '../output/sink.ts';

/** Rows between two saves of the position. */
export const SAVE_EVERY = 5_000;

const positionSchema = z.object({
  version: z.literal(1),
  /** The process that writes the export. */
  pid: z.int(),
  source: z.unknown(),
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
  /** Time of the newest entry of an export that is continued. */
  readonly newest: number | undefined;
  readonly isComplete: boolean;
  /** Whether an entry is in the file already. */
  has(entry: ErrorLogEntry): boolean;
  add(entry: ErrorLogEntry): Promise<void>;
  /** Writes the position. */
  save(): Promise<void>;
  complete(): Promise<void>;
  close(): Promise<void>;
}

const nothing = {rows: 0, bytes: 0, sorted: true, ids: []};

const claim = async (path: string, position: Position): Promise<void> => {
  try {
    await writeFile(path, JSON.stringify(position), {flag: 'wx'});
  } catch (error) {
    const {code} = error as NodeJS.ErrnoException;
    throw new CommandError(
      'usage',
      code === 'EEXIST' ? `another export writes ${path}` : `cannot write ${path}: ${code}`,
    );
  }
};

interface PartOptions {
  readonly source: object;
  readonly resume: boolean;
  readonly force: boolean;
}

/** Starts an export, or continues one. Rejects if `path` or its parts may not be replaced, or another process writes them. */
export const openPart = async (path: string, {source, resume, force}: PartOptions): Promise<Part> => {
  const partPath = `${path}.part`;
  const positionPath = `${path}.part.json`;
  if (!force && (await exists(path))) throw new CommandError('usage', `${path} exists; --force replaces it`);
  const last = await readPosition(positionPath);
  if (last !== undefined && isRunning(last.pid)) {
    throw new CommandError('usage', `process ${last.pid} is writing this export`);
  }
  if (last === undefined && !force && (await exists(partPath))) {
    throw new CommandError('usage', `${partPath} exists and is not an export of this program; --force replaces it`);
  }
  if (last !== undefined && !resume && !force) {
    throw new CommandError(
      'usage',
      `${partPath} has ${plural(last.rows, 'entry', 'entries')} of an interrupted export; --resume continues it, --force starts again`,
    );
  }
  const continued = resume ? last : undefined;
  if (continued !== undefined && JSON.stringify(continued.source) !== JSON.stringify(source)) {
    throw new CommandError('usage', `${partPath} is an export of another list or form; --force starts again`);
  }
  if (continued?.sorted === false) {
    throw new CommandError(
      'usage',
      `the list of ${partPath} is not sorted by time and cannot be continued; --force starts again`,
    );
  }
  if (!resume && last !== undefined) await rm(positionPath, {force: true});
  if (continued !== undefined && !(await exists(partPath))) {
    throw new CommandError('usage', `${partPath} is gone; --force starts again`);
  }
  // Rows after the last saved position may be incomplete.
  if (continued !== undefined) await truncate(partPath, continued.bytes);
  // Of two exports that start at once, one fails here.
  if (continued === undefined) await claim(positionPath, {version: 1, pid: process.pid, source, ...nothing});
  const file = await open(partPath, continued === undefined ? 'w' : 'a');
  let position: Position = {
    ...(continued ?? {version: 1, source, ...nothing}),
    pid: process.pid,
  };
  let isComplete = false;
  const kept = {oldest: continued?.oldest, ids: new Set(continued?.ids)};
  const save = async (): Promise<void> => {
    await file.datasync();
    await writeFile(`${positionPath}.new`, JSON.stringify(position));
    await rename(`${positionPath}.new`, positionPath);
  };
  return {
    sink: {
      isTerminal: false,
      width: 0,
      async write(text) {
        const {bytesWritten} = await file.write(text);
        position = {...position, bytes: position.bytes + bytesWritten};
      },
    },
    get rows() {
      return position.rows;
    },
    newest: continued?.newest,
    get isComplete() {
      return isComplete;
    },
    has: ({id, log_time}) =>
      kept.oldest !== undefined && (log_time > kept.oldest || (log_time === kept.oldest && kept.ids.has(id))),
    async add({id, log_time}) {
      const {oldest = log_time, newest = log_time, ids} = position;
      position = {
        ...position,
        rows: position.rows + 1,
        sorted: position.sorted && log_time <= oldest,
        oldest: log_time,
        newest: Math.max(newest, log_time),
        ids: log_time === oldest ? [...ids, id] : [id],
      };
      if (position.rows % SAVE_EVERY === 0) await save();
    },
    save,
    async complete() {
      await file.datasync();
      await rename(partPath, path);
      isComplete = true;
      await rm(positionPath, {force: true});
    },
    close: () => file.close(),
  };
};

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const readPosition = async (path: string): Promise<Position | undefined> => {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return positionSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
};

const isRunning = (pid: number): boolean => {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};
