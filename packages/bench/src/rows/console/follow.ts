import {setTimeout as delay} from 'node:timers/promises';
import {feedNumber} from '../../fixtures/entries.ts';
import {keyLatency, pressKeysUntil} from '../../measure/key-latency.ts';
import {PAGE_DOWN, pressKey, SELECTION} from '../../measure/log-list.ts';
import {startFixture, startServer} from '../../measure/process.ts';
import {type Frame, record} from '../../measure/recording.ts';
import {type Context, type Line, type Measure, verdict} from '../../row.ts';

const RATE = 2_000;
const HISTORY = 1_000;
/** Longer than two poll intervals, so that the console and the client receive the last entries. */
const LAST_POLLS_MS = 6_000;

type Outcome = Awaited<ReturnType<typeof measure>>;

const measure = async ({programs, quick}: Context) => {
  const server = await startServer('demo-server.ts', HISTORY, ':memory:', RATE);
  const follower = startFixture('following-client.ts', server.url, server.apiToken);
  await follower.next();
  const terminal = programs.openConsole(['--url', server.url], {EDGE_CONSOLE_API_TOKEN: server.apiToken});
  const recording = record(terminal);
  await terminal.waitFor(SELECTION, `${HISTORY.toLocaleString('en')} entries`);
  await terminal.waitForQuiet(500);

  server.send(quick ? '6' : '30');
  const fed = server.next();
  const keys = await pressKeysUntil(terminal, fed);
  const {sent, ms: feedMs} = JSON.parse(await fed) as {sent: number; ms: number};
  await delay(LAST_POLLS_MS);
  follower.send('end');
  const client = JSON.parse(await follower.next()) as {received: number; repeated: number};

  const pagingAt = performance.now();
  terminal.write('g');
  await terminal.waitForQuiet(500);
  for (let page = 0; page < (quick ? 20 : 200); page++) await pressKey(terminal, PAGE_DOWN);
  const endAt = performance.now();
  await terminal.close();
  await follower.close();
  await server.close();
  const frames = await recording.frames();
  const following = frames.filter(({at}) => at >= (keys[0]?.at ?? 0) && at < pagingAt);
  const paging = frames.filter(({at}) => at >= pagingAt && at < endAt);
  return {sent, feedMs, keys, client, following, paging};
};

export const follow: Measure = async context => {
  const outcome = await measure(context);
  return [keyLine(outcome), consoleLine(outcome), clientLine(outcome)];
};

const feedText = ({sent, feedMs}: Outcome): string =>
  `${sent.toLocaleString('en')} entries in ${(feedMs / 1000).toFixed(1)} s`;

const keyLine = (outcome: Outcome): Line => {
  const {fields} = keyLatency(outcome.following, outcome.keys);
  return {
    ...fields,
    what: `keys while following ${RATE.toLocaleString('en')} new entries/s`,
    runs: `${fields.runs}, ${feedText(outcome)}`,
  };
};

const consoleLine = (outcome: Outcome): Line => {
  const {following, paging, sent} = outcome;
  const broken = [...following, ...paging].filter(frame => !isSeamless(frame)).length;
  const shown = new Set(paging.flatMap(frame => numbersOf(frame).map(({number}) => number)));
  if (shown.size === 0) throw new Error('no feed entry was on screen');
  const lowest = Math.min(...shown);
  const lost = sent - lowest - shown.size + (HISTORY + sent - totalOf(paging.at(-1)));
  return {
    what: `the console, following ${RATE.toLocaleString('en')} new entries/s`,
    budget: '0 lost, 0 repeated',
    measured: `${lost} lost, ${broken} frames with a gap or a repeated row`,
    against: `entries sent: total, every frame, and ${shown.size.toLocaleString('en')} rows read at the end`,
    runs: `${following.length + paging.length} frames, ${feedText(outcome)}`,
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

/** Margin, time, level, count and text. Rows of the detail pane do not match. */
const LIST_ROW = /^ [ ▌] \S+ +[A-Z]+ +\d+ +entry \d+ of the feed/;

const numbersOf = ({rows}: Frame): {readonly row: number; readonly number: number}[] =>
  rows.flatMap((text, row) => {
    const number = LIST_ROW.test(text) ? feedNumber(text) : undefined;
    return number === undefined ? [] : [{row, number}];
  });

const isSeamless = (frame: Frame): boolean =>
  numbersOf(frame).every(({row, number}, at, all) => {
    const above = all[at - 1];
    return above === undefined || above.number - number === row - above.row;
  });

const totalOf = (frame: Frame | undefined): number => {
  const [, digits = ''] = /([\d,]+) entries/.exec(frame?.rows.join('\n') ?? '') ?? [];
  return Number(digits.replaceAll(',', ''));
};
