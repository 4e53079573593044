import {emptyRows, placePage, requested} from '@edge-console/client/rows';
import {describe, expect, test} from 'vitest';
import {clientEntries, clientEntry, createLogClient} from '../../../test/support/log-client.ts';
import {openedLogs} from '../../../test/support/log-screen.ts';
import type {Condition} from '../../core/condition.ts';
import {anyLog, withConditions} from '../../logs/filter.ts';
import {errorLogsScreen} from './error-logs.ts';
import {initialLogs} from './log-state.ts';
import {searchLoaded} from './search-entries.ts';

const has =
  (text: string) =>
  ({log}: {log: string}): boolean =>
    log.includes(text);
const entry = (id: number, log: string) => clientEntry(id, {log_time: 1_800_000_000 - id, log});

describe('searchLoaded', () => {
  const items = ['one', 'two', 'three', 'two again'].map((log, at) => entry(at, log));
  const empty = emptyRows(4);
  const page = {items, invalid: [], count: 6, page: 1, pageSize: 4};
  const rows = placePage(empty, page, {requested: requested(empty), keep: []});
  const state = {data: {...initialLogs, rows}};

  test('searchLoaded finds the next and the previous match', () => {
    expect(searchLoaded(state, has('two'), {from: 0, by: 1})).toEqual({kind: 'found', index: 1});
    expect(searchLoaded(state, has('two'), {from: 2, by: 1})).toEqual({kind: 'found', index: 3});
    expect(searchLoaded(state, has('one'), {from: 2, by: -1})).toEqual({kind: 'found', index: 0});
  });

  test('searchLoaded stops at a row that is not in memory, and at the ends of the list', () => {
    expect(searchLoaded(state, has('nowhere'), {from: 0, by: 1})).toEqual({kind: 'unread', index: 4});
    expect(searchLoaded(state, has('nowhere'), {from: 2, by: -1})).toEqual({kind: 'end'});
  });
});

describe('a search through the pages', () => {
  test('Esc ends a running search before it clears marks', () => {
    const {commands} = errorLogsScreen();
    const data = {...initialLogs, runningSearch: {} as never};
    const list = {...errorLogsScreen().initial.list, marked: new Set([1])} as never;
    const onEscape = commands.filter(({keys, when}) => keys.includes('esc') && when?.({list, data} as never) !== false);
    expect(onEscape.map(({id}) => id)).toEqual(['stop-search']);
  });

  test('a search ends if the gateway counts rows that it does not send', async () => {
    const logs = createLogClient(clientEntries(500), {readable: 100});
    const screen = await openedLogs(logs);
    await screen.send({kind: 'list.search', text: 'nowhere'});
    expect(screen.data().runningSearch).toBeUndefined();
    expect(screen.seen.at(-1)).toMatchObject({kind: 'flash', tone: 'warn'});
    expect(logs.queries.length).toBeLessThan(10);
  });

  test('a search in a list without counts finds and selects a distant entry', async () => {
    const logs = createLogClient(clientEntries(3_000), {counted: false});
    const screen = await openedLogs(logs);
    await screen.send({kind: 'list.search', text: 'entry 123$'});
    expect(screen.selected()).toBe(123);
    await screen.send({kind: 'list.search', text: 'nowhere'});
    expect(screen.data().runningSearch).toBeUndefined();
    expect(logs.queries.length).toBeLessThan(80);
  });

  test.each([
    [1, [0, 7, -5, 3]],
    [-1, [0, 4, 0, -9]],
  ] as const)('a search in direction %i finds every entry although the counts are inconsistent', async (by, jitter) => {
    for (let id = 401; id <= 1_600; id += 40) {
      const entries = clientEntries(2_000).map(entry => ({...entry, level: entry.id === id ? 3 : 6}));
      const screen = await openedLogs(createLogClient(entries, {jitter}));
      if (by === -1) await screen.move('last');
      await screen.send({kind: 'search.step', by, target: 'error'});
      expect(screen.selected()).toBe(id);
    }
  });

  test('a search that may have missed entries says so at the end', async () => {
    const logs = createLogClient(clientEntries(5_000), {movesAway: true});
    const screen = await openedLogs(logs);
    await screen.send({kind: 'list.search', text: 'nowhere'});
    expect(screen.data().runningSearch).toBeUndefined();
    expect(screen.seen.at(-1)).toMatchObject({
      kind: 'flash',
      text: expect.stringMatching(/faster than/),
      hint: expect.stringContaining('Narrow the filter'),
    });
    expect(logs.queries.length).toBeLessThan(40);
  });

  /** Four entries per second. One in 1,000 matches. */
  const dense = Array.from({length: 8_000}, (_, at) =>
    clientEntry(8_000 - at, {log_time: 10_000 - Math.floor(at / 4), level: at % 1_000 === 500 ? 3 : 6}),
  );

  test.each([true, false])(
    'a search steps through every match down and up, gateway applies time ranges: %s',
    async honoursTimes => {
      const logs = createLogClient([...dense], {honoursTimes});
      const screen = await openedLogs(logs);
      const jump = async (by: 1 | -1) => {
        await screen.send({kind: 'search.step', by, target: 'error'});
        return screen.selected();
      };
      const matches = Array.from({length: 8}, (_, at) => 7_500 - 1_000 * at);
      for (const id of matches) expect(await jump(1)).toBe(id);
      expect(await jump(1)).toBe(500);
      for (const id of matches.toReversed().slice(1)) expect(await jump(-1)).toBe(id);
      expect(await jump(-1)).toBe(7_500);
    },
  );

  test('a search requests time ranges in both directions, and finds near matches with fewer than 30 requests', async () => {
    const logs = createLogClient([...dense], {honoursTimes: true});
    const screen = await openedLogs(logs);
    await screen.send({kind: 'jump.time', time: 8_500});
    expect(screen.selected()).toBe(1_997);
    const before = logs.queries.length;
    await screen.send({kind: 'search.step', by: -1, target: 'error'});
    expect(screen.selected()).toBe(2_500);
    await screen.send({kind: 'search.step', by: 1, target: 'error'});
    expect(screen.selected()).toBe(1_500);
    const queries = logs.queries.slice(before);
    expect(queries.length).toBeLessThan(30);
    for (const {page_size, end_time} of queries) if (page_size === 500) expect(end_time).toBeDefined();
  });
});

describe('the first match of a value', () => {
  const line = (id: number) => `upstream timed out while reading, client: 10.0.0.1, server: s${id % 7}.example.com`;
  const lines = Array.from({length: 2_000}, (_, at) => clientEntry(2_000 - at, {log: line(2_000 - at), level: 6}));
  const rare = lines.map(entry => (entry.id === 321 ? {...entry, log: 'worker 7 exited, server: rare'} : entry));
  const opened = async (
    logs: ReturnType<typeof createLogClient>,
    find: string,
    conditions: readonly Condition[] = [],
  ) => {
    const screen = await openedLogs(logs);
    await screen.move('page-down');
    await screen.send({kind: 'filter.set', filter: withConditions(anyLog, conditions), search: '', find});
    return screen;
  };

  test('without conditions, a search for a field value selects its first match among loaded or older rows', async () => {
    for (const [find, id] of [
      ['server:s6.example.com', 1_994],
      ['server:rare', 321],
      ['pattern:worker <*> exited', 321],
    ] as const) {
      const screen = await opened(createLogClient(rare, {honoursTimes: true}), find);
      expect(screen.selected()).toBe(id);
      expect(screen.data().filter).toEqual({range: {}});
    }
  });

  test('after a search for a field value, the next match is the next entry with this value', async () => {
    const screen = await opened(createLogClient(rare), 'server:s6.example.com');
    await screen.send({kind: 'search.step', by: 1, target: 'text'});
    expect(screen.selected()).toBe(1_987);
  });

  test('with conditions, a search for a field value selects its first match once the entry has been read', async () => {
    const screen = await opened(createLogClient(rare), 'server:rare', [{verb: 'drop', text: 'server:s6.example.com'}]);
    expect(screen.selected()).toBe(321);
  });

  test('if no entry has the value, a message says so and the selection stays', async () => {
    const screen = await opened(createLogClient(rare), 'server:none');
    expect(screen.seen.at(-1)).toMatchObject({kind: 'flash', text: 'No older entry matches.'});
    expect([screen.data().seeks, screen.selected()]).toEqual([undefined, 2_000]);
  });

  test('moving the selection cancels a running search for the first match of a value', async () => {
    const screen = await opened(createLogClient(rare), 'server:none');
    const {list, data} = screen.state();
    screen.restore({list, data: {...data, seeks: 'first-match'}});
    await screen.move('down');
    await screen.poll();
    expect([screen.data().seeks, screen.selected()]).toEqual([undefined, 1_999]);
    expect(screen.seen.filter(({kind}) => kind === 'flash')).toHaveLength(1);
  });
});
