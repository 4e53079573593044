import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {Config} from '../../src/cli/config/config-schema.ts';
import {run} from '../headless/run-headless.ts';
import {startConsole} from '../support/console/start-console.ts';
import {temporaryFolder} from '../support/folder.ts';
import {startGateway} from '../support/gateway.ts';
import {incident, NEWEST} from '../support/logs.ts';
import type {Size} from './support/frame-checks.ts';
import {sharedConsole} from './support/shared-console.ts';

const seed = {error_logs: incident()};
const openShared = sharedConsole({gateway: () => ({seed})});
const runbooks = {'upstream-refused': 'https://wiki.example.com/upstream?x=<7>'};

const open = async (size?: Size, config: Config = {runbooks}) => {
  const {console, url} = await openShared(size, {config});
  await console.see('upstream timed out');
  return {console, url};
};

it('from the entries, keys open the patterns and their explanations, and list the entries of a pattern', async () => {
  const {console} = await open();
  await console
    .press('error-logs.explain')
    .see('What to check')
    .see('config.json, under')
    .see('{"upstream-timed-out":');
  await console.press('dialog.close').gone('What to check');
  await console
    .press('error-logs.patterns')
    .status('2 patterns')
    .status('exact')
    .see(/240 +73 % .* ERROR +upstream timed out/);
  await console.press('patterns.down').selected('connect() failed').press('patterns.open').see('What it means');
  await console.see('Usual causes').see('111: Connection refused').press('patterns.close').gone('What it means');
  await console.press('patterns.explain').see('What to check').see('https://wiki.example.com/upstream?x=%3C7%3E');
  await console.press('dialog.close').gone('What to check');
  await console.press('patterns.rows').see('keep pattern:connect() failed').selected('connect() failed');
  await console.press('error-logs.explain').see('What it means').see('https://wiki.example.com/upstream?x=%3C7%3E');
});

it('a regex under `messages` in the config groups, explains and mutes entries', async () => {
  const payments: NonNullable<Config['messages']>[number] = {
    id: 'payments-down',
    regex: String.raw`connect\(\) failed \((?P<errno>.*?)\)`,
    meaning: 'The payments backend is down.',
    checks: ['The dashboard of payments'],
    runbook: 'https://wiki.example.com/payments',
    worry: 'high',
  };
  const {console} = await open(undefined, {messages: [payments]});
  await console.press('error-logs.patterns').status('2 patterns');
  await console
    .see(/90 +27 % .* CRIT +high +payments-down \/connect\\\(\\\) failed/)
    .press('patterns.down')
    .selected('payments-down');
  await console.press('patterns.explain').see('Worry high').see('The payments backend is down.');
  await console.see('The dashboard of payments').see('https://wiki.example.com/payments');
  expect(console.text()).not.toContain('Usual causes');
  await console.press('dialog.close').gone('Worry high');
  await console
    .press('patterns.open')
    .see('Variants')
    .see('111: Connection refused')
    .press('patterns.close')
    .gone('Variants');
  await console.press('patterns.rows').see('90 kept of 330 read').selected('connect() failed');
  await console.press('error-logs.explain').see('The payments backend is down.').press('dialog.close');
  await console.gone('The payments backend').press('global.command-line').see('Command');
  await console.type('watch message=payment-down').press('dialog.run').see('did you mean payments-down?');

  const {console: muted} = await open(undefined, {messages: [{...payments, mute: true}]});
  await muted.press('error-logs.patterns').status('1 muted (90 rows)');
  await muted.press('patterns.mutes').see('only the config mutes patterns');
});

it('the search and `logs patterns --search` find a pattern by text that its template replaces with <*>', async () => {
  const {console, url} = await open();
  await console.press('error-logs.patterns').status('2 patterns');
  await console.press('global.command-line').see('Command').type('search connection refused').press('dialog.run');
  await console.status('1 of 2 patterns').selected('connect() failed');
  const args = ['logs', 'patterns', '--url', url, '--fields', 'template', '--search'];
  const {out} = await run([...args, 'connection refused']);
  expect(out.trimEnd().split('\n')).toEqual([expect.stringContaining('connect() failed (<*>)')]);
  expect((await run([...args, '!connection refused'])).out).not.toContain('connect() failed');
});

it('back and forward restore earlier views with their selected rows and conditions', async () => {
  const {console} = await open();
  await console.press('error-logs.down').selected('/v1/items/238');
  await console.press('error-logs.patterns').status('2 patterns').press('patterns.down').selected('connect() failed');
  await console.press('patterns.rows').see('keep pattern:connect').press('global.back').status('2 patterns');
  await console.selected('connect() failed').press('global.back').selected('/v1/items/238');
  expect(console.text()).not.toContain('keep pattern');
  await console.press('global.forward').status('2 patterns').selected('connect() failed');
  await console
    .press('global.forward')
    .see('keep pattern:connect')
    .press('global.forward')
    .see('There is no later view.');
});

it('back and forward redraw the exact frame of an earlier view, with the selected row', async () => {
  const {console} = await open();
  // A fixed time range keeps the histogram from moving as time passes.
  const range = `${new Date((NEWEST - 900) * 1000).toISOString()} to ${new Date(NEWEST * 1000).toISOString()}`;
  await console.press('global.command-line').see('Command').type(`range ${range}`).press('dialog.run');
  await console.status('150 entries');
  // The latency and the age of the data change, so they are removed.
  const frame = (): string => console.text().replaceAll(/ +(?:just now|\d\S* ago)(?: · .*)?$/gm, '');
  // Waits until the footer no longer shows the message of the change of the profile.
  await console.gone('Using ').press('error-logs.down').selected('/v1/items/238').see('10s each, exact');
  const logs = frame();
  await console.press('error-logs.patterns').status('exact').press('patterns.down').selected('upstream timed out');
  const patterns = frame();
  await console.press('global.back').see(() => frame() === logs);
  await console.press('global.forward').see(() => frame() === patterns);
});

it('conditions added in several views combine, and ! inverts a condition', async () => {
  const {console} = await open();
  await console.press('error-logs.patterns').status('2 patterns').press('patterns.rows').see('keep pattern:upstream');
  await console
    .press('error-logs.facets')
    .see('10 values')
    .see('240 kept of 330 read')
    .press('facets.rows')
    .see('keep level:ERROR');
  expect(console.text()).toContain('keep pattern:upstream');
  await console.press('error-logs.clear-filter').gone('keep level').press('error-logs.patterns').status('2 patterns');
  await console.press('patterns.others').see('drop pattern:upstream').selected('connect() failed');
});

it('Changes compares a range with each baseline, and a key lists the entries of a changed value', async () => {
  const {console} = await open();
  const range = `${new Date((NEWEST - 900) * 1000).toISOString()} to ${new Date(NEWEST * 1000).toISOString()}`;
  await console.press('global.command-line').see('Command').type(`range ${range}`).press('dialog.run');
  await console
    .status('150 entries')
    .press('error-logs.changes')
    .status('against just before')
    .status('150 / 60 exact')
    .see(/ 2026-01-10 11:45:00 to 12:00:00 against 2026-01-10 11:29:59 to 11:44:59$/m);
  await console
    .see(/\+60 % +upstream +10\.1\.0\.9:8080 +0 %.* 60 %.* new/)
    .see(/\+60 % +errno +111: Connection refused/);
  await console
    .press('changes.baseline')
    .status('against yesterday')
    .see('Nothing was compared: the baseline has no entry.');
  await console
    .press('changes.baseline')
    .status('against a week ago')
    .press('changes.baseline')
    .status('against before the last de')
    .status('no deploy in 150 entries read')
    .press('changes.baseline')
    .status('no bookmark in the range')
    .press('changes.baseline')
    .status('just before')
    .see('10.1.0.9:8080');
  await console.press('changes.rows').see('keep upstream:10.1.0.9:8080').selected('connect() failed');
});

it('Facets lists the most frequent values, and a key drops the entries with the selected value', async () => {
  const {console} = await open();
  await console
    .press('error-logs.facets')
    .status('exact')
    .see(/upstream +10\.1\.0\.9:8080 +90 +27 %/);
  await console.see(/request +\/v1\/items\/\* +330 +100 %/);
  await console.press('global.command-line').see('Command').type('search 10.1.0.9').press('dialog.run');
  await console.status('1 of').press('facets.others').see('drop upstream:10.1.0.9:8080').selected('upstream timed out');
});

it('the patterns, changes and facets views fit in 80 and 40 columns', async () => {
  for (const size of [
    {cols: 80, rows: 24},
    {cols: 40, rows: 12},
  ]) {
    const {console} = await open(size);
    const range = `${new Date((NEWEST - 3599) * 1000).toISOString()} to ${new Date(NEWEST * 1000).toISOString()}`;
    await console
      .press('error-logs.patterns')
      .see(/240 .*upstream/)
      .press('global.tab-error-logs');
    await console
      .press('global.command-line')
      .see('Command')
      .type(`range ${range}`)
      .press('dialog.run')
      .gone('Command');
    await console
      .press('error-logs.changes')
      .see(size.cols === 80 ? /differs +dimension +value +before +now/ : 'value');
    await console.press('error-logs.facets').see('ERROR');
  }
});

it('the logs commands print the same numbers as the tabs', async () => {
  const {url} = await startGateway({seed: {error_logs: incident()}});
  const at = (...args: string[]) => run([...args, '--url', url]);
  const patterns = await at('logs', 'patterns', '-o', 'csv', '--fields', 'count,known,level');
  expect(patterns).toMatchObject({code: 0, err: 'All entries.\n'});
  expect(patterns.out).toBe('count,known,level\n240,upstream-timed-out,4\n90,upstream-refused,3\n');
  const rows = await at('logs', 'list', '--fields', 'id,pattern', '-o', 'csv');
  expect(rows.out.match(/upstream timed out \(<\*>\)/g)).toHaveLength(240);
  const range = [
    '--since',
    new Date((NEWEST - 900) * 1000).toISOString(),
    '--until',
    new Date(NEWEST * 1000).toISOString(),
  ];
  const diff = await at('logs', 'diff', ...range, '-o', 'csv', '--fields', 'dimension,value,kind', '--search', '10.1');
  expect(diff.out).toBe('dimension,value,kind\nupstream,10.1.0.9:8080,new\n');
  const facets = await at('logs', 'facets', '--top', '1', '-o', 'csv', '--fields', 'dimension,value,count');
  expect(facets.out).toContain('upstream,10.1.0.9:8080,90\n');
  const counted = async (...args: string[]) => (await at('logs', ...args, '-o', 'csv', '--fields', 'count')).out;
  expect(await counted('patterns', '--sort', 'count')).toBe('count\n90\n240\n');
  expect(await counted('patterns', '--sort', 'count', '--reverse')).toBe('count\n240\n90\n');
  // --sort accepts a column's title or id.
  const byTitle = await counted('histogram', ...range, '--sort', 'entries', '--limit', '3');
  expect(byTitle).toBe(await counted('histogram', ...range, '--sort', 'count', '--limit', '3'));
  expect(byTitle.split('\n')).toHaveLength(5);
  const raw = await at('logs', 'list', '-o', 'raw', '--fields', 'pattern');
  expect(raw).toMatchObject({code: 2, out: ''});
  expect(raw.err).toContain('--fields needs another form');
  const sampled = await at('logs', 'patterns', '--rows', '100', '-o', 'json');
  expect(sampled.err).toBe('sample 100 of 330 entries.\n');
  expect(JSON.parse(sampled.out)[0]).toMatchObject({
    known: 'upstream-timed-out',
    variants: [{value: '110: Connection timed out'}],
  });
  expect(await at('logs', 'diff', '--against', 'yeserday')).toMatchObject({code: 2});
});

// Needs ten seconds of CPU time for a demo with 50,000 entries. The tests above test the same commands.
const inCI = it.runIf(process.env.EDGE_THOROUGH !== undefined);
inCI('the keys of docs/tour.md go from the spike of the demo to its cause, its application and a report', async () => {
  const folder = temporaryFolder('tour');
  const console = await startConsole(['demo'], {cols: 120, rows: 36});
  await console.see('edge-admin · master').status(/5\d,\d{3} entries/);
  // Levels are estimated if 200 requests do not suffice, which depends on the time of day.
  await console
    .see(/each, (?:exact|≈ levels)$/m)
    .press('error-logs.span-spike')
    .see('show the span');
  await console
    .press('error-logs.changes')
    .status('against just before')
    .see(/upstream +10\.1\.0\.9:8080 .* (new|grown)/);
  // The rows of an application and a node may come first, since their shares differ at least as much.
  const rowOf = (text: RegExp): number => console.screen().findIndex(row => text.test(row));
  for (let at = rowOf(/▌/); at < rowOf(/upstream +10\.1\.0\.9:8080/); at++) await console.press('changes.down');
  await console.selected('10.1.0.9:8080').press('changes.rows').see('keep upstream:10.1.0.9:8080');
  await console.see('upstream http://10.1.0.9:8080').see('prematurely closed');
  // Rows of time gaps are skipped, and the list may still grow.
  for (let at = rowOf(/▌/); at < rowOf(/prematurely closed/); at = rowOf(/▌/)) {
    await console.press('error-logs.down').see(() => rowOf(/▌/) > at);
  }
  await console.selected('prematurely closed').press('error-logs.explain');
  await console.see('What it means').press('dialog.close').gone('What it means').press('error-logs.pivot');
  await console.status(/req [0-9a-f]{24}/).press('error-logs.application');
  await console
    .see('entries of the request')
    .status('agent 2 edge-fra-1')
    .selected('items-api')
    .press('global.back')
    .status(/req [0-9a-f]{24}/);
  await console
    .press('global.back')
    .status(/[3-6],\d{3} kept of/)
    .press('error-logs.export')
    .see('New file');
  const file = join(folder, 'incident.md');
  await console.press('dialog.close').gone('New file').press('global.command-line').see('Command');
  await console.type(`export markdown ${file}`).press('dialog.run').see('incident.md');
  await console.see(() => existsSync(file));
  expect(readFileSync(file, 'utf8')).toContain('upstream prematurely closed connection');
  await console
    .press('global.back')
    .status('against just before')
    .key('I')
    .see(/\d+ findings/);
  await console.selected('10.1.0.9:8080').press('findings.open').see('activate(): shop 2.31.0 is active');
});
