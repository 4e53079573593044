import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {createQuietDay, type QuietDay} from '@edge-console/generator';
import {expect, it} from 'vitest';
import {run} from '../headless/run-headless.ts';
import type {Driver} from '../support/console/driver.ts';
import {temporaryFolder} from '../support/folder.ts';
import {startGateway} from '../support/gateway.ts';
import {badUpstream, rangeOptions, seedOf} from '../support/incident.ts';
import {checkFrame, dialog, sizes} from './support/frame-checks.ts';
import {sharedConsole} from './support/shared-console.ts';

const SIZES = sizes('80x24', '120x36');

const FIRST = /▌ 1 +(?:more|new) /;

const incident = badUpstream();
const open = sharedConsole({gateway: () => ({seed: seedOf(incident)})});

const rangeCommand = (day: QuietDay): string => {
  const [, from, , to] = rangeOptions(day);
  return `range ${from} to ${to}`;
};

const command = (console: Driver, line: string) =>
  console.press('global.command-line').see('Command').type(line).press('dialog.run').gone('Command');

it.each(SIZES)('at $cols×$rows a finding explains the failed upstream, and a key lists its entries', async size => {
  const {console} = await open(size);
  const upstream = incident.label.causes[0]?.value ?? '';
  await console.status('entries');
  await command(console, rangeCommand(incident));
  await command(console, 'investigate');
  await console
    .see('▸I findings')
    .status(/all [\d,]+ entries read/)
    .see(new RegExp(`▌ 1 +(more|new) +\\+\\d+ +(?:2026-)?01-10 [\\d:]+(, goes on| to [\\d:]+) +upstream ${upstream}`));
  const top = console.find('when').y;
  expect(console.screen()[top]).toMatch(/ # {2}kind +entries +when +finding/);
  await console.press('findings.open').see(new RegExp(`upstream ${upstream}: about \\d+ entries`));
  await console
    .see('When')
    .see(/since (?:2026-)?01-10 10:3\d:\d\d, (and it goes on at|until) /)
    .see('Explained by')
    .see('instead of');
  await console.press('findings.last').see('What to check').press('findings.close').see(FIRST);
  await console
    .press('findings.rows')
    .see('▸Entries')
    .status(/keep upstream:/)
    .status(/\d+ kept of/);
  for (const line of console.screen().filter(each => /^ [▌ ] \d\d:\d\d:\d\d /.test(each)))
    expect(line).toMatch(/ERROR/);
  await console.press('global.back').see('▸I findings').see(FIRST);
  await console
    .press('findings.drop')
    .status(/drop upstream:/)
    .gone(new RegExp(`▌ 1 .*upstream ${upstream}`));
});

it.each(SIZES)(
  'at $cols×$rows n and Enter lead from a finding to its entries and back, and x writes the report',
  async size => {
    const {console} = await open(size);
    const upstream = incident.label.causes[0]?.value ?? '';
    await console.status('entries');
    await command(console, rangeCommand(incident));
    await console
      .press('error-logs.investigate')
      .see(FIRST)
      .status(/all [\d,]+ entries read/);

    // `n` searches for the value in all entries during the finding.
    await console
      .press('findings.first-entry')
      .see('▸Entries')
      .status(/upstream:10\.\S+ +1\/\d+/)
      .see(/ in \d+ read$/m)
      .see(/▌ \d\d:\d\d:\d\d .*upstream prematurely closed/)
      .press('error-logs.next-match')
      .status(/upstream:10\.\S+ +2\/\d+/);
    expect(console.text()).not.toMatch(/keep upstream/);
    await console.press('global.back').see('▸I findings').see(FIRST);

    // Enter opens the details. Enter in the details shows the entries that meet the condition.
    await console
      .key('enter')
      .see(/upstream .*: about \d+ entries/)
      .key('enter')
      .see('▸Entries');
    await console
      .status(/keep upstream:/)
      .status(/ [\d,]+ kept of [\d,]+ read, exact/)
      .see(/▌ \d\d:\d\d:\d\d .*upstream prematurely closed/);
    const [, kept = '', read = ''] = / ([\d,]+) kept of ([\d,]+) read/.exec(console.text()) ?? [];
    expect(Number(kept.replace(',', ''))).toBeLessThan(Number(read.replace(',', '')));
    await console
      .press('global.back')
      .see('▸I findings')
      .see(/upstream .*: about \d+ entries/);
    await console.press('findings.close').see(FIRST);

    const file = join(temporaryFolder('findings'), 'findings.md');
    await console.press('findings.export').see('Write the findings to a file');
    expect(dialog(console, size).some(line => line.includes('New file'))).toBe(true);
    await console.type(file).press('dialog.submit').see('Wrote the findings to').see(FIRST);
    expect(readFileSync(file, 'utf8')).toContain(`## 1. upstream ${upstream}: about `);
    checkFrame(console);
  },
);

it('the report of the findings view equals the Markdown of logs investigate', async () => {
  const {console, url} = await open();
  const options = rangeOptions(incident);
  await console.status('entries');
  await command(console, rangeCommand(incident));
  await console
    .press('error-logs.investigate')
    .see(FIRST)
    .status(/ \d+ findings? /);
  const file = join(temporaryFolder('findings'), 'findings.md');
  await console.press('findings.export').see('Write the findings to a file').type(file).press('dialog.submit');
  await console.see('Wrote the findings to');
  const {out} = await run(['logs', 'investigate', '-o', 'markdown', ...options, '--url', url]);
  expect(readFileSync(file, 'utf8')).toBe(out);
  await console.press('findings.export').see('Write the findings').type(file).press('dialog.submit').see('exists');
});

it('a stopped or failed investigation keeps the last findings', async () => {
  const {console, gateway} = await open();
  await console.status('entries');
  await command(console, rangeCommand(incident));
  await console
    .press('error-logs.investigate')
    .see(FIRST)
    .status(/\d findings?/);
  gateway.setFault({kind: 'delay', operation: 'listErrorLogs', ms: 400});
  await console
    .press('findings.refresh')
    .status(/reading [\d,]+ rows/)
    .see(FIRST)
    .press('findings.stop');
  await console
    .gone(/reading [\d,]+ rows/)
    .see(FIRST)
    .status(/\d findings?/);
  gateway.clearFaults();
  gateway.setFault({kind: 'status', operation: 'listErrorLogs', status: 500});
  await console
    .press('findings.refresh')
    .status('stale')
    .see(FIRST)
    .status(/\d findings?/);
  gateway.clearFaults();
  await console.press('findings.refresh').status('just now').see(FIRST);
});

it('the findings view of a quiet range says that nothing was found, and how many entries were read', async () => {
  const day = createQuietDay({seed: 4_244, size: 3_000, end: new Date()});
  const {url} = await startGateway({seed: seedOf(day)});
  const {console} = await open({cols: 80, rows: 24}, {profile: {url, firstTab: 'findings'}});
  await console.see(/Nothing out of the ordinary in all [\d,]+ entries, against 7 days before\./).status('0 findings');
  await console.press('findings.rows').see('no finding is selected');
});
