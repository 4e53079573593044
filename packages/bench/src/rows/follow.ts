import {setTimeout as delay} from 'node:timers/promises';
import {startChild} from '../measure/child.ts';
import {PAGE_DOWN, pressKey, SELECTION} from '../measure/log-list.ts';
import {type Frame, record} from '../measure/recording.ts';
import {percentile} from '../measure/stats.ts';
import type {Terminal} from '../measure/terminal.ts';
import {FED_SERVER, FOLLOWING_CLIENT} from '../programs.ts';
import {type Context, type Line, type Row, verdict} from '../row.ts';
import {isSeamless, latencies, numbersIn, type Pressed, totalOf} from './follow-frames.ts';

const RATE = 2_000;
const HISTORY = 1_000;
const P99_MS = 50;
/** Between two keys: a hurried hand, and no measure of the polls or frames, so that keys fall on any moment of them. */
const KEY_EVERY_MS = 73;
/** The hand reads nine rows down and goes back to the top, where the list moves on again. */
const HAND = [...Array.from({length: 9}, (_, at) => ({key: 'j', row: at + 1})), {key: 'g', row: 0}];
/** Longer than two polls, so that both followers have seen the end. */
const LAST_POLLS_MS = 6_000;

interface Outcome {
  readonly sent: number;
  readonly feedMs: number;
  readonly keys: readonly Pressed[];
  /** What the console showed while it followed, and while its list was walked through afterwards. */
  readonly following: readonly Frame[];
  readonly walking: readonly Frame[];
  readonly client: {readonly told: number; readonly twice: number};
}

const use = async (terminal: Terminal, until: Promise<unknown>): Promise<readonly Pressed[]> => {
  const keys: Pressed[] = [];
  let going = true;
  void until.then(() => {
    going = false;
  });
  for (let at = 0; going; at = (at + 1) % HAND.length) {
    const {key = '', row = 0} = HAND[at] ?? {};
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
  await terminal.seen(SELECTION, `${HISTORY.toLocaleString('en')} entries`);
  await terminal.quiet(500);

  server.tell(String(quick ? 6 : 30));
  const fed = server.next();
  const keys = await use(terminal, fed);
  const {sent, ms: feedMs} = JSON.parse(await fed) as {sent: number; ms: number};
  await delay(LAST_POLLS_MS);
  follower.tell('enough');
  const client = JSON.parse(await follower.next()) as Outcome['client'];

  const walkAt = performance.now();
  terminal.write('g');
  await terminal.quiet(500);
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

/** Following a log that grows by 2,000 entries a second, in the console and by the client library at the same time. */
export const follow: Row = {
  name: 'follow',
  run: async context => {
    const outcome = await measure(context);
    return [inputLine(outcome), consoleLine(outcome), clientLine(outcome)];
  },
};

const wordsOf = ({sent, feedMs}: Outcome): string =>
  `${sent.toLocaleString('en')} entries in ${(feedMs / 1000).toFixed(1)} s`;

const inputLine = (outcome: Outcome): Line => {
  const ms = latencies(outcome.following, outcome.keys);
  const p99 = percentile(ms, 0.99);
  return {
    what: `key → changed cells, following ${RATE.toLocaleString('en')} new entries/s, p99`,
    budget: `≤ ${P99_MS} ms`,
    measured: `${p99.toFixed(1)} ms`,
    against: `its p50: ${percentile(ms, 0.5).toFixed(1)} ms`,
    runs: `${ms.length} keys, ${wordsOf(outcome)}`,
    verdict: verdict(p99 <= P99_MS && ms.length === outcome.keys.length),
  };
};

const consoleLine = (outcome: Outcome): Line => {
  const {following, walking, sent} = outcome;
  const torn = [...following, ...walking].filter(frame => !isSeamless(frame)).length;
  const walked = numbersIn(walking);
  if (walked.size === 0) throw new Error('no row of the feed was on screen');
  const lowest = Math.min(...walked);
  const lost = sent - lowest - walked.size + (HISTORY + sent - totalOf(walking.at(-1) ?? {at: 0, rows: []}));
  return {
    what: `the console, following ${RATE.toLocaleString('en')} new entries/s`,
    budget: '0 lost, 0 twice',
    measured: `${lost} lost, ${torn} frames with a gap or a row twice`,
    against: `what was sent: the total, every frame, and ${walked.size.toLocaleString('en')} rows walked through at the end`,
    runs: `${following.length + walking.length} frames, ${wordsOf(outcome)}`,
    verdict: verdict(lost === 0 && torn === 0),
  };
};

const clientLine = (outcome: Outcome): Line => {
  const {client, sent} = outcome;
  return {
    what: `client \`errorLogs.follow\`, ${RATE.toLocaleString('en')} new entries/s`,
    budget: '0 lost, 0 twice',
    measured: `${sent - client.told} lost, ${client.twice} twice`,
    against: 'what was sent, every entry',
    runs: wordsOf(outcome),
    verdict: verdict(client.told === sent && client.twice === 0),
  };
};
