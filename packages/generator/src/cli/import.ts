import {openStore, type Store} from '@edge-console/server/store';
import {ConcurrentImport, type ImportOrigin} from '../import/batches.ts';
import {importNginx, type Progress} from '../import/import-nginx.ts';
import {openLog} from '../import/log-file.ts';
import {follow} from './follow.ts';
import {command, flag, numberOf, type Terminal, text, texts, type Values} from './terminal.ts';

const HELP = `Usage: edge-logs import --nginx FILE --database DATABASE [flags]

Imports the entries added to nginx error logs since their last import. Times are read in the time zone of TZ.

  --nginx FILE         an error log; can be repeated
  --database DATABASE  SQLite file, created if missing, or postgres://…
  --follow             import entries as they are written, over rotations and truncations, until stopped
  --node-id N          node id of the entries (default 0)
  --node-type N        0 global (default), 1 admin site, 2 log server
  --app-id N           application id of the entries (default 0)
  --help
`;

const FLAGS = {nginx: texts, database: text, follow: flag, 'node-id': text, 'node-type': text, 'app-id': text} as const;

const STOPPED = 1;
const REDRAW_MS = 100;

export const runImport = command({
  name: 'import',
  help: HELP,
  flags: FLAGS,
  run: async (values, terminal) => {
    const {paths, database, origin, follows} = importOf(values);
    // `openStore` creates the database file, so the log files are checked first.
    for (const path of paths) await check(path, follows, terminal);
    const store = await openStore(database);
    try {
      if (follows) await follow({store, paths, origin}, terminal);
      else for (const path of paths) await importOnce(path, {store, origin}, terminal);
      if (follows || !terminal.stopped.aborted) return 0;
      terminal.err('edge-logs: import: stopped; run the same command to resume\n');
      return STOPPED;
    } catch (error) {
      if (!(error instanceof ConcurrentImport)) throw error;
      terminal.err(`edge-logs: import: ${error.message}\n`);
      return STOPPED;
    } finally {
      await store.close();
    }
  },
});

const check = async (path: string, follows: boolean, {err}: Terminal): Promise<void> => {
  try {
    await (await openLog(path)).close();
  } catch (error) {
    if (!(follows && error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    err(`edge-logs: import: ${path} does not exist yet\n`);
  }
};

const importOnce = async (
  path: string,
  target: {readonly store: Store; readonly origin: ImportOrigin},
  {out, err, columns, stopped}: Terminal,
): Promise<void> => {
  if (stopped.aborted) return;
  let lastDraw = 0;
  const progress = (state: Progress) => {
    if (columns === undefined || performance.now() - lastDraw < REDRAW_MS) return;
    lastDraw = performance.now();
    err(`\r${progressLine(state, columns)}`);
  };
  const {entries} = await importNginx({...target, path, progress, signal: stopped}).finally(() => {
    if (lastDraw > 0) err('\r\u001b[K');
  });
  out(`${entries} entries imported from ${path}\n`);
};

const importOf = (values: Values<typeof FLAGS>) => {
  const {nginx = [], database, follow: follows = false} = values;
  if (nginx.length === 0 || nginx.includes('') || !database) throw new Error('--nginx and --database are required');
  if (database === ':memory:')
    throw new Error('--database must be a file or postgres://…; an in-memory database would be lost');
  const idOf = (name: 'node-id' | 'node-type' | 'app-id') => numberOf(name, values[name] ?? '0', 'an integer');
  const origin = {node_id: idOf('node-id'), node_type: idOf('node-type'), app_id: idOf('app-id')};
  return {paths: [...new Set(nginx)], database, origin, follows};
};

/** Returns a line such as `[#####---------]  36 %  120,000 entries`. A narrow terminal gets only the numbers. */
export const progressLine = ({done, size, entries}: Progress, columns: number): string => {
  const share = size === 0 ? 1 : Math.min(done / size, 1);
  const numbers = ` ${String(Math.floor(share * 100)).padStart(3)} %  ${entries.toLocaleString('en')} entries`;
  // Some terminals scroll if the last column is filled, so it is left empty.
  const width = Math.min(40, columns - numbers.length - 3);
  if (width < 5) return numbers.trimStart().slice(0, Math.max(columns - 1, 0));
  const filled = Math.round(share * width);
  return `[${'#'.repeat(filled)}${'-'.repeat(width - filled)}]${numbers}`;
};
