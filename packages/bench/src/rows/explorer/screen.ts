import {setTimeout as delay} from 'node:timers/promises';
import type {TestServer} from '@edge-console/test-tools';
import {SELECTION} from '../../measure/log-list.ts';
import {type Frame, record} from '../../measure/recording.ts';
import {median, percentile} from '../../measure/stats.ts';
import type {Terminal} from '../../measure/terminal.ts';
import type {Programs} from '../../programs.ts';
import {type Line, verdict} from '../../row.ts';
import {latencies, type Pressed, selectedRow} from '../follow/frames.ts';

const P99_MS = 50;
/** Not a multiple of poll or frame intervals, so that keys fall on every phase of them. */
const KEY_EVERY_MS = 173;
/** Nine rows down, then back to the top. */
const KEYS = [...Array.from({length: 9}, (_, at) => ({key: 'j', row: at + 1})), {key: 'g', row: 0}];
/** Of each opening of the console: it may be done with its histogram before. */
const MIN_KEYS = KEYS.length;
/** Of all openings. */
const ALL_KEYS = 100;
/** The label of the histogram once it is counted. */
const COUNTED = /each, (?:exact|≈ ?levels)/;
const DEADLINE_MS = 60_000;

interface Gateway {
  readonly server: TestServer;
  readonly token: string;
  /** Its entries and its link, in words. */
  readonly list: string;
}

/** How the console answered keys. */
interface Answers {
  readonly keys: number;
  readonly ms: readonly number[];
  readonly frames: number;
  /** Frames without rows. */
  readonly blank: number;
}

/**
 * The console on a slow link while its histogram is counted, opened until there are enough keys: how soon it has rows,
 * whether it keeps them, and how it answers keys.
 */
export const countingScreen = async (programs: Programs, gateway: Gateway): Promise<Line> => {
  const openings: Awaited<ReturnType<typeof openCounting>>[] = [];
  const keys = (): number => openings.reduce((sum, {answers}) => sum + answers.keys, 0);
  while (keys() < ALL_KEYS) openings.push(await openCounting(programs, gateway));
  const rowsMs = median(openings.map(opening => opening.rowsMs));
  const countedMs = median(openings.map(opening => opening.countedMs));
  return {
    ...lineOf(openings.map(({answers}) => answers)),
    what: `the console while its histogram is counted: ${gateway.list}`,
    against: `first rows ${seconds(rowsMs)}, histogram ${seconds(countedMs)}, openings: ${openings.length}`,
  };
};

const openCounting = (programs: Programs, gateway: Gateway) =>
  onErrorLogs(programs, gateway, async terminal => {
    const recording = record(terminal);
    const rowsAt = await terminal.waitFor(SELECTION);
    let countedAt: number | undefined;
    terminal.onOutput((text, at) => {
      if (COUNTED.test(text)) countedAt ??= at;
    });
    const keys = await pressKeys(terminal, {least: MIN_KEYS, until: () => countedAt !== undefined});
    if (countedAt === undefined) throw new Error('the histogram was not counted');
    const answers = answersOf(await recording.frames(), keys);
    return {answers, rowsMs: rowsAt - terminal.startedAt, countedMs: countedAt - terminal.startedAt};
  });

/** What the Patterns tab reads. */
interface Reading {
  readonly what: string;
  /** Keys on that tab that start it. */
  readonly start: string;
  /** Keys to measure, at most as many as it goes on for. */
  readonly keys: number;
}

/** The console while patterns are mined of what another tab reads: how it answers keys. */
export const miningScreen = (programs: Programs, gateway: Gateway, reading: Reading): Promise<Line> =>
  onErrorLogs(programs, gateway, async terminal => {
    const recording = record(terminal);
    await terminal.waitFor(SELECTION, ' entries');
    terminal.write('P');
    await terminal.waitFor('reading ');
    terminal.write(`${reading.start}3`);
    const since = Date.now();
    const keys = await pressKeys(terminal, {least: reading.keys});
    const sent = gateway.server.requests().filter(({at}) => at >= since);
    const last = Math.max(...sent.map(({at}) => at)) - since;
    if (last < 0.8 * reading.keys * KEY_EVERY_MS) throw new Error(`all was read after ${seconds(last)}`);
    return {
      ...lineOf([answersOf(await recording.frames(), keys)]),
      what: `the console while it reads ${reading.what}: ${gateway.list}`,
      against: `${sent.length.toLocaleString('en')} requests meanwhile, the last after ${seconds(last)}`,
    };
  });

const onErrorLogs = async <T>(
  programs: Programs,
  {server, token}: Gateway,
  run: (terminal: Terminal) => Promise<T>,
): Promise<T> => {
  const terminal = programs.openConsole(['--url', server.url, '--tab', 'error-logs'], {EDGE_CONSOLE_API_TOKEN: token});
  try {
    return await run(terminal);
  } finally {
    await terminal.close();
  }
};

interface Presses {
  readonly least: number;
  /** Goes on until it is true. */
  readonly until?: () => boolean;
}

const pressKeys = async (terminal: Terminal, {least, until = () => true}: Presses): Promise<readonly Pressed[]> => {
  const began = performance.now();
  const keys: Pressed[] = [];
  while ((keys.length < least || !until()) && performance.now() - began < DEADLINE_MS) {
    const {key = '', row = 0} = KEYS[keys.length % KEYS.length] ?? {};
    keys.push({at: performance.now(), row});
    terminal.write(key);
    await delay(KEY_EVERY_MS);
  }
  return keys;
};

/** From the first frame with rows after the first key. */
const answersOf = (frames: readonly Frame[], keys: readonly Pressed[]): Answers => {
  const after = frames.filter(({at}) => at >= (keys[0]?.at ?? 0));
  const meanwhile = after.slice(after.findIndex(frame => selectedRow(frame) >= 0));
  const shown = meanwhile.filter(frame => selectedRow(frame) >= 0);
  const blank = meanwhile.length - shown.length;
  return {keys: keys.length, ms: latencies(shown, keys), frames: meanwhile.length, blank};
};

const lineOf = (answers: readonly Answers[]) => {
  const ms = answers.flatMap(answer => answer.ms);
  const sum = (count: (answer: Answers) => number): number => answers.reduce((all, answer) => all + count(answer), 0);
  const [keys, blank] = [sum(answer => answer.keys), sum(answer => answer.blank)];
  const p99 = percentile(ms, 0.99);
  return {
    budget: `key → changed cells p99 ≤ ${P99_MS} ms, 0 frames without rows`,
    measured: `p99 ${p99.toFixed(1)} ms, ${blank} frames without rows`,
    runs: `${ms.length} of ${keys} keys, ${sum(answer => answer.frames)} frames`,
    verdict: verdict(p99 <= P99_MS && blank === 0 && ms.length === keys),
  };
};

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
