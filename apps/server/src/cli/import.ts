import {parseArgs} from 'node:util';
import {importNginx, Overtaken, type Progress, readableLog} from '../ingest/import.ts';
import {openStore} from '../store/open.ts';
import {progressLine} from './progress-line.ts';
import {flag, reasonOf, type Terminal, text, UNUSABLE} from './terminal.ts';

const HELP = `Usage: edge-server import --nginx FILE --database DATABASE [flags]

Adds what an nginx error log has got since it was imported last; times are read in the time zone of TZ.

  --nginx FILE         the error log
  --database DATABASE  SQLite file, made when missing, or postgres://…
  --node-id N          node of the entries (default 0)
  --node-type N        0 global (default), 1 admin site, 2 log server
  --app-id N           application of the entries (default 0)
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

interface Wanted {
  readonly path: string;
  readonly database: string;
  readonly origin: {readonly node_id: number; readonly node_type: number; readonly app_id: number};
}

/** Runs `edge-server import` and gives its exit code: 0 at the end of the file, 1 when stopped before, 2 for what cannot be used. */
export const runImport = async (argv: readonly string[], terminal: Terminal): Promise<number> => {
  try {
    const wanted = read(argv);
    if (wanted === 'help') {
      terminal.out(HELP);
      return 0;
    }
    return await importFile(wanted, terminal);
  } catch (error) {
    terminal.err(`edge-server: import: ${reasonOf(error)}\n`);
    return error instanceof Overtaken ? STOPPED : UNUSABLE;
  }
};

const importFile = async (
  {path, database, origin}: Wanted,
  {out, err, columns, stopped}: Terminal,
): Promise<number> => {
  // Before a database is made for it.
  await readableLog(path);
  const store = await openStore(database);
  const stop = new AbortController();
  void stopped.then(() => stop.abort());
  let drawn = 0;
  const progress = (state: Progress) => {
    if (columns === undefined || performance.now() - drawn < REDRAW_MS) return;
    drawn = performance.now();
    err(`\r${progressLine(state, columns)}`);
  };
  try {
    const {entries} = await importNginx({store, path, origin, progress, signal: stop.signal}).finally(() => {
      if (drawn > 0) err('\r\u001b[K');
    });
    out(`${entries} entries imported from ${path}\n`);
    if (!stop.signal.aborted) return 0;
    err('edge-server: import: stopped; the same command goes on from here\n');
    return STOPPED;
  } finally {
    await store.close();
  }
};

const read = (argv: readonly string[]): Wanted | 'help' => {
  const {values} = parseArgs({args: [...argv], options: FLAGS, strict: true});
  if (values.help) return 'help';
  const {nginx, database} = values;
  if (!nginx || !database) throw new Error('--nginx and --database are needed');
  if (database === ':memory:') throw new Error('--database is a file or postgres://…; what is in memory would be lost');
  const number = (name: 'node-id' | 'node-type' | 'app-id'): number => {
    const value = values[name] ?? '0';
    if (/^\d{1,15}$/.test(value)) return Number(value);
    throw new Error(`--${name} is a whole number`);
  };
  const origin = {node_id: number('node-id'), node_type: number('node-type'), app_id: number('app-id')};
  return {path: nginx, database, origin};
};
