import type {NewErrorLog} from '@edge-console/server';
import {describe, expect, it} from 'vitest';
import type {Driver} from '../support/console/driver.ts';
import {startGateway} from '../support/gateway.ts';
import {logEntry, manyEntries, NEWEST, newerEntry, REQUEST_ID} from '../support/logs.ts';
import {sharedConsole} from './support/shared-console.ts';

const COUNT = 5_200;

/** The topmost entry comes first. */
const entriesOf = (console: Driver): number[] =>
  console.screen().flatMap(row => {
    const number = /^ [▌ ] \d.* entry (\d+) of the day/.exec(row)?.[1];
    return number === undefined ? [] : [Number(number)];
  });

const down = (from: number, count: number): number[] => Array.from({length: count}, (_, at) => from - at);

const openShared = sharedConsole({gateway: () => ({seed: {error_logs: manyEntries(COUNT)}})});

/** Opens the error logs of another gateway. */
const openOther = async (error_logs: NewErrorLog[]) => {
  const {url, store} = await startGateway({seed: {error_logs}});
  const {console} = await openShared(undefined, {profile: {url}});
  return {console, store};
};

describe('a long list', () => {
  const open = async (): Promise<Driver> => {
    const {console} = await openShared();
    await console.selected(/entry \d+/);
    return console;
  };

  it('a request id filters the list', async () => {
    const console = await open();
    await console
      .status('5,200 entries')
      .press('error-logs.filter')
      .see('Filter error logs')
      .press('dialog.previous-field')
      .type(REQUEST_ID)
      .see(REQUEST_ID)
      .press('dialog.submit')
      .status(' 3 entries')
      .status(`req ${REQUEST_ID}`);
    expect(entriesOf(console)).toEqual([3001, 2001, 1001]);
    await console.press('error-logs.clear-filter').status('5,200 entries').status('req any');
  });

  it('the level filter shows entries of the chosen level and of more severe levels', async () => {
    const console = await open();
    const nextLevel = 'dialog.next-choice';
    await console
      .press('error-logs.filter')
      .see('Filter error logs')
      .press(nextLevel, nextLevel, nextLevel, nextLevel, nextLevel)
      .see('[ERROR]')
      .press('dialog.submit')
      .status('≥ ERROR')
      .status('2,600 entries')
      .see(() => entriesOf(console).length > 17);
    const levels = console.screen().flatMap(row => /^ [▌ ] \d\S+ {1,2}(\w+) .* entry \d+/.exec(row)?.[1] ?? []);
    expect(levels).toHaveLength(entriesOf(console).length);
    expect(new Set(levels)).toEqual(new Set(['ALERT', 'ERROR']));
  });

  it('one key selects a recent range, and the level filter can show only that level or less severe ones', async () => {
    const console = await open();
    await console
      .press('error-logs.range')
      .see(/1 +last 15m/)
      .press('dialog.range-shift')
      .see('last 3h');
    await console.press('error-logs.range').press('dialog.range-any').see('any time');
    await console.press('error-logs.filter').see('Filter error logs').press('dialog.previous-choice').see('[DEBUG]');
    await console.press('dialog.next-field').see('[it and worse]').press('dialog.next-choice', 'dialog.next-choice');
    await console.see('[less severe]').press('dialog.submit').see('keep level:<debug');
    await console.press('global.command-line').see('Command').type('level error alone').press('dialog.run');
    await console.see('keep level:error').press('error-logs.filter').see('[ERROR]').see('[it alone]');
    await console.press('dialog.close').gone('Filter error logs').press('global.command-line').see('Command');
    await console.type('level error').press('dialog.run').see('≥ ERROR').gone('keep level');
  });

  it('a typed time range filters the list, both ends included', async () => {
    const console = await open();
    await console
      .press('error-logs.range')
      .see('Time range')
      .press('dialog.range-typed')
      .see('Range')
      .type('2026-01-10 11:50 to 11:55')
      .see('2026-01-10 11:50:00 to 11:55:00')
      .press('dialog.submit')
      .status(' 6 entries');
    expect(entriesOf(console)).toEqual(down(COUNT - 5, 6));
  });

  it('keys go to the oldest entry, up by pages and back to the newest', async () => {
    const console = await open();
    const top = entriesOf(console);
    const isFull = () => entriesOf(console).length === top.length;
    expect(top.length).toBeGreaterThan(17);
    expect(top).toEqual(down(COUNT, top.length));
    await console.press('error-logs.last').selected('entry 1 of the day').see(isFull);
    expect(entriesOf(console)).toEqual(down(top.length, top.length));
    await console
      .press('error-logs.page-up', 'error-logs.page-up', 'error-logs.page-up')
      .see(() => isFull() && (entriesOf(console)[0] ?? 0) > 2 * top.length);
    const [first = 0] = entriesOf(console);
    expect(entriesOf(console)).toEqual(down(first, top.length));
    await console.press('error-logs.first').selected(`entry ${COUNT} of the day`).see(isFull);
    expect(entriesOf(console)).toEqual(top);
  });
});

describe('following', () => {
  it('new entries appear at the top and do not move the rows being read', async () => {
    const {console, store} = await openOther(manyEntries(300));
    const arrive = (...numbers: number[]) => store.errorLogs.append(numbers.map(newerEntry));
    await console.status('▶ following').selected('entry 300 of the day');

    await arrive(301);
    await console.selected('entry 301 of the day');
    expect(entriesOf(console).slice(0, 3)).toEqual([301, 300, 299]);

    await console.press('error-logs.page-down').see(() => (entriesOf(console)[0] ?? 301) < 301);
    // The histogram is below the status line, and is complete.
    await console.see('each, exact');
    const list = console.screen().slice(6);
    const entries = entriesOf(console);
    await arrive(302, 303);
    await console.press('error-logs.refresh').status('+2 new').status('303 entries');
    expect(console.screen().slice(6)).toEqual(list);
    expect(entries.length).toBeGreaterThan(17);
    expect(entries).toEqual(down(entries[0] ?? 0, entries.length));

    await console
      .press('error-logs.first')
      .selected('entry 303 of the day')
      .gone(/\+\d+ new/);

    await console.press('error-logs.follow').status('‖ paused');
    await arrive(304);
    await console.press('error-logs.refresh').status('+1 new');
    expect(entriesOf(console)[0]).toBe(303);
  });
});

it('the details show all lines of an entry', async () => {
  const lua = [
    '2026/01/10 12:00:03 [error] 31#31: *1873 [lua] limit.lua:123: attempt to index a nil value, client: 10.0.7.9, server: api.example.com, request: "GET /v1/items/7 HTTP/1.1", host: "api.example.com"',
    'stack traceback:',
    "\t/usr/local/edge/lua/limit.lua:123: in function 'check'",
    '\taccess_by_lua:7: in main chunk',
  ];
  const {console} = await openOther([logEntry(lua.join('\n'), {log_time: NEWEST})]);
  await console.selected('attempt to index a nil value').press('error-logs.open').see('Raw text');
  const shown = console.screen().map(row => row.trim());
  expect(shown).toContain('client      10.0.7.9');
  expect(shown).toContain('request     GET /v1/items/7 HTTP/1.1');
  expect(shown).toContain('stack traceback:');
  expect(shown).toContain("⇥/usr/local/edge/lua/limit.lua:123: in function 'check'");
  expect(shown).toContain('⇥access_by_lua:7: in main chunk');
  await console.press('error-logs.close').selected('attempt to index a nil value');
});
