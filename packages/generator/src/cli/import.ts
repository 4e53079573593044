import {openStore} from '@edge-console/server/store';
import {ConcurrentImport, importNginx, type Progress, statLog} from '../import/import.ts';
import {command, numberOf, text, type Values} from './terminal.ts';

const HELP = `Usage: edge-logs import --nginx FILE --database DATABASE [flags]

Imports the entries added to an nginx error log since its last import. Times are read in the time zone of TZ.

  --nginx FILE         the error log
  --database DATABASE  SQLite file, created if missing, or postgres://…
  --node-id N          node id of the entries (default 0)
  --node-type N        0 global (default), 1 admin site, 2 log server
  --app-id N           application id of the entries (default 0)
  --help
`;

const FLAGS = {nginx: text, database: text, 'node-id': text, 'node-type': text, 'app-id': text} as const;

const STOPPED = 1;
const REDRAW_MS = 100;

/** Resolves to the exit code: 0 at the end of the file, 1 if a signal or another import stopped it, 2 for errors. */
export const runImport = command({
  name: 'import',
  help: HELP,
  flags: FLAGS,
  run: async (values, {out, err, columns, stopped}) => {
    const {path, database, origin} = importOf(values);
    // `openStore` would create the database file, so the log file is checked before.
    await statLog(path);
    const store = await openStore(database);
    let lastDraw = 0;
    const progress = (state: Progress) => {
      if (columns === undefined || performance.now() - lastDraw < REDRAW_MS) return;
      lastDraw = performance.now();
      err(`\r${progressLine(state, columns)}`);
    };
    try {
      const {entries} = await importNginx({store, path, origin, progress, signal: stopped}).finally(() => {
        if (lastDraw > 0) err('\r\u001b[K');
      });
      out(`${entries} entries imported from ${path}\n`);
      if (!stopped.aborted) return 0;
      err('edge-logs: import: stopped; run the same command to resume\n');
      return STOPPED;
    } catch (error) {
      if (!(error instanceof ConcurrentImport)) throw error;
      err(`edge-logs: import: ${error.message}\n`);
      return STOPPED;
    } finally {
      await store.close();
    }
  },
});

const importOf = (values: Values<typeof FLAGS>) => {
  const {nginx: path, database} = values;
  if (!path || !database) throw new Error('--nginx and --database are required');
  if (database === ':memory:')
    throw new Error('--database must be a file or postgres://…; an in-memory database would be lost');
  const idOf = (name: 'node-id' | 'node-type' | 'app-id') => numberOf(name, values[name] ?? '0', 'an integer');
  return {path, database, origin: {node_id: idOf('node-id'), node_type: idOf('node-type'), app_id: idOf('app-id')}};
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
