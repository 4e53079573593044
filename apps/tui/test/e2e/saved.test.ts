import {expect, it} from 'vitest';
import {run} from '../headless/run-headless.ts';
import type {Driver} from '../support/console/driver.ts';
import {startConsole} from '../support/console/start-console.ts';
import {temporaryFolder} from '../support/folder.ts';
import {type GatewayOptions, startGateway, withToken} from '../support/gateway.ts';
import {logEntry, NEWEST} from '../support/logs.ts';
import {run as runLine, SIZES, type Size} from './support/frame-checks.ts';

const logs = [
  ...Array.from({length: 60}, (_, at) => logEntry(`upstream timed out after ${at} s`, {log_time: NEWEST - 90 + at})),
  ...Array.from({length: 10}, (_, at) =>
    logEntry(`worker process ${at} exited`, {log_time: NEWEST - 20 + at, level: 3}),
  ),
];

/** Starts consoles one after the other. They share a state folder. */
const open = async (more: GatewayOptions['seed'] = {}) => {
  const state = temporaryFolder('saved');
  const {url} = await startGateway({seed: {error_logs: logs, ...more}});
  const env = {...withToken, XDG_STATE_HOME: state};
  const start = (size?: Size) => startConsole(['--url', url, '--tab', 'error-logs'], {env, ...size});
  return {url, env, start};
};

it('a muted pattern stays muted and counted, also after a restart and by `logs patterns`, until unmuted', async () => {
  const {url, env, start} = await open();
  const first = await start();
  await first.status('70 entries').press('error-logs.patterns').status('2 patterns').selected('upstream timed out');
  await first.press('patterns.mute').see('Reason').type('known, ticket 12').press('dialog.submit');
  await first.status('1 pattern ').status('1 muted (60 rows)').selected('worker process').press('global.quit').exits(0);

  const again = await start();
  await again.status('60 of 70 read muted').see('(muted) upstream timed out');
  const plain = await run(['logs', 'patterns', '-o', 'csv', '--fields', 'template', '--url', url], {env});
  expect(plain.out).toBe('template\nworker process <*> exited\n');
  expect(plain.err).toContain('Left out 1 muted pattern (60 rows); --muted prints them.\n');
  const all = await run(['logs', 'patterns', '-o', 'csv', '--fields', 'rows,muted', '--muted', '--url', url], {env});
  expect(all.out).toBe('rows,muted\n60,"known, ticket 12"\n10,\n');

  await again.press('error-logs.patterns').status('1 muted').press('patterns.mutes').see('known, ticket 12; until you');
  await again.press('dialog.submit').status('2 patterns').see('upstream timed out').press('global.tab-error-logs');
  await again.gone('(muted)');
});

it('saved views are listed with their row counts, found in the palette, and deleted on confirmation', async () => {
  const {start} = await open({agents: [{id: 7, name: 'edge-ams-7', applications: []}]});
  const first = await start();
  const type = (line: string) => first.press('global.command-line').see('Command').type(line).press('dialog.run');
  await first.status('70 entries');
  await type('level crit').status('10 entries').press('global.save-view').see('Name').type('crit only');
  await first.press('dialog.submit').see('Saved the view crit only.');
  await type('save-view crit only')
    .see('There is a view crit only')
    .key('esc')
    .gone('There is a view crit only')
    .press('error-logs.changes')
    .status('just before');
  await first.press('changes.baseline').status('yesterday');
  await type('save-view since yesterday').see('Saved the view since yesterday.').press('global.tab-tokens');
  await first.status('API token').press('global.save-view').see('This tab has no filter to save.');
  await first.press('global.quit').exits(0);

  const again = await start();
  await again
    .status('70 entries')
    .press('global.views')
    .see(/crit only +10 +Error logs +≥ CRIT/);
  await again
    .see(/since yesterday +10 +Changes +≥ CRIT/)
    .press('dialog.open')
    .status('yesterday');
  await again.press('global.palette').see('Find a command').type('view crit').see('Show the view crit only');
  await again.press('dialog.run').status('10 entries').press('global.palette').type('ams-7');
  await again.see('Go to the applications of agent 7 edge-ams-7').press('dialog.run').status('agent 7');
  await again.press('global.views').see('crit only').press('dialog.remove').see('[Cancel]').press('dialog.turn');
  await again.see('[Delete]').press('dialog.press').gone('since yesterday').see('crit only').press('dialog.close');
});

const iso = (time: number): string => new Date(time * 1000).toISOString();

it.each(SIZES)(
  'at $cols×$rows a named view restores its level, range and conditions, also after a restart',
  async size => {
    const slow = logEntry('worker process 9 is slow', {log_time: NEWEST - 1, level: 5});
    const {start} = await open({error_logs: [...logs, slow]});
    const [isNarrow, isWide] = [size.cols < 80, size.cols >= 200];
    const chips = isWide
      ? '≥ ERROR   2026-01-10 11:58:39 to 12:00:00   keep /(after|process) \\d*[89]/   drop "after 1"   drop level:crit   9 kept of 61 read, exact'
      : /≥ ERROR .*2026-01.* keep \/.* drop "a.* drop le.* 9 kept of 61 read/;
    const rows = [59, 58, 49, 48, 39, 38, 29, 28, 9].map(seconds => `upstream timed out after ${seconds} s`);
    const restored = async (console: Driver): Promise<void> => {
      await console.selected(rows[0] ?? '').see(({text}) => {
        const shown = text()
          .split('\n')
          .flatMap(row => /(?:upstream timed|worker process).*\d(?: s)?/.exec(row) ?? []);
        const wanted = isNarrow ? rows.slice(0, shown.length) : rows;
        return shown.length > 3 && shown.slice(0, wanted.length).join() === wanted.join();
      });
      if (!isNarrow) await console.status(chips);
      await console.press('error-logs.conditions').see('Keep or drop entries').see('keep /(after|process)');
      await console.see('drop "after 1"').see('drop level:crit').press('dialog.close-conditions').gone('Keep or drop');
    };
    const first = await start(size);
    await first.selected('worker process 9');
    for (const line of [
      'level error',
      `range ${iso(NEWEST - 81)} to ${iso(NEWEST)}`,
      'keep /(after|process) \\d*[89]/',
      'drop "after 1"',
      'drop level:crit',
    ])
      await runLine(first, line);
    await restored(first);
    await runLine(first, 'save-view slow ones');
    await first.see('Saved the view slow ones.').press('error-logs.clear-filter').selected('worker process 9');
    await first
      .press('global.views')
      .see(/slow ones +of 61/)
      .press('dialog.open')
      .gone('Named views');
    await restored(first);
    await first.press('error-logs.clear-filter').selected('worker process 9').press('global.quit').exits(0);

    const again = await start(size);
    await again
      .selected('worker process 9')
      .press('global.views')
      .see(/slow ones +of 61/);
    await again.press('dialog.open').gone('Named views');
    await restored(again);
  },
);
