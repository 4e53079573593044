import {expect, it} from 'vitest';
import type {Driver} from '../support/console/driver.ts';
import {startConsole} from '../support/console/start-console.ts';
import {startGateway, withToken} from '../support/gateway.ts';
import {incident, NEWEST} from '../support/logs.ts';

/** For each width of the terminal, a pattern of the fields in a row, in order. */
type Facts = readonly (readonly [columns: number, row: RegExp])[];

const ROWS: Readonly<Record<number, number>> = {220: 50, 120: 36, 80: 24, 40: 12};
const TITLES: Readonly<Record<string, string>> = {
  patterns: 'count share trend last level template',
  changes: 'differs dimension value before now',
  facets: 'dimension value count share',
};

/**
 * Resizes the terminal to each width. Expects the row of that width, the time range, uncut badges and titles, and the
 * footer in the last row.
 */
const fits = async (console: Driver, tab: string, facts: Facts): Promise<void> => {
  for (const [columns, row] of [...facts, ...facts.slice(0, 1)]) {
    const statusOf = () =>
      console
        .text()
        .split('\n')
        .slice(2, 4)
        .find(line => / exact\b/.test(line));
    await console
      .resize(columns, ROWS[columns] ?? 24)
      .see(row)
      .see(() => statusOf() !== undefined);
    const lines = console.text().split('\n');
    const at = lines.findIndex(line => row.test(line));
    expect(statusOf(), `${tab} at ${columns}`).toMatch(/ 2026-01-10\b/);
    const title = lines[lines.findIndex(line => /▌/.test(line)) - 1] ?? '';
    const known = new Set(TITLES[tab]?.split(' '));
    expect(
      title
        .trim()
        .split(/\s+/)
        .filter(word => !known.has(word)),
      `${tab} at ${columns}`,
    ).toEqual([]);
    expect(at).toBeGreaterThan(2);
    expect(lines.at(-1)).toMatch(/ q quit *$/);
  }
};

it('at widths of 40 to 220 columns, patterns, changes and facets show the counts and bars that fit', async () => {
  const {url} = await startGateway({seed: {error_logs: incident()}});
  const size = {cols: 220, rows: 50};
  const console = await startConsole(['--url', url, '--tab', 'error-logs'], {env: withToken, ...size});
  const range = `${new Date((NEWEST - 899) * 1000).toISOString()} to ${new Date(NEWEST * 1000).toISOString()}`;
  await console.see('upstream timed out').press('global.command-line').see('Command').type(`range ${range}`);
  await console.press('dialog.run').status('149 entries');

  // A bar and its letter share a column; the line below has the times.
  await console.see(/10s each, exact/);
  const bars = console.find('most ').y;
  expect([0, 1, 2, 3, 4].map(row => console.cell(1, bars + row).chars)).toEqual([' ', ' ', '▄', '█', '█']);
  expect(console.cell(1, bars + 4)).toMatchObject({chars: '█', bold: true});
  expect(console.cell(1, bars + 5)).toMatchObject({chars: 'C', bold: true});
  expect(console.text().split('\n')[bars + 6]).toMatch(/^─{13}11:46─{8}11:47─{8}11:48─/);

  // List and facets panel both show their selected row, but only one of them is inverse.
  await console
    .press('error-logs.panel')
    .see(/│ 13 values {3}149 exact/)
    .see(/│ ▌ level +CRIT +90 +60 %/);
  const bar = 220 - 79 - 1;
  for (const row of [4, 9, 46]) expect(console.cell(bar, row), `row ${row}`).toMatchObject({chars: '│'});
  const selected = console.find('▌ level');
  expect(console.cell(selected.x + 2, selected.y)).toMatchObject({inverse: true});
  expect(console.cell(3, console.find('▌ 11:59').y)).toMatchObject({inverse: false, bold: true});
  await console
    .press('facets.rows')
    .see('keep level:CRIT')
    .see(/│ \d+ values {3}90 kept of 149 read, exact/);
  await console
    .see(/│ ▌ level +CRIT +90 +100 %/)
    .press('error-logs.panel')
    .press('facets.down');
  await console.press('facets.down', 'facets.down').see(/│ ▌ upstream +10\.1\.0\.9/);
  await console.press('facets.others').see('drop upstream:10.1.0.9:8080');
  await console.press('global.back').press('global.back').status('149 entries');
  await console
    .press('error-logs.panel', 'error-logs.panel')
    .gone('13 values')
    .see(/upstream +client/);
  // Cells of two widths occur only in a histogram that was drawn for the new width.
  await console
    .resize(159, 40)
    .see(/^ ▄█▄{2}█{7}▄{2}█/m)
    .press('error-logs.panel');
  await console.status('13 values').press('global.tab-error-logs').resize(220, 50).status('149 entries');

  await console.press('error-logs.patterns').status('2 patterns');
  const count = '▌ +90';
  await fits(console, 'patterns', [
    [
      220,
      new RegExp(
        `${count} +60 % +█{11}· .* CRIT +connect\\(\\) failed \\(<\\*>\\) while connecting to upstream *$`,
        'm',
      ),
    ],
    [
      120,
      new RegExp(
        `${count} +60 % +█{11}· .* CRIT +connect\\(\\) failed \\(<\\*>\\) while connecting to upstream *$`,
        'm',
      ),
    ],
    [80, new RegExp(`${count} +60 % .* ago +CRIT +connect\\(\\) failed \\(<\\*>\\) while connecting to u… *$`, 'm')],
    [40, new RegExp(`${count} +CRIT +connect\\(\\) failed \\(<\\*>… *$`, 'm')],
  ]);
  const level = console.find('CRIT  ');
  expect(level.cell).toMatchObject({inverse: true});
  expect(console.find('ERROR  ').cell).toMatchObject({fg: 1});

  await console.press('error-logs.changes').status('149 / 60 exact');
  const change = String.raw`▌ +\+60 % +upstream +10\.1\.0\.9:8080 +0 % +60 %`;
  await fits(console, 'changes', [
    [220, new RegExp(`${change} +▄{20,} +new`, 'm')],
    [120, new RegExp(`${change} +▄{6,} +new`, 'm')],
    [80, new RegExp(`${change} +new`, 'm')],
    [40, /▌ +\+60 % +10\.1\.0\.9:8080 *$/m],
  ]);

  await console.press('error-logs.facets').status('13 values');
  await fits(console, 'facets', [
    [220, / level +ERROR +59 +40 % +▄{40,} *$/m],
    [120, / server +api\.example\.com +149 +100 % +▄{20,} *$/m],
    [80, / upstream +10\.1\.0\.0:8080 +14 +9 % +▄▄ *$/m],
    [40, / {3}api\.example\.com +149 *$/m],
  ]);
});
