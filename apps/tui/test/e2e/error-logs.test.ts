import {describe, expect, it} from 'vitest';
import type {Pty} from '../pty/harness.ts';
import {rowOf, startConsole} from './support/console.ts';
import {sharedGateway, startGateway, withToken} from './support/gateway.ts';
import {press} from './support/keys.ts';
import {logEntry, manyEntries, NEWEST, REQUEST_ID} from './support/logs.ts';

const COUNT = 5_200;
const openLogs = async (url: string): Promise<Pty> => {
  const pty = await startConsole(['--url', url, '--tab', 'error-logs'], {env: withToken});
  await pty.waitFor(/▌ .*entry \d+/);
  return pty;
};

/** The numbers of the entries in view, from the top. */
const entriesOf = (pty: Pty): number[] =>
  pty
    .screen()
    .flatMap(row => (/^ [▌ ] \d.* entry (\d+) of the day/.exec(row)?.[1] ?? '').match(/\d+/g)?.map(Number) ?? []);

const down = (from: number, count: number): number[] => Array.from({length: count}, (_, at) => from - at);

describe('a long listing', () => {
  const gateway = sharedGateway(() => ({seed: {error_logs: manyEntries(COUNT)}}));

  it('filters to one request id', async () => {
    const pty = await openLogs(gateway().url);
    await pty.waitFor('5,200 entries');
    press(pty, 'error-logs.filter');
    await pty.waitFor('Filter error logs');
    press(pty, 'form.previous-field');
    pty.type(REQUEST_ID);
    await pty.waitFor(REQUEST_ID);
    press(pty, 'form.submit');
    await pty.waitFor('3 entries');
    await pty.waitFor(`req ${REQUEST_ID}`);
    expect(entriesOf(pty)).toEqual([3001, 2001, 1001]);
    press(pty, 'error-logs.clear-filter');
    await pty.waitFor('5,200 entries');
  });

  it('takes a level as a threshold', async () => {
    const pty = await openLogs(gateway().url);
    press(pty, 'error-logs.filter');
    await pty.waitFor('Filter error logs');
    for (let turns = 0; turns < 5; turns++) press(pty, 'form.next-choice');
    await pty.waitFor('[ERROR]');
    press(pty, 'form.submit');
    await pty.waitFor('≥ ERROR');
    await pty.waitFor('2,600 entries');
    await pty.waitFor(() => entriesOf(pty).length > 20);
    expect(pty.screen().filter(row => /^ [▌ ] \d.* (WARN|INFO) /.test(row))).toEqual([]);
    expect(new Set(pty.screen().flatMap(row => /^ [▌ ] \d.* (ALERT|ERROR) /.exec(row)?.[1] ?? []))).toEqual(
      new Set(['ALERT', 'ERROR']),
    );
  });

  it('takes a typed time range, both ends included', async () => {
    const pty = await openLogs(gateway().url);
    press(pty, 'error-logs.range');
    await pty.waitFor('Time range');
    press(pty, 'form.previous-choice', 'form.next-field');
    pty.type('2026-01-10 11:50 to 11:55');
    await pty.waitFor('2026-01-10 11:50:00 to 2026-01-10 11:55:00');
    press(pty, 'form.submit');
    await pty.waitFor('6 entries');
    expect(entriesOf(pty)).toEqual(down(COUNT - 5, 6));
  });

  it('goes to the oldest entry and back, reading what is in view', async () => {
    const pty = await openLogs(gateway().url);
    const top = entriesOf(pty);
    expect(top.slice(0, 5)).toEqual(down(COUNT, 5));
    press(pty, 'error-logs.last');
    await pty.waitFor(/▌ .*entry 1 of the day/);
    await pty.waitFor(() => entriesOf(pty).length === top.length);
    expect(entriesOf(pty)).toEqual(down(top.length, top.length));
    press(pty, 'error-logs.page-up', 'error-logs.page-up', 'error-logs.page-up');
    await pty.waitFor(() => entriesOf(pty).length === top.length && (entriesOf(pty)[0] ?? 0) > 2 * top.length);
    const [first = 0] = entriesOf(pty);
    expect(entriesOf(pty)).toEqual(down(first, top.length));
    press(pty, 'error-logs.first');
    await pty.waitFor(new RegExp(`▌ .*entry ${COUNT} of the day`));
    await pty.waitFor(() => entriesOf(pty).length === top.length);
    expect(entriesOf(pty)).toEqual(top);
  });
});

describe('following', () => {
  it('shows new entries at the top, and keeps still what is being read', async () => {
    const server = await startGateway({seed: {error_logs: manyEntries(300)}});
    const pty = await openLogs(server.url);
    await pty.waitFor('▶ following');
    const arrive = (...numbers: number[]) =>
      server.store.errorLogs.append(numbers.map(at => logEntry(`entry ${at} of the day`, {log_time: NEWEST + at})));

    await arrive(301);
    await pty.waitFor(/▌ .*entry 301 of the day/);
    expect(entriesOf(pty).slice(0, 3)).toEqual([301, 300, 299]);

    press(pty, 'error-logs.page-down');
    await pty.waitFor(() => entriesOf(pty)[0] !== 301);
    const [first = 0] = entriesOf(pty);
    const selected = rowOf(pty, '▌');
    const still = pty.screen().slice(6);
    await arrive(302, 303);
    press(pty, 'error-logs.refresh');
    await pty.waitFor('+2 new');
    await pty.waitFor('303 entries');
    expect(pty.screen().slice(6)).toEqual(still);
    expect(rowOf(pty, '▌')).toBe(selected);
    expect(entriesOf(pty)).toEqual(down(first, entriesOf(pty).length));

    press(pty, 'error-logs.first');
    await pty.waitFor(/▌ .*entry 303 of the day/);
    await pty.waitFor(() => !pty.row(3).includes('new'));

    press(pty, 'error-logs.follow');
    await pty.waitFor('‖ paused');
    await arrive(304);
    press(pty, 'error-logs.refresh');
    await pty.waitFor('+1 new');
    expect(entriesOf(pty)[0]).toBe(303);
  });

  it('shows all lines of an entry', async () => {
    const lua = [
      '2026/01/10 12:00:03 [error] 31#31: *1873 [lua] limit.lua:123: attempt to index a nil value, client: 10.0.7.9, server: api.example.com, request: "GET /v1/items/7 HTTP/1.1", host: "api.example.com"',
      'stack traceback:',
      "\t/usr/local/edge/lua/limit.lua:123: in function 'check'",
      '\taccess_by_lua:7: in main chunk',
    ];
    const {url} = await startGateway({seed: {error_logs: [logEntry(lua.join('\n'), {log_time: NEWEST})]}});
    const pty = await startConsole(['--url', url], {env: withToken});
    await pty.waitFor(/▌ .*attempt to index a nil value/);
    press(pty, 'error-logs.open');
    await pty.waitFor('As it came');
    const shown = pty.screen().map(row => row.trim());
    expect(shown).toContain('client      10.0.7.9');
    expect(shown).toContain('request     GET /v1/items/7 HTTP/1.1');
    expect(shown).toContain('stack traceback:');
    expect(shown).toContain("⇥/usr/local/edge/lua/limit.lua:123: in function 'check'");
    expect(shown).toContain('⇥access_by_lua:7: in main chunk');
    press(pty, 'error-logs.close');
    await pty.waitFor(/▌ .*attempt to index a nil value/);
  });
});
