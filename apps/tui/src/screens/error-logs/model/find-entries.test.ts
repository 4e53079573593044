import {createClient} from '@edge-console/client';
import {emptyRows, hasUnstableCount, type PositionRange} from '@edge-console/client/rows';
import type {ErrorLogQuery} from '@edge-console/schema';
import {createTestServer} from '@edge-console/test-tools';
import fc from 'fast-check';
import {describe, expect, onTestFinished, test} from 'vitest';
import {clientEntries, clientEntry, createLogClient} from '../../../../test/support/log-client.ts';
import {openedLogs} from '../../../../test/support/log-screen.ts';
import {logEntry} from '../../../../test/support/logs.ts';
import {inRange, type TimeRange} from '../../../logs/filter.ts';
import {findBounds, findEntry} from './find-entries.ts';

const PAGE_SIZE = 10;

const boundsOf = (logs: ReturnType<typeof createLogClient>, range: TimeRange) =>
  findBounds({
    context: logs.context,
    filter: {range},
    rows: emptyRows(PAGE_SIZE),
    signal: new AbortController().signal,
  });

/** Position 0 is the oldest entry. */
const between = (ids: readonly number[], bounds: PositionRange | undefined): number[] =>
  ids.toReversed().slice(bounds?.from, bounds?.to);

describe('the ends of a time range on a gateway that ignores it', () => {
  test('findBounds returns exactly the positions of the entries in a time range, for any range', async () => {
    const times = fc.array(fc.integer({min: 0, max: 60}), {maxLength: 40});
    const end = fc.option(fc.integer({min: -2, max: 62}), {nil: undefined});
    await fc.assert(
      fc.asyncProperty(times, end, end, async (given, from, to) => {
        const newestFirst = given.toSorted((left, right) => right - left);
        const entries = newestFirst.map((time, at) => clientEntry(at, {log_time: time}));
        const range: TimeRange = {...(from !== undefined && {from}), ...(to !== undefined && {to})};
        const bounds = await boundsOf(createLogClient(entries), range);
        const inside = entries.filter(entry => inRange(entry, range)).map(({id}) => id);
        const ids = entries.map(({id}) => id);
        expect(between(ids, bounds)).toEqual(inside.toReversed());
      }),
    );
  });

  test('findBounds sends fewer than 40 requests for 100,000 entries, all without a time range', async () => {
    const logs = createLogClient(clientEntries(100_000));
    await boundsOf(logs, {from: 51_001, to: 52_000});
    expect(logs.queries.length).toBeLessThan(40);
    expect(logs.queries.every(query => query.start_time === undefined && query.end_time === undefined)).toBe(true);
  });

  test.each([
    ['a few', (response: number) => (response % 3 === 2 ? 1 : 0)],
    ['more than a page during each request', () => 15],
  ])('findBounds returns the right positions while entries arrive, %s', async (_name, arrivals) => {
    let next = 1_000;
    let responses = 0;
    const entries = clientEntries(next);
    const before = (): void => {
      for (let many = arrivals(responses++); many > 0; many--) entries.unshift(clientEntry(++next));
    };
    const logs = createLogClient(entries, {before});
    const bounds = await boundsOf(logs, {from: 1_101, to: 1_200});
    const ids = entries.map(({id}) => id);
    expect(between(ids, bounds)).toEqual(Array.from({length: 100}, (_, at) => 101 + at));
    expect(logs.queries.length).toBeLessThan(60);
  });
});

describe('rows more than 100 pages down', () => {
  const opened = async (honoursTimes: boolean) => {
    const logs = createLogClient(clientEntries(30_000), {honoursTimes});
    const screen = await openedLogs(logs);
    const before = logs.queries.length;
    return {screen, logs, sent: () => logs.queries.slice(before)};
  };
  const isDeep = ({page = 1}: ErrorLogQuery): boolean => page > 100;

  test('a jump to a time takes one count request, or a binary search if the gateway ignores time ranges', async () => {
    const byTime = await opened(true);
    await byTime.screen.send({kind: 'jump.time', time: 6_000});
    expect(byTime.screen.selected()).toBe(5_000);
    expect(byTime.sent().length).toBeLessThan(6);
    const byPage = await opened(false);
    await byPage.screen.send({kind: 'jump.time', time: 6_000});
    expect(byPage.screen.selected()).toBe(5_000);
    expect(byPage.sent().length).toBeLessThan(25);
  });

  test('scrolling on from a page beyond 100 requests entries by time instead of page number', async () => {
    const {screen, logs, sent} = await opened(true);
    await screen.send({kind: 'jump.time', time: 6_000});
    const before = sent().length;
    for (let pages = 0; pages < 12; pages++) {
      await screen.move('page-down');
      const [first = 0] = screen.shown(1);
      expect(screen.shown(20)).toEqual(Array.from({length: 20}, (_, at) => first - at));
    }
    expect(screen.selected()).toBeLessThan(4_800);
    expect(logs.queries.slice(before).length).toBeGreaterThan(0);
    expect(sent().slice(before).filter(isDeep)).toEqual([]);
  });

  test('a jump to a row beyond page 100 requests entries by time if the histogram has counts', async () => {
    const {screen, sent} = await opened(true);
    const cells = Array.from({length: 31}, (_, at) => ({
      ...{from: at * 1_000, to: at * 1_000 + 999, worst: 4, open: false},
      count: at === 0 ? 0 : at === 1 || at === 30 ? 999 : 1_000,
    }));
    const counts = {cells, badge: 'exact', known: new Map()} as const;
    await screen.send({kind: 'histogram.counted', counts});
    await screen.send({kind: 'list.goto', row: '70%'});
    expect(screen.selected()).toBe(9_000);
    expect(screen.shown(20)).not.toContain(undefined);
    expect(sent().filter(isDeep)).toEqual([]);
    expect(sent().some(({end_time}) => end_time !== undefined)).toBe(true);
  });

  test('a bookmarked entry beyond page 100 is found among several pages of entries of the same second', async () => {
    const entries = clientEntries(30_000).map(entry =>
      entry.id > 3_000 && entry.id <= 3_350 ? {...entry, log_time: 4_001} : entry,
    );
    const logs = createLogClient(entries, {honoursTimes: true});
    const list = {...{context: logs.context, filter: {range: {}}}, signal: new AbortController().signal};
    const screen = await openedLogs(logs);
    const before = logs.queries.length;
    const found = await findEntry({...list, rows: screen.data().rows}, {id: 3_077, time: 4_001});
    expect(found?.entry.id).toBe(3_077);
    expect(logs.queries.length - before).toBe(3);
    await screen.send({kind: 'jump.entry', ...(found ?? expect.fail('not found'))});
    expect(screen.selected()).toBe(3_077);
    expect(await findEntry({...list, rows: screen.data().rows}, {id: 90_000, time: 4_001})).toBeUndefined();
  });
});

describe.each([5, 300])('counts that are wrong by up to %i, on a gateway that honours time ranges', by => {
  const TOKEN = '00000000-0000-4000-8000-000000000042';
  const START = 1_768_000_000;
  const ids = [4_950, 1_150];

  const opened = async () => {
    const server = await createTestServer({
      passwordCost: 'minimal',
      seed: {
        users: [{username: 'ann', password: 'correct horse'}],
        tokens: [{username: 'ann', name: 't', expire: 0, token: TOKEN}],
        error_logs: Array.from({length: 6_000}, (_, at) => logEntry(`entry ${at + 1}`, {log_time: START + at + 1})),
      },
    });
    let requests = 0;
    const auth = {kind: 'api-token', token: TOKEN} as const;
    const client = createClient({baseUrl: server.url, auth, onExchange: () => void requests++});
    onTestFinished(() => {
      client.close();
      return server.close();
    });
    server.setFault({kind: 'unstable-count', by});
    const context = {...createLogClient([]).context, client: () => client};
    const screen = await openedLogs({context});
    for (let polls = 0; polls < 20 && !hasUnstableCount(screen.data().rows); polls++) await screen.poll();
    expect(hasUnstableCount(screen.data().rows)).toBe(true);
    const list = {context, filter: {range: {}}, rows: screen.data().rows, signal: new AbortController().signal};
    return {screen, find: (id: number) => findEntry(list, {id, time: START + id}), requests: () => requests};
  };

  test('an entry is found by its time and selected among its neighbours', async () => {
    const {screen, find, requests} = await opened();
    for (const id of ids) {
      const before = requests();
      const found = await find(id);
      expect(requests() - before).toBeLessThanOrEqual(by === 5 ? 3 : 10);
      await screen.send({kind: 'jump.entry', ...(found ?? expect.fail('not found'))});
      expect(screen.selected()).toBe(id);
      const [first = 0] = screen.shown(1);
      expect(screen.shown(20)).toEqual(Array.from({length: 20}, (_, at) => first - at));
    }
  });

  test('one request shows that an entry is not in the list', async () => {
    const {find, requests} = await opened();
    const before = requests();
    expect(await find(90_000)).toBeUndefined();
    expect(requests() - before).toBe(1);
  });

  test('a jump to a time selects the entry with this time', async () => {
    const {screen} = await opened();
    for (const id of ids) {
      await screen.send({kind: 'jump.time', time: START + id});
      expect(screen.selected()).toBe(id);
    }
  });
});
