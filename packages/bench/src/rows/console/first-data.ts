import {spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {createWriteStream} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {startDemoServer} from '../../measure/process.ts';
import {interleave, median} from '../../measure/stats.ts';
import {openTerminal, type Terminal} from '../../measure/terminal.ts';
import {notMeasured, type Row, verdict} from '../../row.ts';

const BUDGET = 0.6;
const WHAT = 'first frame with data, server running with 1 M entries';

const timeUntil = async (terminal: Terminal, ...texts: readonly string[]): Promise<number> => {
  const at = await terminal.waitFor(...texts);
  await terminal.close();
  return at - terminal.startedAt;
};

/** Writes the entries of a database to a log file, oldest first. */
const writeLogFile = async (database: string, path: string): Promise<void> => {
  const file = createWriteStream(path);
  const entries = new DatabaseSync(database, {readOnly: true});
  for (const {log} of entries.prepare('SELECT log FROM error_log ORDER BY log_time, id').iterate()) {
    if (!file.write(`${log}\n`)) await once(file, 'drain');
  }
  entries.close();
  file.end();
  await once(file, 'finish');
};

/** Time from process start to log lines on screen, compared with lnav. */
export const firstData: Row = {
  name: 'first-data',
  run: async ({programs, quick}) => {
    if (spawnSync('lnav', ['-V']).error !== undefined) {
      return [notMeasured(WHAT, `≤ ${BUDGET} ×`, 'lnav is not installed (Debian: apt-get install lnav)')];
    }
    const entries = quick ? 100_000 : 1_000_000;
    const rounds = quick ? 3 : 11;
    const [database, file] = [join(programs.home, 'logs.db'), join(programs.home, 'error.log')];
    const server = await startDemoServer(entries, database);
    await writeLogFile(database, file);
    const total = `${entries.toLocaleString('en')} entries`;
    const samples = await interleave(
      rounds,
      () => {
        const environment = {EDGE_CONSOLE_API_TOKEN: server.apiToken};
        return timeUntil(programs.openConsole(['--url', server.url], environment), '▌', total, 'quit');
      },
      // lnav shows the format with the first lines, before it has read the file.
      () => timeUntil(openTerminal({command: 'lnav', args: [file], env: programs.env}), 'generic_log'),
    );
    await server.close();
    const [console, lnav] = [median(samples.subject), median(samples.baseline)];
    return [
      {
        what: quick ? WHAT.replace('1 M', '100 k') : WHAT,
        budget: `≤ ${BUDGET} ×`,
        measured: `${console.toFixed(0)} ms`,
        against: `lnav, the same entries as a file, its first lines: ${lnav.toFixed(0)} ms`,
        ratio: console / lnav,
        runs: `${rounds} + ${rounds}`,
        verdict: verdict(console / lnav <= BUDGET),
      },
    ];
  },
};
