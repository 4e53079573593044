import {setTimeout as delay} from 'node:timers/promises';
import type {Server} from '@edge-console/server';
import {SELECTION} from '../../measure/log-list.ts';
import {record} from '../../measure/recording.ts';
import {percentile} from '../../measure/stats.ts';
import type {Terminal} from '../../measure/terminal.ts';
import type {Programs} from '../../programs.ts';
import {type Line, verdict} from '../../row.ts';
import {latencies, type Pressed, selectedRow} from '../follow/frames.ts';

const P99_MS = 50;
/** Not a multiple of poll or frame intervals, so that keys fall on every phase of them. */
const KEY_EVERY_MS = 173;
/** Nine rows down, then back to the top. */
const KEYS = [...Array.from({length: 9}, (_, at) => ({key: 'j', row: at + 1})), {key: 'g', row: 0}];
const MIN_KEYS = 4 * KEYS.length;
/** The label of the strip once it is counted. */
const COUNTED = /each, (?:exact|≈ ?levels)/;
const DEADLINE_MS = 60_000;

interface Gateway {
  readonly server: Server;
  readonly token: string;
}

/**
 * The console on a slow link while its strip is counted: how soon it has rows, whether it keeps them, and how it answers
 * keys.
 */
export const strippedScreen = async (programs: Programs, {server, token}: Gateway, list: string): Promise<Line> => {
  const terminal = programs.openConsole(['--url', server.url, '--tab', 'error-logs'], {EDGE_CONSOLE_API_TOKEN: token});
  try {
    return await measure(terminal, list);
  } finally {
    await terminal.close();
  }
};

const measure = async (terminal: Terminal, list: string): Promise<Line> => {
  const recording = record(terminal);
  const rowsAt = await terminal.waitFor(SELECTION);
  let countedAt: number | undefined;
  terminal.onOutput((text, at) => {
    if (COUNTED.test(text)) countedAt ??= at;
  });
  const keys: Pressed[] = [];
  for (let at = 0; countedAt === undefined || at < MIN_KEYS; at++) {
    const {key = '', row = 0} = KEYS[at % KEYS.length] ?? {};
    keys.push({at: performance.now(), row});
    terminal.write(key);
    await delay(KEY_EVERY_MS);
    if (performance.now() - rowsAt > DEADLINE_MS) break;
  }
  const counted = countedAt === undefined ? 'not counted' : seconds(countedAt - terminal.startedAt);
  const frames = (await recording.frames()).filter(({at}) => at >= rowsAt);
  const shown = frames.slice(0, -1).filter(frame => selectedRow(frame) >= 0);
  const ms = latencies(shown, keys);
  const blank = frames.length - 1 - shown.length;
  const p99 = percentile(ms, 0.99);
  return {
    what: `the console while its strip is counted: ${list}`,
    budget: `key → changed cells p99 ≤ ${P99_MS} ms, 0 frames without rows`,
    measured: `p99 ${p99.toFixed(1)} ms, ${blank} frames without rows`,
    against: `first rows ${seconds(rowsAt - terminal.startedAt)}, strip ${counted}`,
    runs: `${ms.length} of ${keys.length} keys, ${frames.length} frames`,
    verdict: verdict(p99 <= P99_MS && blank === 0 && ms.length === keys.length && countedAt !== undefined),
  };
};

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
