import {openStore, type Store} from '@edge-console/server/store';
import {ConcurrentImport, type ImportOrigin} from '../import/batches.ts';
import {importNginx, type Progress} from '../import/import-nginx.ts';
import {openLog} from '../import/log-file.ts';
import type {ImportFlags} from './edge-logs.ts';
import {follow} from './follow.ts';
import type {Terminal} from './terminal.ts';

const STOPPED = 1;
const REDRAW_MS = 100;

export const runImport = async (flags: ImportFlags, terminal: Terminal): Promise<number> => {
  const {nginx: paths, database, follow: follows = false} = flags;
  const origin = {node_id: flags.nodeId, node_type: flags.nodeType, app_id: flags.appId};
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
};

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
