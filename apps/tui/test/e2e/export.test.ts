import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {temporaryFolder} from '../support/folder.ts';
import {logEntry, NEWEST} from '../support/logs.ts';
import {sharedConsole} from './support/shared-console.ts';

const ENTRIES = 3_300;
const logs = Array.from({length: ENTRIES}, (_, at) =>
  logEntry(`entry ${at} "quoted", ünï\u001b[2J`, {log_time: NEWEST - 900 + Math.floor(at / 4)}),
);
const newestFirst = logs.map(({log}) => log).toReversed();

const open = sharedConsole({gateway: () => ({seed: {error_logs: logs}})});

const folderOf = () => {
  const folder = temporaryFolder('export');
  return (name: string) => join(folder, name);
};

it('an export writes all entries, marked ones or a report, and replaces no existing file', async () => {
  const at = folderOf();
  const {console} = await open();
  const type = (line: string) => console.press('global.command-line').see('Command').type(line).press('dialog.run');
  await console.status('3,300 entries');

  await type(`export raw ${at('all.log')}`).see('Wrote 3,300 entries');
  const written = readFileSync(at('all.log'), 'utf8').trimEnd().split('\n');
  expect(written.map(line => line.slice('2026/01/10 11:58:44 [error] '.length))).toEqual(newestFirst);
  expect(written[0]).toMatch(/^2026\/01\/10 11:58:44 \[error\] entry 3299 /);
  expect(existsSync(at('all.log.part')) || existsSync(at('all.log.part.json'))).toBe(false);
  await type(`export csv ${at('all.log')}`)
    .see('all.log exists; choose another file')
    .press('dialog.close');

  await console.gone('Export the entries').press('error-logs.mark', 'error-logs.mark').see('2 marked');
  await console.press('error-logs.export').see('[marked]').press('dialog.next-field').type(at('two.ndjson'));
  await console.press('dialog.submit').see('Wrote 2 entries');
  const rows = readFileSync(at('two.ndjson'), 'utf8').trimEnd().split('\n');
  expect(rows.map(row => JSON.parse(row).log)).toEqual(newestFirst.slice(0, 2));

  const range = [NEWEST - 900, NEWEST].map(time => new Date(time * 1000).toISOString());
  await type(`range ${range.join(' to ')}`)
    .status('3,300 entries')
    .press('error-logs.patterns')
    .status('exact');
  await type(`export markdown ${at('report.md')}`).see('Wrote the report');
  expect(readFileSync(at('report.md'), 'utf8')).toMatch(/^# Incident report\n[\s\S]*### 1\. `entry <\*> /);
});

it('an export that failed or was stopped can be continued', async () => {
  const at = folderOf();
  const {console, gateway} = await open();
  const type = (line: string) => console.press('global.command-line').see('Command').type(line).press('dialog.run');
  const written = () => readFileSync(at('x'), 'utf8').trimEnd().split('\n');
  await console.status('3,300 entries').press('error-logs.follow').status('paused').see('each, exact');

  // Only the export has a page size of 500, so only the export fails. Polls request pages of 100, and the histogram only
  // counts.
  gateway.setFault({kind: 'reset', operation: 'listErrorLogs', path: '/admin-api/log_server/errlog', after: 4});
  await type(`export ndjson ${at('x')}`).see(/Continue: yes goes on with the [\d,]+ entries of/);
  expect(existsSync(at('x'))).toBe(false);
  gateway.clearFaults();
  await console.press('dialog.next-field', 'dialog.next-field', 'dialog.next-field', 'dialog.next-choice').see('[yes]');
  gateway.setFault({kind: 'delay', operation: 'listErrorLogs', ms: 150});
  await console
    .press('dialog.submit')
    .see(/ of 3,300 entries, /)
    .see('Esc ask to stop')
    .press('dialog.close')
    .see('to stop it')
    .see('Esc stop');
  await console
    .press('dialog.close')
    .gone('Export the entries')
    .see(/Export stopped\. Continue: yes goes on with the [\d,]+ entries of \S+x\.part/);
  expect(existsSync(at('x'))).toBe(false);
  gateway.clearFaults();
  await type(`export ndjson ${at('x')}`).see('of an interrupted export');
  await console.press('dialog.close').gone('Export the entries');
  await type(`export ndjson ${at('x')} continue=yes`).see('Wrote 3,300 entries');
  await type(`export ndjson ${at('x')} continue=yes`).see('x is complete.');
  expect(written().map(row => JSON.parse(row).log)).toEqual(newestFirst);
});

it('an export of a searched list has the entries that match', async () => {
  const at = folderOf();
  const {console, gateway} = await open();
  const type = (line: string) => console.press('global.command-line').see('Command').type(line).press('dialog.run');
  const matching = newestFirst.filter(log => log.includes('entry 2'));
  const wrote = (name: string) => `Wrote ${matching.length.toLocaleString('en-US')} entries to ${at(name)}.`;
  const written = (name: string) =>
    readFileSync(at(name), 'utf8')
      .trimEnd()
      .split('\n')
      .map(row => JSON.parse(row).log);
  await console.status('3,300 entries').press('error-logs.follow').status('paused');
  await type('search entry 2').status('/entry 2');

  await type(`export ndjson ${at('typed')}`).see(wrote('typed'));
  expect(written('typed')).toEqual(matching);
  await type(`export ndjson ${at('all')} rows=all`).see('Wrote 3,300 entries');
  await console
    .press('error-logs.export')
    .see('[matching]  all ')
    .see(/\d+ of [\d,]+ loaded; the others are searched too/);
  await console.press('dialog.next-field').type(at('chosen')).press('dialog.submit').see(wrote('chosen'));
  expect(written('chosen')).toEqual(matching);

  gateway.setFault({kind: 'reset', operation: 'listErrorLogs', path: '/admin-api/log_server/errlog', after: 6});
  await type(`export ndjson ${at('x')}`).see(/Continue: yes goes on with the [\d,]+ entries of/);
  gateway.clearFaults();
  await console.press('dialog.close').gone('Export the entries');
  await type('search entry 13').status('/entry 13');
  await type(`export ndjson ${at('x')} continue=yes`).see('is an export of another list or form');
  await console.press('dialog.close').gone('Export the entries');
  await type('search entry 2').status('/entry 2');
  await type(`export ndjson ${at('x')} continue=yes`).see(wrote('x'));
  expect(written('x')).toEqual(matching);
});
