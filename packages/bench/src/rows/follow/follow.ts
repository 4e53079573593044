import {setTimeout as delay} from 'node:timers/promises';
import {PAGE_DOWN, pressKey, SELECTION} from '../../measure/log-list.ts';
import {startChild} from '../../measure/process.ts';
import {type Frame, record} from '../../measure/recording.ts';
import {percentile} from '../../measure/stats.ts';
import type {Terminal} from '../../measure/terminal.ts';
import {FED_SERVER, FOLLOWING_CLIENT} from '../../programs.ts';
import {type Context, type Line, type Row, verdict} from '../../row.ts';
import {isSeamless, latencies, numbersIn, type Pressed, totalOf} from './frames.ts';

const RATE = 2_000;
const HISTORY = 1_000;
const P99_MS = 50;
/** Not a multiple of poll or frame intervals, so that keys fall on every phase of them. */
const KEY_EVERY_MS = 73;
/** Nine rows down, then back to the top, where the list follows again. */
const KEYS = [...Array.from({length: 9}, (_, at) => ({key: 'j', row: at + 1})), {key: 'g', row: 0}];
/** Longer than two polls, so that both followers reach the end. */
const LAST_POLLS_MS = 6_000;

interface Outcome {
  readonly sent: number;
  readonly feedMs: number;
  readonly keys: readonly Pressed[];
  /** Frames of the console during the feed, and while paging through the list afterwards. */
  readonly following: readonly Frame[];
  readonly walking: readonly Frame[];
  readonly client: {readonly received: number; readonly repeated: number};
}

const pressKeys = async (terminal: Terminal, until: Promise<unknown>): Promise<readonly Pressed[]> => {
  const keys: Pressed[] = [];
  let going = true;
  void until.then(() => {
    going = false;
  });
  for (let at = 0; going; at = (at + 1) % KEYS.length) {
    const {key = '', row = 0} = KEYS[at] ?? {};
    keys.push({at: performance.now(), row});
    terminal.write(key);
    await delay(KEY_EVERY_MS);
  }
  return keys;
};

const measure = async ({programs, quick}: Context): Promise<Outcome> => {
  const server = await startChild([FED_SERVER, String(RATE), String(HISTORY)]);
  const {url, apiToken} = JSON.parse(server.line) as {url: string; apiToken: string};
  const follower = await startChild([FOLLOWING_CLIENT, url, apiToken]);
  const terminal = programs.openConsole(['--url', url], {EDGE_CONSOLE_API_TOKEN: apiToken});
  const recording = record(terminal);
  await terminal.waitFor(SELECTION, `${HISTORY.toLocaleString('en')} entries`);
  await terminal.waitForQuiet(500);

  server.send(String(quick ? 6 : 30));
  const fed = server.next();
  const keys = await pressKeys(terminal, fed);
  const {sent, ms: feedMs} = JSON.parse(await fed) as {sent: number; ms: number};
  await delay(LAST_POLLS_MS);
  follower.send('end');
  const client = JSON.parse(await follower.next()) as Outcome['client'];

  const walkAt = performance.now();
  terminal.write('g');
  await terminal.waitForQuiet(500);
  for (let page = 0; page < (quick ? 20 : 200); page++) await pressKey(terminal, PAGE_DOWN);
  const endAt = performance.now();
  await terminal.close();
  await follower.close();
  await server.close();
  const frames = await recording.frames();
  const following = frames.filter(({at}) => at >= (keys[0]?.at ?? 0) && at < walkAt);
  const walking = frames.filter(({at}) => at >= walkAt && at < endAt);
  return {sent, feedMs, keys, client, following, walking};
};

/** Following a log that grows by 2,000 entries per second, in the console and with the client at the same time. */
export const follow: Row = {
  name: 'follow',
  run: async context => {
    const outcome = await measure(context);
    return [inputLine(outcome), consoleLine(outcome), clientLine(outcome)];
  },
};

const feedText = ({sent, feedMs}: Outcome): string =>
  `${sent.toLocaleString('en')} entries in ${(feedMs / 1000).toFixed(1)} s`;

const inputLine = (outcome: Outcome): Line => {
  const ms = latencies(outcome.following, outcome.keys);
  const p99 = percentile(ms, 0.99);
  return {
    what: `key → changed cells, following ${RATE.toLocaleString('en')} new entries/s, p99`,
    budget: `≤ ${P99_MS} ms`,
    measured: `${p99.toFixed(1)} ms`,
    against: `p50: ${percentile(ms, 0.5).toFixed(1)} ms`,
    runs: `${ms.length} keys, ${feedText(outcome)}`,
    verdict: verdict(p99 <= P99_MS && ms.length === outcome.keys.length),
  };
};

const consoleLine = (outcome: Outcome): Line => {
  const {following, walking, sent} = outcome;
  const broken = [...following, ...walking].filter(frame => !isSeamless(frame)).length;
  const walked = numbersIn(walking);
  if (walked.size === 0) throw new Error('no feed entry was on screen');
  const lowest = Math.min(...walked);
  const lost = sent - lowest - walked.size + (HISTORY + sent - totalOf(walking.at(-1) ?? {at: 0, rows: []}));
  return {
    what: `the console, following ${RATE.toLocaleString('en')} new entries/s`,
    budget: '0 lost, 0 repeated',
    measured: `${lost} lost, ${broken} frames with a gap or a repeated row`,
    against: `entries sent: total, every frame, and ${walked.size.toLocaleString('en')} rows read at the end`,
    runs: `${following.length + walking.length} frames, ${feedText(outcome)}`,
    verdict: verdict(lost === 0 && broken === 0),
  };
};

const clientLine = (outcome: Outcome): Line => {
  const {client, sent} = outcome;
  return {
    what: `client \`errorLogs.follow\`, ${RATE.toLocaleString('en')} new entries/s`,
    budget: '0 lost, 0 repeated',
    measured: `${sent - client.received} lost, ${client.repeated} repeated`,
    against: 'every entry sent',
    runs: feedText(outcome),
    verdict: verdict(client.received === sent && client.repeated === 0),
  };
};
