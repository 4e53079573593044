import {parseArgs} from 'node:util';
import {openStore} from '@edge-console/server/store';
import {ConcurrentImport, importNginx, type Progress, statLog} from '../import/import.ts';
import {flag, numberOf, reasonOf, type Terminal, text, UNUSABLE} from './terminal.ts';

const HELP = `Usage: edge-logs import --nginx FILE --database DATABASE [flags]

Imports the entries added to an nginx error log since its last import. Times are read in the time zone of TZ.

  --nginx FILE         the error log
  --database DATABASE  SQLite file, created if missing, or postgres://…
  --node-id N          node id of the entries (default 0)
  --node-type N        0 global (default), 1 admin site, 2 log server
  --app-id N           application id of the entries (default 0)
  --help
`;

const FLAGS = {
  nginx: text,
  database: text,
  'node-id': text,
  'node-type': text,
  'app-id': text,
  help: flag,
} as const;

const STOPPED = 1;
const REDRAW_MS = 100;

interface ImportFlags {
  readonly path: string;
  readonly database: string;
  readonly origin: {readonly node_id: number; readonly node_type: number; readonly app_id: number};
}

/** Resolves to the exit code: 0 at the end of the file, 1 if a signal or another import stopped it, 2 for errors. */
export const runImport = async (argv: readonly string[], terminal: Terminal): Promise<number> => {
  try {
    const flags = parseImportFlags(argv);
    if (flags === 'help') {
      terminal.out(HELP);
      return 0;
    }
    return await importFile(flags, terminal);
  } catch (error) {
    terminal.err(`edge-logs: import: ${reasonOf(error)}\n`);
    return error instanceof ConcurrentImport ? STOPPED : UNUSABLE;
  }
};

const importFile = async (
  {path, database, origin}: ImportFlags,
  {out, err, columns, stopped}: Terminal,
): Promise<number> => {
  // `openStore` would create the database file, so the log file is checked before.
  await statLog(path);
  const store = await openStore(database);
  const stop = new AbortController();
  void stopped.then(() => stop.abort());
  let lastDraw = 0;
  const progress = (state: Progress) => {
    if (columns === undefined || performance.now() - lastDraw < REDRAW_MS) return;
    lastDraw = performance.now();
    err(`\r${progressLine(state, columns)}`);
  };
  try {
    const {entries} = await importNginx({store, path, origin, progress, signal: stop.signal}).finally(() => {
      if (lastDraw > 0) err('\r\u001b[K');
    });
    out(`${entries} entries imported from ${path}\n`);
    if (!stop.signal.aborted) return 0;
    err('edge-logs: import: stopped; run the same command to resume\n');
    return STOPPED;
  } finally {
    await store.close();
  }
};

const parseImportFlags = (argv: readonly string[]): ImportFlags | 'help' => {
  const {values} = parseArgs({args: [...argv], options: FLAGS, strict: true});
  if (values.help) return 'help';
  const {nginx, database} = values;
  if (!nginx || !database) throw new Error('--nginx and --database are required');
  if (database === ':memory:')
    throw new Error('--database must be a file or postgres://…; an in-memory database would be lost');
  const idOf = (name: 'node-id' | 'node-type' | 'app-id') => numberOf(name, values[name] ?? '0', 'an integer');
  const origin = {node_id: idOf('node-id'), node_type: idOf('node-type'), app_id: idOf('app-id')};
  return {path: nginx, database, origin};
};

/**
 * Returns a line such as `[#####---------]  36 %  120,000 entries`. In a narrow terminal, it contains only the numbers.
 */
export const progressLine = ({done, size, entries}: Progress, columns: number): string => {
  const share = size === 0 ? 1 : Math.min(done / size, 1);
  const numbers = ` ${String(Math.floor(share * 100)).padStart(3)} %  ${entries.toLocaleString('en')} entries`;
  // Some terminals scroll if the last column is filled, so it is left empty.
  const width = Math.min(40, columns - numbers.length - 3);
  if (width < 5) return numbers.trimStart().slice(0, Math.max(columns - 1, 0));
  const filled = Math.round(share * width);
  return `[${'#'.repeat(filled)}${'-'.repeat(width - filled)}]${numbers}`;
};
