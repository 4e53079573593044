import type {NewErrorLog} from '@edge-console/server';
import {describe, expect, it} from 'vitest';
import type {Driver} from '../support/console/driver.ts';
import {logEntry, manyEntries, NEWEST, newerEntry} from '../support/logs.ts';
import {sizes} from './support/frame-checks.ts';
import {sharedConsole} from './support/shared-console.ts';

type Size = {readonly cols: number; readonly rows: number};

const openShared = sharedConsole();

const open = async (size: Size, error_logs: NewErrorLog[]) => {
  const shared = await openShared(size, {seed: {error_logs}});
  await shared.console.selected(/entry \d+/);
  return shared;
};

const run = (console: Driver, command: string) =>
  console.press('global.command-line').see('Command').type(command).press('dialog.run').gone('dialog.run');

/** The numbers of the entries in view, from the top. */
const entriesOf = (console: Driver): number[] =>
  console.screen().flatMap(row => {
    const number = /^ [▌ ] .* entry (\d+) of the day/.exec(row)?.[1];
    return number === undefined ? [] : [Number(number)];
  });

const lineOf = (console: Driver): number => console.screen().findIndex(row => row.startsWith(' ▌'));

describe.each(sizes('80x24', '120x36'))('at $cols×$rows', size => {
  it('`keep` lists only matching entries, and `drop` hides matching entries', async () => {
    const {console} = await open(size, manyEntries(1_300));
    await run(console, 'keep /entry \\d*7 /').status('130 kept of 1,300 read, exact').selected('entry 1297 ');
    expect(entriesOf(console).every(number => number % 10 === 7)).toBe(true);
    await console.press('error-logs.last').selected('entry 7 of the day');
    await run(console, 'drop /entry \\d*7 /').status('1,170 kept of 1,300 read, exact').selected('entry 1300 ');
    expect(entriesOf(console).some(number => number % 10 === 7)).toBe(false);
    await run(console, 'keep "no such text"').see('None of 1,300 entries read meets the conditions.');
    await console.press('error-logs.clear-filter').status('1,300 entries').selected('entry 1300 ');
  });

  it('a key stops reading the list; the status line shows how far, and another key continues from there', async () => {
    const {console, gateway} = await open(size, manyEntries(6_000));
    gateway.setFault({kind: 'delay', operation: 'listErrorLogs', ms: 400});
    await run(console, 'keep "entry 5"').status(/kept of [\d,]+ read, back to/);
    await console.press('error-logs.stop-reading').see('read on');
    const [, read = ''] = /kept of ([\d,]+) read, back to/.exec(console.text()) ?? [];
    expect(Number(read.replace(',', ''))).toBeLessThan(6_000);
    const requests = gateway.requests({operation: 'listErrorLogs'}).length;
    gateway.clearFaults();
    await console.press('error-logs.read-on').status('1,111 kept of 6,000 read, exact');
    const more = gateway.requests({operation: 'listErrorLogs'}).slice(requests);
    // Entries read before the stop must not be requested again. The histogram only counts.
    const reads = more.filter(({query}) => query.page_size !== 0);
    const bounds = reads.flatMap(({query}) => (query.start_time === undefined ? (query.end_time ?? []) : []));
    expect(bounds.length).toBeGreaterThan(5);
    expect(Math.max(...bounds)).toBeLessThan(NEWEST);
  });

  it('new entries are tested by the conditions and do not move the rows in view', async () => {
    const {console, gateway} = await open(size, manyEntries(600));
    const arrive = (...numbers: number[]) => gateway.store.errorLogs.append(numbers.map(newerEntry));
    await run(console, 'drop /[13579] of/').status('300 kept of 600 read, exact');
    await arrive(601, 602, 603);
    await console.selected('entry 602 of the day').status('301 kept of 603 read');
    expect(entriesOf(console).slice(0, 2)).toEqual([602, 600]);
    await console.press('error-logs.page-down').see(() => (entriesOf(console)[0] ?? 602) < 602);
    const entries = entriesOf(console);
    await gateway.store.errorLogs.append(Array.from({length: 700}, (_, at) => newerEntry(604 + at)));
    await console.status('651 kept of 1,303 read').status('+350 new');
    expect(entriesOf(console)).toEqual(entries);
    await console.press('error-logs.first').selected('entry 1302 of the day');
  });

  it('a key shows the selected entry of a filtered list among all entries, on the same line, and returns', async () => {
    // After every ten entries, a minute without entries adds a line between rows.
    const entries = manyEntries(2_000).map((entry, at) => ({
      ...entry,
      log_time: NEWEST - 14_000 + at + 60 * Math.floor(at / 10),
    }));
    const {console} = await open(size, entries);
    await run(console, 'keep /entry \\d*00 /').status('20 kept of 2,000 read, exact').selected('entry 2000 ');
    await console.press('error-logs.down', 'error-logs.down', 'error-logs.down').selected('entry 1700 ');
    const before = [lineOf(console), ...entriesOf(console)];
    await console.press('error-logs.in-place').status('2,000 entries').see('entry 1699 of the day');
    await console.see('entry 1702 of the day').selected('entry 1700 ');
    expect(lineOf(console)).toBe(before[0]);
    await console.press('error-logs.in-place').status('20 kept of 2,000 read, exact').selected('entry 1700 ');
    expect([lineOf(console), ...entriesOf(console)]).toEqual(before);
    await console.press('error-logs.in-place').status('2,000 entries').press('global.back');
    await console.status('20 kept of 2,000 read, exact').selected('entry 1700 ');
    expect([lineOf(console), ...entriesOf(console)]).toEqual(before);
  });

  it('a failure while reading is shown, the rows stay, and reading resumes automatically', async () => {
    const {console, gateway} = await open(size, [...manyEntries(1_500), logEntry('x', {log_time: 1})]);
    gateway.setFault({kind: 'delay', operation: 'listErrorLogs', ms: 300});
    await run(console, 'keep "of the day"').status(/kept of (500|1,000) read, back to/);
    gateway.setFault({kind: 'status', operation: 'listErrorLogs', status: 503});
    await console.status(/, failed|returned HTTP/);
    expect(entriesOf(console)[0]).toBe(1_500);
    gateway.clearFaults();
    await console.status('1,500 kept of 1,501 read, exact');
  });
});
