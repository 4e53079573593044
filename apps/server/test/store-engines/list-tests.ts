import fc from 'fast-check';
import {afterAll, beforeAll, expect, test} from 'vitest';
import type {NewErrorLog, Store} from '../../src/store/store.ts';
import {ALL, entry, filter, plain, recurrence, scan, user} from './model.ts';

const isThorough = process.env.EDGE_THOROUGH !== undefined;

/** Tests the lists of a store, also during concurrent writes. `openEmpty` opens a new empty store. */
export const testLists = (openEmpty: () => Promise<Store>): void => {
  // All tests use the same store, because opening a store takes longer than most tests.
  let shared: Store | undefined;
  beforeAll(async () => {
    shared = await openEmpty();
  });
  afterAll(() => shared?.close());
  const fresh = async (): Promise<Store> => {
    if (!shared) throw new Error('the store has not been opened');
    await shared.clear();
    return shared;
  };

  test('counts and pages of entries equal those of a full scan after random appends and recurrences', async () => {
    const take = compareWithModel(await fresh());
    const steps = fc.array(step, {minLength: 4, maxLength: 20});
    await fc.assert(
      fc.asyncProperty(steps, async run => {
        for (const one of run) await take(one);
      }),
      {numRuns: isThorough ? 80 : 20, endOnFailure: true},
    );
  });

  test('rows and count of a page of entries are consistent during concurrent appends', async () => {
    const store = await fresh();
    // The batch size is odd, so that a page rarely ends where a batch ends. The shortest span with stored counts is ten
    // minutes, so each batch has its own count.
    const batches = Array.from({length: 40}, (_, at) => Array.from({length: 17}, () => plain('new', at * 600)));
    const writing = (async () => {
      for (const batch of batches) await store.errorLogs.append(batch);
    })();
    const reading = [0, 40, 510].map(async offset => {
      const limit = 1000;
      for (let seen = 0; seen < 40 * 17; ) {
        const [wanted, range] = [offset === 40 ? {level: 5} : {}, {offset, limit}];
        const {rows, count} = await store.errorLogs.list(wanted, range);
        expect([offset, count, rows.length]).toEqual([offset, count, Math.min(Math.max(count - offset, 0), limit)]);
        seen = count;
      }
    });
    await Promise.all([writing, ...reading]);
  });

  test('a page has its full number of entries while entries move between days', async () => {
    const store = await fresh();
    const [days, perDay] = [5, 40];
    const entries = Array.from({length: days * perDay}, (_, at) => plain('moves', (at % days) * 86_400));
    await store.errorLogs.append(entries);
    const {rows: all} = await store.errorLogs.list({}, ALL);
    const writer = {done: false};
    const writing = (async () => {
      for (const {id, log_time: from} of isThorough ? all : all.slice(0, 30))
        for (const log_time of [0, from]) await store.errorLogs.recordRecurrence(id, {count: 2, log_time});
      writer.done = true;
    })();
    // The pages end where a day ends, so each move changes the days that they need.
    const reading = [0, 3 * perDay].map(async offset => {
      while (!writer.done) {
        const {rows, count} = await store.errorLogs.list({level: 4}, {offset, limit: perDay});
        expect([rows.length, count]).toEqual([perDay, entries.length]);
      }
    });
    await Promise.all([writing, ...reading]);
  });

  test('rows and count of a page of tokens are consistent during concurrent inserts', async () => {
    const store = await fresh();
    await store.users.add([user('ann')]);
    const uid = (await store.users.find('ann'))?.id ?? 0;
    const token = (at: number) => ({uid, name: `t${at}`, hash: `h${at}`, expire: 0, created: 1, modified: 1});
    const writing = (async () => {
      for (let at = 0; at < 100; at++) await store.tokens.add(token(at));
    })();
    const reading = [0, 30].map(async offset => {
      for (let seen = 0; seen < 100; ) {
        const {rows, count} = await store.tokens.list(offset === 0 ? uid : undefined, {offset, limit: 1000});
        expect([count, rows.length]).toEqual([count, Math.max(count - offset, 0)]);
        seen = count;
      }
    });
    await Promise.all([writing, ...reading]);
  });

  test('pages of entries at large offsets equal those of a full scan', async () => {
    const store = await fresh();
    const added = fc.sample(entry, {numRuns: 3000, seed: 5});
    await store.errorLogs.append(added);
    const known = added.map((one, at) => ({...one, id: at + 1}));
    const some = fc.sample(filter, {numRuns: 60, seed: 6});
    for (const wanted of [{}, {level: 6}, {node_id: 1}, {app_id: 2, level: 7}, ...some]) {
      const expected = scan(known, wanted);
      for (const offset of [500, 625, expected.length - 3, expected.length].filter(at => at >= 500)) {
        const rows = expected.slice(offset, offset + 7);
        expect((await store.errorLogs.list(wanted, {offset, limit: 7})).rows).toEqual(rows);
      }
    }
  });
};

const step = fc.oneof(
  {weight: 3, arbitrary: fc.record({append: fc.array(entry, {minLength: 1, maxLength: 40})})},
  {weight: 1, arbitrary: fc.record({recurrence, which: fc.nat()})},
  {weight: 3, arbitrary: fc.record({filter, offset: fc.nat(30), limit: fc.nat(5)})},
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Returns a function that applies a step to a store and to an array, and compares their lists. */
const compareWithModel = (store: Store) => {
  const known: (NewErrorLog & {id: number})[] = [];
  return async (one: Step): Promise<void> => {
    if ('append' in one) {
      await store.errorLogs.append(one.append);
      for (const added of one.append) known.push({...added, id: known.length + 1});
    } else if ('recurrence' in one) {
      const at = one.which % (known.length + 1);
      expect(await store.errorLogs.recordRecurrence(at + 1, one.recurrence)).toBe(at < known.length);
      if (known[at]) Object.assign(known[at], one.recurrence);
    } else {
      const expected = scan(known, one.filter);
      const range = {offset: one.offset, limit: one.limit};
      const page = {count: expected.length, rows: expected.slice(one.offset, one.offset + one.limit)};
      expect(await store.errorLogs.list(one.filter, range)).toEqual(page);
    }
  };
};
