import {spawnSync} from 'node:child_process';
import {createWriteStream} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {compare, timed, wholeMs} from '../../measure/compare.ts';
import {SELECTION} from '../../measure/log-list.ts';
import {fixture, run, startServer} from '../../measure/process.ts';
import {openTerminal, timeUntil} from '../../measure/terminal.ts';
import {CONSOLE} from '../../programs.ts';
import type {Measure} from '../../row.ts';

const LAST_WORD = 'quit';

export const firstFrame: Measure = async ({programs, quick}) => [
  await compare(quick ? 5 : 25, {
    what: 'first full frame of `edge-console`, empty profile, no network',
    budget: {atMost: 1.3},
    against: 'bundled bare Ink screen, compile cache',
    text: wholeMs,
    subject: () => timeUntil(programs.openConsole(), LAST_WORD),
    baseline: () => timeUntil(programs.openBare('bare-screen'), LAST_WORD),
  }),
];

const writeLogFile = async (database: string, path: string): Promise<void> => {
  const entries = new DatabaseSync(database, {readOnly: true});
  const rows = entries.prepare('SELECT log FROM error_log ORDER BY log_time, id').iterate();
  await pipeline(Readable.from(rows.map(({log}) => `${log}\n`)), createWriteStream(path));
  entries.close();
};

export const firstData: Measure = async ({programs, quick}) => {
  if (spawnSync('lnav', ['-V']).error) throw new Error('lnav is not installed (Debian: apt-get install lnav)');
  const entries = quick ? 100_000 : 1_000_000;
  const [database, file] = [join(programs.home, 'logs.db'), join(programs.home, 'error.log')];
  const {url, apiToken, close} = await startServer('demo-server.ts', entries, database);
  await writeLogFile(database, file);
  const total = `${entries.toLocaleString('en')} entries`;
  const openConsole = () => programs.openConsole(['--url', url], {EDGE_CONSOLE_API_TOKEN: apiToken});
  const line = await compare(quick ? 3 : 11, {
    what: `first frame with data, server running with ${total}`,
    budget: {atMost: 0.6},
    against: 'lnav, the same entries as a file, its first lines',
    text: wholeMs,
    subject: () => timeUntil(openConsole(), SELECTION, total, LAST_WORD),
    // lnav shows the name of the log format together with the first lines, before it has read the whole file.
    baseline: () => timeUntil(openTerminal('lnav', [file], programs.env), 'generic_log'),
  });
  await close();
  return [line];
};

export const commands: Measure = async ({programs, quick}) => {
  const {url, apiToken, close} = await startServer('demo-server.ts', 50_000, ':memory:');
  const env = {...programs.env, EDGE_CONSOLE_API_TOKEN: apiToken};
  const command = (name: string, atMost: number, args: readonly string[] = []) =>
    compare(quick ? 5 : 25, {
      what: `\`edge-console ${name}\``,
      budget: {atMost},
      against: 'bare Node',
      text: wholeMs,
      subject: () => timed(() => run([CONSOLE, ...name.split(' '), ...args], env)),
      baseline: () => timed(() => run([fixture('nothing.mjs')], env)),
    });
  const lines = [await command('--version', 1.6), await command('logs count', 4.5, ['--url', url])];
  await close();
  return lines;
};
