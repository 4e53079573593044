import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {Driver} from '../support/console/driver.ts';
import {startConsole} from '../support/console/start-console.ts';
import {temporaryFolder} from '../support/folder.ts';
import {startGateway, withToken} from '../support/gateway.ts';
import {incident, logEntry, NEWEST} from '../support/logs.ts';
import {similar} from '../support/similar.ts';

const RUNBOOK = `https://wiki.example.com/${'timeouts/'.repeat(9)}now?x=%3C7%3E`;
/** A URL, and a link that the log line itself contains. */
const HOSTILE = 'see https://evil.example.com/ or \u001B]8;;https://evil.example.com/a\u001B\\here\u001B]8;;\u001B\\';

const open = async (env: Readonly<Record<string, string>>, flags: readonly string[] = []): Promise<Driver> => {
  const seed = {error_logs: [...incident(), logEntry(HOSTILE, {log_time: NEWEST + 1, level: 2})]};
  const {url} = await startGateway({seed});
  const config = join(temporaryFolder('config'), 'config.json');
  writeFileSync(config, JSON.stringify({runbooks: {'upstream-timed-out': RUNBOOK}}));
  const args = ['--url', url, '--tab', 'error-logs', '--config', config, ...flags];
  const console = await startConsole(args, {env: {...withToken, ...env}, cols: 80, rows: 36});
  await console.see('upstream timed out');
  return console;
};

const linksOf = (console: Driver): ReadonlySet<string> =>
  new Set([...console.output().matchAll(/\u001B\]8;;([^\u0007\u001B]+)/g)].flatMap(([, url]) => url ?? []));

const visit = async (console: Driver): Promise<readonly string[]> => {
  const seen: string[] = [];
  const keep = () => seen.push(...console.screen().slice(4, -2));
  await console.selected('evil').press('error-logs.open').see('Raw text');
  keep();
  await console.press('error-logs.close').gone('Raw text').press('error-logs.down').selected('upstream timed out');
  await console.press('error-logs.explain').see('What to check').see('now?x=%3C7%3E');
  keep();
  await console.press('dialog.close').gone('What to check').press('error-logs.patterns').status('3 patterns');
  await console.status('exact').selected('upstream timed out').press('patterns.open').see('What it means');
  await console.see('now?x=%3C7%3E');
  keep();
  return seen;
};

it('citations and runbooks are links in a terminal that supports them, and texts of the log are not', async () => {
  const console = await open({TERM: 'xterm-kitty'});
  const shown = await visit(console);
  const links = linksOf(console);
  expect(links).toContain(RUNBOOK);
  expect([...links].filter(url => url !== RUNBOOK)).toEqual([expect.stringMatching(/^https:\/\/nginx\.org\//)]);
  const other = await open({TERM: 'xterm-256color'});
  expect(await visit(other)).toEqual(shown);
  expect(linksOf(other)).toEqual(new Set());
});

const WITHOUT: readonly (readonly [Readonly<Record<string, string>>, readonly string[]])[] = [
  [{TERM: 'xterm-kitty', NO_COLOR: '1'}, []],
  [{TERM: 'xterm-kitty'}, ['--ascii']],
  [{TERM: 'xterm-256color', VTE_VERSION: '4800'}, []],
];

it.each(similar(WITHOUT))(
  'without colours, in ASCII or in an old terminal there are no links: %j %j',
  async (env, flags) => {
    const console = await open(env, flags);
    await console.press('error-logs.down', 'error-logs.explain').see('What to check').see('wiki.example.com');
    expect(linksOf(console)).toEqual(new Set());
  },
);
