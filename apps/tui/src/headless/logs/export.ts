import {open, readFile, rename, rm, stat, truncate, writeFile} from 'node:fs/promises';
import {Command, Option} from '@commander-js/extra-typings';
import type {WalkStatus} from '@edge-console/client';
import type {ErrorLogEntry} from '@edge-console/schema';
import {z} from 'zod';
import {count, plural} from '../../format/number.ts';
import {queryOf} from '../../screens/error-logs/model/filter.ts';
import {CommandError} from '../exit.ts';
import type {Host} from '../host.ts';
import {filterOf, namesOf, oneOf, withFilter} from '../options.ts';
import {rowWriter} from '../output/rows.ts';
import type {Sink} from '../output/sink.ts';
import {incomplete, readEntries} from './read.ts';
import {logView} from './view.ts';

/** Forms that can be continued: each row is complete by itself. */
const EXPORT_FORMATS = ['ndjson', 'csv', 'raw', 'markdown'] as const;

/** Rows between two saves of the position, and two lines of progress. */
const SAVE_EVERY = 5_000;

export const exportLogs = (host: Host) =>
  withFilter(new Command('export'))
    .summary('write the error logs to a file')
    .description(
      'Writes all entries of a filter to FILE.part, then renames it to FILE. An interrupted export leaves FILE.part and ' +
        'FILE.part.json; --resume continues it.',
    )
    .argument('<file>')
    .addOption(
      new Option('-o, --output <form>', EXPORT_FORMATS.join(', ')).argParser(oneOf(EXPORT_FORMATS)).default('ndjson'),
    )
    .option('--fields <names>', 'fields to write, with commas')
    .option('--resume', 'continue an interrupted export')
    .option('--force', 'replace FILE, and start an interrupted export again')
    .action(async (path, options) => {
      const filter = filterOf(options);
      const view = logView();
      const format = oneOf(EXPORT_FORMATS)(options.output);
      const fields = namesOf(options, Object.keys(view.fields));
      const {client, url} = await host.connect();
      const source = {url, query: {...queryOf(filter)}, format, fields: fields ?? null};
      const part = await openPart(path, {source, resume: options.resume === true, force: options.force === true});
      try {
        const output = rowWriter(view, part.sink, {format, fields, now: host.now(), glyphs: host.glyphs});
        let status: WalkStatus | undefined;
        const onStatus = (told: WalkStatus): void => {
          status = told;
        };
        // Newer ones arrived after the start of the interrupted export.
        const ranged = part.newest === undefined ? filter : {...filter, range: {...filter.range, to: part.newest}};
        for await (const entry of readEntries(client, ranged, {signal: host.signal, onStatus})) {
          if (part.has(entry)) continue;
          await output.row(entry);
          await part.add(entry);
          if (part.rows % SAVE_EVERY === 0 && host.err.isTerminal) {
            await host.err.write(`\r${count(part.rows)} entries`);
          }
        }
        await output.end();
        const rows = part.rows;
        await part.complete();
        if (host.err.isTerminal) await host.err.write('\r');
        await host.err.write(`Wrote ${plural(rows, 'entry', 'entries')} to ${path}.\n`);
        if (status?.complete === false) throw new CommandError('partial', incomplete(status, rows));
      } catch (error) {
        if (!part.isComplete) {
          await part.save();
          await host.err.write(`${count(part.rows)} entries are in ${path}.part; --resume continues.\n`);
        }
        throw error;
      } finally {
        await part.close();
      }
    });

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

interface Part {
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

const openPart = async (path: string, {source, resume, force}: PartOptions): Promise<Part> => {
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
