import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import fc from 'fast-check';
import {expect, onTestFinished, test} from 'vitest';
import {openSqlite} from '../../src/store/sqlite.ts';
import type {NewErrorLog, Store} from '../../src/store/store.ts';
import {entry, filter, raise, scan} from './model.ts';

const step = fc.oneof(
  {weight: 3, arbitrary: fc.record({append: fc.array(entry, {minLength: 1, maxLength: 40})})},
  {weight: 1, arbitrary: fc.record({raise, which: fc.nat()})},
  {weight: 3, arbitrary: fc.record({filter, offset: fc.nat(30), limit: fc.nat(5)})},
);

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** A store beside a list that holds the same. */
const twin = (store: Store) => {
  const known: (NewErrorLog & {id: number})[] = [];
  return async (one: Step): Promise<void> => {
    if ('append' in one) {
      await store.errorLogs.append(one.append);
      for (const added of one.append) known.push({...added, id: known.length + 1});
    } else if ('raise' in one) {
      const at = one.which % (known.length + 1);
      expect(await store.errorLogs.raise(at + 1, one.raise)).toBe(at < known.length);
      if (known[at]) Object.assign(known[at], one.raise);
    } else {
      const expected = scan(known, one.filter);
      const found = await store.errorLogs.list(one.filter, {offset: one.offset, limit: one.limit});
      expect(found.count).toBe(expected.length);
      expect(found.rows).toEqual(expected.slice(one.offset, one.offset + one.limit));
    }
  };
};

test('counts and pages are those of a full scan, whatever came, rose and is asked for', async () => {
  const store = await openSqlite(':memory:');
  onTestFinished(() => store.close());
  // One store for all runs: it grows, and starting one costs more than a run.
  const take = twin(store);
  const steps = fc.array(step, {minLength: 4, maxLength: 20});
  await fc.assert(
    fc.asyncProperty(steps, async run => {
      for (const one of run) await take(one);
    }),
    {numRuns: 100, endOnFailure: true},
  );
});

test('deep pages are those of a full scan', async () => {
  const store = await openSqlite(':memory:');
  onTestFinished(() => store.close());
  const added = fc.sample(entry, {numRuns: 12_000, seed: 5});
  await store.errorLogs.append(added);
  const known = added.map((one, at) => ({...one, id: at + 1}));
  for (const wanted of [
    {},
    {level: 6},
    {node_id: 1},
    {app_id: 2, level: 7},
    ...fc.sample(filter, {numRuns: 60, seed: 6}),
  ]) {
    const expected = scan(known, wanted);
    for (const offset of [2000, 2500, expected.length - 3, expected.length].filter(at => at >= 2000)) {
      const {rows} = await store.errorLogs.list(wanted, {offset, limit: 7});
      expect(rows).toEqual(expected.slice(offset, offset + 7));
    }
  }
});

test('what another process adds is counted at once', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'edge-counts-'));
  onTestFinished(() => rm(directory, {recursive: true}));
  const path = join(directory, 'edge.db');
  const [one, two] = [await openSqlite(path), await openSqlite(path)];
  const [some] = fc.sample(entry, 1);
  for (let size = 1; size <= 5; size++) {
    await one.errorLogs.append(some ? [some] : []);
    for (const store of [one, two, two]) {
      expect((await store.errorLogs.list({}, {offset: 0, limit: 0})).count).toBe(size);
    }
  }
  await one.close();
  await two.close();
});

test('a database of the layout without rollups gets them', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'edge-counts-'));
  onTestFinished(() => rm(directory, {recursive: true}));
  const path = join(directory, 'edge.db');
  const first = await openSqlite(path);
  const added = fc.sample(entry, {numRuns: 500, seed: 7});
  await first.errorLogs.append(added);
  await first.close();
  const database = new DatabaseSync(path);
  database.exec('drop table error_log_rollup; delete from schema_version where version > 1');
  database.close();
  const second = await openSqlite(path);
  onTestFinished(() => second.close());
  const known = added.map((one, at) => ({...one, id: at + 1}));
  for (const wanted of fc.sample(filter, {numRuns: 100, seed: 8})) {
    expect((await second.errorLogs.list(wanted, {offset: 0, limit: 0})).count).toBe(scan(known, wanted).length);
  }
});
