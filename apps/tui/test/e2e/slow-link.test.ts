import {setTimeout as pause} from 'node:timers/promises';
import type {Server} from '@edge-console/server';
import {expect, it, onTestFinished} from 'vitest';
import type {Pty} from '../pty/harness.ts';
import {startConsole} from './support/console.ts';
import {startGateway, withToken} from './support/gateway.ts';
import {press} from './support/keys.ts';
import {logEntry, manyEntries, NEWEST} from './support/logs.ts';

const HISTORY = 2_000;
const LATENCY_MS = 80;
const A_SECOND = 2_000;

/** Entries that keep arriving until the test is over. */
const feed = (server: Server): void => {
  const over = new AbortController();
  const run = async (): Promise<void> => {
    const began = performance.now();
    for (let sent = 0; !over.signal.aborted; await pause(10)) {
      const due = Math.floor(((performance.now() - began) / 1000) * A_SECOND);
      const entries = Array.from({length: due - sent}, (_, at) => HISTORY + sent + at + 1);
      await server.store.errorLogs.append(
        entries.map(at => logEntry(`entry ${at} of the day`, {log_time: NEWEST + at})),
      );
      sent = due;
    }
  };
  const done = run();
  onTestFinished(() => {
    over.abort();
    return done;
  });
};

/** Row by row what the list shows: the number of the entry, or undefined where it is not read yet. */
const listOf = (pty: Pty): (number | undefined)[] =>
  pty
    .screen()
    .slice(6, 28)
    .map(row => Number(/ entry (\d+) of the day/.exec(row)?.[1] ?? Number.NaN) || undefined);

const isSeamless = (numbers: readonly (number | undefined)[]): boolean =>
  numbers.every((number, at) => number !== undefined && number === (numbers[0] ?? 0) - at);

it('reads every row in view where more than a page arrives while a request is under way', async () => {
  const server = await startGateway({seed: {error_logs: manyEntries(HISTORY)}, keepRequests: 10_000});
  const pty = await startConsole(['--url', server.url], {env: withToken});
  await pty.waitFor(new RegExp(`▌ .*entry ${HISTORY} of the day`));
  server.setFault({kind: 'delay', operation: 'listErrorLogs', ms: LATENCY_MS});
  feed(server);
  await pty.waitFor(() => (listOf(pty)[0] ?? 0) > HISTORY);
  for (let page = 0; page < 12; page++) {
    const [before = 0] = listOf(pty);
    press(pty, 'error-logs.page-down');
    await pty.waitFor(() => isSeamless(listOf(pty)) && (listOf(pty)[0] ?? 0) < before);
  }
  const polls = () => server.requests({operation: 'listErrorLogs'}).filter(({query}) => query.page === '1').length;
  const before = {list: listOf(pty), polls: polls(), asked: server.requests().length};
  await pty.waitFor(() => polls() >= before.polls + 2);
  expect(listOf(pty)).toEqual(before.list);
  expect(server.requests().length - before.asked).toBeLessThanOrEqual(20);
});
