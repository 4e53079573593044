import {setTimeout as pause} from 'node:timers/promises';
import type {TestServer} from '@edge-console/test-tools';
import {expect, it, onTestFinished} from 'vitest';
import type {Driver} from '../support/console/driver.ts';
import {startConsole} from '../support/console/start-console.ts';
import {startGateway, withToken} from '../support/gateway.ts';
import {manyEntries, newerEntry} from '../support/logs.ts';

const HISTORY = 2_000;
const LATENCY_MS = 80;
const ENTRIES_A_SECOND = 2_000;

const feed = (server: TestServer): void => {
  const stop = new AbortController();
  const run = async (): Promise<void> => {
    const began = performance.now();
    for (let sent = 0; !stop.signal.aborted; await pause(10)) {
      const due = Math.floor(((performance.now() - began) / 1000) * ENTRIES_A_SECOND);
      await server.store.errorLogs.append(
        Array.from({length: due - sent}, (_, at) => newerEntry(HISTORY + sent + at + 1)),
      );
      sent = due;
    }
  };
  const done = run();
  onTestFinished(() => {
    stop.abort();
    return done;
  });
};

/** The numbers of the entries in view. A row that is not loaded is undefined. */
const listOf = (console: Driver): (number | undefined)[] =>
  console
    .screen()
    .slice(10, 28)
    .map(row => Number(/ entry (\d+) of the day/.exec(row)?.[1] ?? Number.NaN) || undefined);

const isSeamless = (numbers: readonly (number | undefined)[]): boolean =>
  numbers.every((number, at) => number !== undefined && number === (numbers[0] ?? 0) - at);

it('every row in view is loaded when more than a page of entries arrives during a request', async () => {
  const server = await startGateway({seed: {error_logs: manyEntries(HISTORY)}, keepRequests: 10_000});
  const console = await startConsole(['--url', server.url], {env: withToken});
  await console.selected(`entry ${HISTORY} of the day`);
  server.setFault({kind: 'delay', operation: 'listErrorLogs', ms: LATENCY_MS});
  feed(server);
  await console.see(() => (listOf(console)[0] ?? 0) > HISTORY);
  for (let page = 0; page < 12; page++) {
    const [before = 0] = listOf(console);
    await console
      .press('error-logs.page-down')
      .see(() => isSeamless(listOf(console)) && (listOf(console)[0] ?? 0) < before);
  }
  const polls = () => server.requests({operation: 'listErrorLogs'}).filter(({query}) => query.page === 1).length;
  // The list reads pages of 100, and the histogram other pages.
  const reads = () => server.requests().filter(({query}) => query.page_size === 100).length;
  const before = {list: listOf(console), polls: polls(), requests: reads()};
  await console.see(() => polls() >= before.polls + 2);
  expect(listOf(console)).toEqual(before.list);
  expect(reads() - before.requests).toBeLessThanOrEqual(20);
});
