import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {Driver} from '../support/console/driver.ts';
import {startConsole} from '../support/console/start-console.ts';
import {temporaryFolder} from '../support/folder.ts';
import {API_TOKEN, PASSWORD, USERNAME, withToken} from '../support/gateway.ts';
import {manyEntries} from '../support/logs.ts';
import {startServerProcess} from '../support/program.ts';

const OVERDUE = /no response for \d+s/;
const wide = {columns: 120, rows: 36, statusRow: 3};
const medium = {columns: 80, rows: 24, statusRow: 3};
const small = {columns: 40, rows: 12, statusRow: 2};

/** Waits until the status line says that a response is late. */
const showsLate = (console: Driver, {columns, rows, statusRow}: typeof wide) =>
  console.resize(columns, rows).see(() => {
    const {length, [statusRow]: status = ''} = console.screen();
    return length === rows && OVERDUE.test(status);
  });

/** The server has a process of its own, so that a signal can stop it. */
const startProcess = () => {
  const folder = temporaryFolder('frozen');
  const seed = join(folder, 'seed.json');
  const data = {
    users: [{username: USERNAME, password: PASSWORD, role: 'master'}],
    tokens: [{username: USERNAME, name: 'for tests', expire: 0, token: API_TOKEN}],
    error_logs: manyEntries(300),
  };
  writeFileSync(seed, JSON.stringify(data));
  return startServerProcess('--seed', seed);
};

it('at every size, the status line says that a response is late until the response arrives', {
  timeout: 180_000,
}, async () => {
  const server = await startProcess();
  const console = await startConsole(['--url', server.url], {env: withToken});
  await console.press('global.tab-error-logs').status(/300 entries {3}▶ following {3}just now/);

  server.signal('SIGSTOP');
  await console.status(OVERDUE);
  for (const size of [medium, small, wide]) await showsLate(console, size);
  server.signal('SIGCONT');
  await console.status(/▶ following {3}just now · < \d+ ms/).gone('no response');

  server.signal('SIGSTOP');
  // The status line of a list differs from that of a view of the logs.
  for (const keys of [['global.tab-tokens'], ['global.tab-error-logs', 'error-logs.patterns']]) {
    await console.press(...keys);
    for (const size of [small, medium, wide]) await showsLate(console, size);
  }
  server.signal('SIGCONT');
  await console.gone('no response');
  await console.press('global.tab-tokens').status(/1 API token .*just now/);
  expect(console.text()).not.toContain('no response');
});
