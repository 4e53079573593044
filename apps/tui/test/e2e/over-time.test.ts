import {expect, it} from 'vitest';
import {run} from '../headless/run-headless.ts';
import {oneNodeFails, twoNodes} from '../support/baseline-entries.ts';
import type {Driver} from '../support/console/driver.ts';
import {startConsole} from '../support/console/start-console.ts';
import {startGateway, withToken} from '../support/gateway.ts';
import {NEWEST} from '../support/logs.ts';
import {sizes} from './support/frame-checks.ts';

const iso = (time: number): string => new Date(time * 1000).toISOString();

const select = async (console: Driver, row: RegExp): Promise<void> => {
  await console.see(() => console.screen().some(line => row.test(line)) && /▌/.test(console.text()));
  const lineOf = (text: RegExp): number => console.screen().findIndex(line => text.test(line));
  const down = lineOf(row) - lineOf(/▌/);
  await console.press(...Array.from({length: down}, () => 'facets.down')).selected(row);
};

it.each(sizes('120x36', '80x24'))(
  'at $cols×$rows one key shows the nodes over time, one filters by a node, one returns to all values',
  async size => {
    const {url} = await startGateway({seed: {error_logs: oneNodeFails(), agents: twoNodes}});
    const console = await startConsole(['--url', url, '--tab', 'error-logs'], {env: withToken, ...size});
    await console.see('upstream timed out').press('global.command-line').see('Command');
    await console
      .type(`range ${iso(NEWEST - 3599)} to ${iso(NEWEST)}`)
      .press('dialog.run')
      .gone('Command');
    await console
      .press('error-logs.facets')
      .see('▸v facets')
      .see(/node +edge-two \(2\) +211 +64 %/);
    await select(console, /node +edge-two/);
    await console.press('facets.over-time').see('node over time');
    await console.see(/node +edge-two \(2\) +211 +64 % +▂{9}██▆/).gone(/ERROR/);
    if (size.cols >= 120) {
      await console.see('most').see(/edge-two \(2\) .* 2026-01-10 11:4\d:\d\d/);
      await console.see(/exact; \d+ slices of/);
    }
    await console.press('global.command-line').see('Command').type('as-command').press('dialog.run');
    await console.see('logs table').see('--by node --top 10').press('dialog.close').gone('logs table');
    const {out} = await run([
      'logs',
      'table',
      '--by',
      'node',
      '--since',
      iso(NEWEST - 3599),
      '--until',
      iso(NEWEST),
      '--url',
      url,
    ]);
    expect(out).toContain('"value":"edge-two (2)","kind":"value","count":211');
    await console.press('facets.over-time').see(/ERROR/).press('facets.over-time').see('level over time');
    await console.press('facets.over-time').see(/node +edge-two/);
    await select(console, /node +edge-two/);
    await console.press('facets.keep').see('node 2').gone('edge-one');
    await select(console, /node +2 +211/);
    await console.press('facets.drop').see('cannot leave one out');
    await console.press('facets.rows').see('▸Entries').see('node 2');
  },
);
