import {constants} from 'node:fs';
import {open, rename, rm} from 'node:fs/promises';
import type {ErrorLogEntry} from '@edge-console/schema';
import {Refused} from '../core/failure.ts';
import {replaceFile, unwritable} from '../files/atomic-write.ts';
import {takeLock, type Unlock} from '../files/file-lock.ts';
import {type Environment, exists, refuseFolder} from '../files/locked-file.ts';
import {plural} from '../format/number.ts';
import type {Sink} from '../output/sink.ts';
import {
  addEntry,
  firstPosition,
  identity,
  type PartSource,
  type Position,
  passEntry,
  rangeOf,
  readPosition,
  readSoFar,
} from './export-position.ts';
import {isFinished, rememberFinished} from './finished-exports.ts';

const SAVE_EVERY = 5_000;

/** O_NOFOLLOW refuses a symbolic link. Windows does not have this flag. */
const APPEND = constants.O_WRONLY | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0);

/** Size of the write buffer in UTF-16 code units. */
const BUFFERED = 65_536;

/** `FILE.part` contains the rows, and `FILE.part.json` the position from which the export can be continued. */
export type Part = Awaited<ReturnType<typeof openFile>>;

interface PartOptions {
  readonly source: PartSource;
  readonly resume: boolean;
  readonly force: boolean;
  readonly env: Environment;
  /** Error messages end with these texts, such as `--force replaces it`. */
  readonly advice: {readonly replace: string; readonly again: string; readonly resume: string};
}

/** Resolves to undefined if the export is complete. Rejects if an existing file must not be replaced. */
export const openPart = async (path: string, options: PartOptions): Promise<Part | undefined> => {
  await refuseFolder(path);
  const unlock = await takeLock(path);
  try {
    const last = await findPosition(path, options);
    if (last !== 'complete') return await openFile(path, last, {...options, unlock});
  } catch (error) {
    await unlock();
    throw error;
  }
  await unlock();
  return undefined;
};

const pathsOf = (path: string) => ({partPath: `${path}.part`, positionPath: `${path}.part.json`});

const findPosition = async (
  path: string,
  {source, resume, force, env, advice}: PartOptions,
): Promise<Position | undefined | 'complete'> => {
  const {partPath, positionPath} = pathsOf(path);
  const refuse = (problem: string): never => {
    throw new Refused(problem);
  };
  const hasPart = await exists(partPath);
  if (!force && (await exists(path))) {
    if (resume && !hasPart && (await isFinished(path, identity(source), env))) return 'complete';
    refuse(`${path} exists${resume ? ' and is not known to be this export' : ''}; ${advice.replace}`);
  }
  const last = await readPosition(positionPath);
  if (last === undefined) {
    if (await exists(positionPath)) refuse(`${positionPath} exists and is not of an export of this program`);
    if (!force && hasPart) refuse(`${partPath} exists and is not an export of this program; ${advice.replace}`);
    return undefined;
  }
  if (!resume) {
    const rows = plural(last.rows, 'entry', 'entries');
    if (!force) refuse(`${partPath} has ${rows} of an interrupted export; ${advice.resume}, ${advice.again}`);
    return undefined;
  }
  if (identity(last.source) !== identity(source)) {
    refuse(`${partPath} is an export of another list or form; ${advice.again}`);
  }
  if (source.csv !== undefined && last.source.csv !== source.csv) {
    refuse(`${partPath} was begun with csv ${last.source.csv}; ${advice.again}`);
  }
  if (!last.sorted) refuse(`the list of ${partPath} is not sorted by time and cannot be continued; ${advice.again}`);
  if (!hasPart) refuse(`${partPath} is gone; ${advice.again}`);
  return last;
};

interface OpenOptions extends Pick<PartOptions, 'source' | 'force' | 'env'> {
  readonly unlock: Unlock;
}

const openFile = async (path: string, last: Position | undefined, {source, force, env, unlock}: OpenOptions) => {
  const {partPath, positionPath} = pathsOf(path);
  const position = last ?? firstPosition(source);
  const save = () => replaceFile(positionPath, JSON.stringify(position));
  if (last === undefined) await save();
  // `FILE.part` may be an older export or a symbolic link, so it is deleted first.
  if (last === undefined && force) await rm(partPath, {force: true});
  // Log lines contain personal data, so only the owner may read the file.
  const file = await open(partPath, last === undefined ? 'wx' : APPEND, 0o600).catch(async error => {
    if (last === undefined) await rm(positionPath, {force: true});
    throw unwritable(partPath, error);
  });
  // Rows after the last saved position may be incomplete, so they are removed.
  if (last !== undefined) await file.truncate(last.bytes);
  const before = {oldest: last?.oldest, ids: new Set(last?.ids)};
  let isComplete = false;
  let unwritten = '';
  const flush = async (): Promise<void> => {
    const text = unwritten;
    unwritten = '';
    const {bytesWritten} = await file.write(text).catch(error => {
      throw unwritable(partPath, error);
    });
    position.bytes += bytesWritten;
  };
  const sync = async (): Promise<void> => {
    await flush();
    await file.datasync();
  };
  /** The position is written last, so that it never counts rows that are not in the file. */
  const saveAll = async (): Promise<void> => {
    await sync();
    await save();
  };
  const saveSometimes = async (): Promise<void> => {
    if (readSoFar(position) % SAVE_EVERY === 0) await saveAll();
  };
  return {
    sink: {
      isTerminal: false,
      width: 0,
      async write(text) {
        unwritten += text;
        if (unwritten.length >= BUFFERED) await flush();
      },
    } satisfies Sink,
    get rows(): number {
      return position.rows;
    },
    /** Number of entries read in all runs, including entries that fail a condition. */
    get read(): number {
      return readSoFar(position);
    },
    range: last && rangeOf(last),
    /** Number of rows that earlier runs wrote and that this run does not read again. */
    earlier: last === undefined ? 0 : last.rows - last.ids.length,
    csv: position.source.csv,
    hadText: position.bytes > 0,
    get isComplete(): boolean {
      return isComplete;
    },
    has: ({id, log_time}: ErrorLogEntry): boolean =>
      before.oldest !== undefined && (log_time > before.oldest || (log_time === before.oldest && before.ids.has(id))),
    async add(entry: ErrorLogEntry): Promise<void> {
      addEntry(position, entry);
      await saveSometimes();
    },
    /** Records in the position that an entry was read but not written, because it fails a condition of the filter. */
    async pass(entry: ErrorLogEntry): Promise<void> {
      passEntry(position, entry);
      await saveSometimes();
    },
    save: saveAll,
    async complete(): Promise<void> {
      await sync();
      await rename(partPath, path);
      isComplete = true;
      await rm(positionPath, {force: true});
      await rememberFinished(path, identity(position.source), env);
    },
    async close(): Promise<void> {
      await file.close();
      await unlock();
    },
  };
};
