import type {ErrorLogEntry} from '@edge-console/schema';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {createListModel, type ListEvent, type ListModelOptions} from '../../../test/support/list-model.ts';
import {failing} from '../../../test/support/outcomes.ts';
import {createRowWindow, type WindowChange, type WindowOptions} from './window.ts';

const createView = (length: number, model: ListModelOptions = {}, options: WindowOptions = {pageSize: 10}) => {
  const gateway = createListModel(length, model);
  const requests: number[] = [];
  const aborted: number[] = [];
  let meanwhile: ListEvent[] = [];
  const window = createRowWindow<ErrorLogEntry>(
    {
      key: row => row.id,
      async list(page, pageSize, {signal}) {
        requests.push(page);
        signal?.addEventListener('abort', () => aborted.push(page));
        for (const event of meanwhile.splice(0, 1)) gateway.happen(event);
        const answer = gateway.list(page, pageSize);
        await new Promise(resolve => setImmediate(resolve));
        return answer;
      },
    },
    options,
  );
  const changes: WindowChange[] = [];
  window.subscribe(change => changes.push(change));
  return {
    gateway,
    window,
    requests,
    aborted,
    changes,
    during(events: ListEvent[]) {
      meanwhile = events;
    },
    /** The ids that the list has at positions, by the gateway. */
    truth: (from: number, to: number) =>
      gateway.rows
        .map(row => row.id)
        .toReversed()
        .slice(from, to),
  };
};
const idsOf = (rows: readonly (ErrorLogEntry | undefined)[]) => rows.map(row => row?.id);

test('rows keep their positions while entries arrive', async () => {
  const {window, gateway, truth, requests} = createView(95);
  expect(idsOf(await window.get(40, 60))).toEqual(truth(40, 60));
  expect(window.span).toEqual({from: 0, to: 95});
  const read = requests.length;
  gateway.happen({kind: 'arrive', many: 33});
  await window.refresh();
  expect(window.size).toBe(128);
  expect(idsOf(await window.get(40, 60))).toEqual(truth(40, 60));
  expect(requests).toHaveLength(read + 1);
  expect(idsOf(await window.get(120, 128))).toEqual(truth(120, 128));
  expect(idsOf(await window.get(126, 130))).toEqual([...truth(126, 128), undefined, undefined]);
});

test('calls share the request for a page; it is aborted when the last one aborts', async () => {
  const {window, requests, aborted} = createView(95);
  await window.refresh();
  const stops = [new AbortController(), new AbortController()] as const;
  const [one, two] = stops.map(({signal}) => window.get(20, 30, {signal}));
  if (!one || !two) throw new Error('two were asked for');
  stops[0].abort();
  expect(await failing(one)).toMatchObject({code: 'aborted'});
  expect(idsOf(await two)).toHaveLength(10);
  expect(requests).toEqual([1, 7, 8]);
  expect(aborted).toEqual([]);
  const stop = new AbortController();
  const gone = window.get(0, 5, {signal: stop.signal});
  stop.abort();
  expect(await failing(gone)).toMatchObject({code: 'aborted'});
  expect(aborted).toEqual([10]);
  expect(await failing(window.get(0, 5, {signal: stop.signal}))).toMatchObject({code: 'aborted'});
});

test('a call that its time limit ends fails with `timeout`', async () => {
  const {window} = createView(95);
  const signal = AbortSignal.abort(new DOMException('over', 'TimeoutError'));
  expect(await failing(window.get(0, 5, {signal}))).toMatchObject({code: 'timeout'});
});

test('rows that a page contradicts are read again', async () => {
  const {window, gateway, truth, changes} = createView(60);
  await window.get(0, 60);
  gateway.happen({kind: 'raise', at: 30});
  const {from, to} = await window.refresh();
  expect(changes.filter(({kind}) => kind === 'dropped')).toHaveLength(1);
  expect(to - from).toBe(60);
  expect(idsOf(await window.get(from, to))).toEqual(truth(0, 60));
});

test('memory is bounded, prefetched pages are held, and invalidated rows are read again', async () => {
  const {window, requests, truth, changes} = createView(1_000, {}, {pageSize: 10, maxPages: 5});
  for (let from = 0; from < 1_000; from += 10)
    expect(idsOf(await window.get(from, from + 10))).toEqual(truth(from, from + 10));
  const held = Array.from({length: 1_000}, (_, position) => window.peek(position)).filter(Boolean);
  expect(held.length).toBeLessThanOrEqual(50);
  expect(held.length).toBeGreaterThanOrEqual(30);
  window.prefetch(500, 520);
  await expect.poll(() => window.peek(519) && window.peek(500)).toBeDefined();
  const read = requests.length;
  await window.get(500, 520);
  expect(requests).toHaveLength(read);
  window.invalidate();
  expect(changes.at(-1)).toEqual({kind: 'dropped'});
  await window.get(500, 520);
  expect(requests.length).toBeGreaterThan(read);
  expect(await failing(window.get(0, 31))).toMatchObject({code: 'invalid_request'});
  window.close();
  expect(await failing(window.get(0, 5))).toMatchObject({code: 'aborted'});
});

test('a response requested before an invalidation is not kept', async () => {
  const {window, gateway, truth} = createView(30);
  const before = window.get(0, 10);
  window.invalidate();
  gateway.happen({kind: 'raise', at: 25});
  expect(idsOf(await before)).toEqual(truth(0, 10));
});

test('without counts, rows are read from -1 down to the end of the list', async () => {
  const {window, truth} = createView(25, {tellsCount: false});
  const {to} = await window.refresh();
  expect(idsOf(await window.get(to - 25, to))).toEqual(truth(0, 25));
  expect(idsOf(await window.get(to - 40, to - 20))).toEqual([...Array(15).fill(undefined), ...truth(0, 5)]);
  expect(window.size).toBe(25);
});

const event: fc.Arbitrary<ListEvent> = fc.oneof(
  fc.record({kind: fc.constant('arrive' as const), many: fc.integer({min: 1, max: 25})}),
  fc.record({kind: fc.constant('late' as const), back: fc.nat(30)}),
  fc.record({kind: fc.constant('raise' as const), at: fc.nat(200)}),
  fc.record({kind: fc.constant('remove' as const), at: fc.nat(200)}),
);
const sizes = fc.oneof(
  fc.constant((asked: number) => asked),
  fc.integer({min: 3, max: 9}).map(cap => (asked: number) => Math.min(asked, cap)),
  fc.integer({min: 3, max: 30}).map(fixed => () => fixed),
);

test('no row is held twice while the list changes; at rest all rows are those of the gateway', async () => {
  const steps = fc.array(
    fc.record({events: fc.array(event, {maxLength: 4}), from: fc.nat(120), rows: fc.integer({min: 1, max: 24})}),
    {
      maxLength: 6,
    },
  );
  await fc.assert(
    fc.asyncProperty(fc.nat(90), sizes, steps, async (length, size, course) => {
      const {window, gateway, truth, during} = createView(length, {size}, {pageSize: 10, maxPages: 6});
      for (const {events, from, rows} of course) {
        during([...events]);
        const ids = idsOf(await window.get(from, from + rows)).filter(id => id !== undefined);
        expect(new Set(ids).size).toBe(ids.length);
      }
      during([]);
      window.invalidate();
      await window.refresh();
      const {length: all} = gateway.rows;
      expect(window.size).toBe(all);
      for (let from = 0; from < all; from += 20) {
        expect(idsOf(await window.get(from, Math.min(all, from + 20)))).toEqual(truth(from, from + 20));
      }
    }),
    {numRuns: 300},
  );
});

test('a change of rows has the positions of rows that could not be read too', async () => {
  const rows = [5, 4, 3, 2, 1].map(id => ({id, log_time: id, log: `entry ${id}`}) as ErrorLogEntry);
  const unreadable = {index: 4, raw: {}, reason: 'id: expected a number, received nothing'};
  const page = {items: rows.slice(0, 4), invalid: [unreadable], count: 5, page: 1, pageSize: 5};
  const window = createRowWindow<ErrorLogEntry>({key: row => row.id, list: async () => page}, {pageSize: 5});
  const changes: WindowChange[] = [];
  window.subscribe(change => changes.push(change));
  await window.refresh();
  expect(changes).toContainEqual({kind: 'rows', rows: {from: 0, to: 5}});
});

test('a page given twice changes no rows', async () => {
  const rows = Array.from(
    {length: 10},
    (_, at) => ({id: 40 - at, log_time: 40, log: `entry ${40 - at}`}) as ErrorLogEntry,
  );
  const list = async (page: number) => ({items: rows, invalid: [], count: 40, page, pageSize: 10});
  const window = createRowWindow<ErrorLogEntry>({key: row => row.id, list}, {pageSize: 10});
  await window.refresh();
  const changes: WindowChange[] = [];
  window.subscribe(change => changes.push(change));
  await window.get(0, 5);
  expect(changes.filter(({kind}) => kind === 'rows')).toEqual([]);
  window.close();
});
