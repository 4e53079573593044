import {appendFileSync, existsSync, renameSync, statSync, truncateSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {memoryStore, type Store} from '@edge-console/server';
import {StoreUnavailable} from '@edge-console/server/store';
import fc from 'fast-check';
import {expect, onTestFinished, test} from 'vitest';
import {temporaryFolder} from '../../../apps/server/test/folder.ts';
import {followLog} from '../src/import/follow-log.ts';
import {followFile, QUIET_MS} from '../src/import/followed-file.ts';
import {type LogFile, openLog} from '../src/import/log-file.ts';

const ORIGIN = {node_id: 1, node_type: 0, app_id: 0};
const TRACE = '\nstack traceback:\n\tin main';

const entryOf = (n: number) =>
  `2026/11/20 12:00:00 [error] 31#31: *${n} entry ${'é'.repeat(n % 5)}${TRACE.repeat(n % 3)}\n`;

const kind = <K extends string>(name: K) => fc.constant(name);
const STEPS = fc.array(
  fc.oneof(
    {weight: 6, arbitrary: fc.record({kind: kind('write'), bytes: fc.integer({min: 1, max: 200})})},
    {weight: 4, arbitrary: fc.record({kind: kind('poll')})},
    {weight: 2, arbitrary: fc.record({kind: kind('quiet')})},
    {
      weight: 2,
      arbitrary: fc.record({kind: kind('rotate'), late: fc.nat(2), isCut: fc.boolean(), isNew: fc.boolean()}),
    },
    {weight: 2, arbitrary: fc.record({kind: kind('truncate')})},
    {weight: 1, arbitrary: fc.record({kind: kind('restart')})},
    {weight: 1, arbitrary: fc.record({kind: kind('fail')})},
  ),
  {minLength: 5, maxLength: 60},
);

const createWriter = (path: string) => {
  let [count, rotations] = [0, 0];
  // The rest of the last entry, which is not written yet.
  let rest = Buffer.alloc(0);
  const write = (bytes: number) => {
    for (let left = bytes; left > 0; ) {
      if (rest.length === 0) rest = Buffer.from(entryOf(count++));
      appendFileSync(path, rest.subarray(0, left));
      [left, rest] = [left - rest.length, rest.subarray(left)];
    }
  };
  const endEntry = () => write(rest.length);
  return {
    written: () => Array.from({length: count}, (_, n) => entryOf(n).slice(0, -1)),
    write,
    endEntry,
    /** Completes an entry of which only the first lines are written. A pause would split it into two entries. */
    endTrace: () => {
      const lines = (text: string) => text.split('\n').length;
      if (rest.length > 0 && lines(rest.toString('latin1')) < lines(entryOf(count - 1))) endEntry();
    },
    /** Renames the log. Returns a function that writes to the renamed file, as workers of nginx do before they reopen it. */
    rotate: (isNew: boolean) => {
      endEntry();
      const renamed = `${path}.${++rotations}`;
      renameSync(path, renamed);
      if (isNew) writeFileSync(path, '');
      return ({late, isCut}: {readonly late: number; readonly isCut: boolean}) => {
        const entries = Array.from({length: late}, () => entryOf(count++)).join('');
        appendFileSync(renamed, isCut && isNew ? entries.slice(0, -1) : entries);
      };
    },
    truncate: () => {
      endEntry();
      const before = statSync(path).mtimeMs;
      // A change to the same size within one tick of the file system's clock cannot be detected.
      do truncateSync(path);
      while (statSync(path).mtimeMs === before);
    },
  };
};

const tryAgain = (error: unknown): true => {
  if (error instanceof StoreUnavailable) return true;
  throw error;
};

test('a followed log is stored once and in order, over rotations, truncations, restarts and failed writes', async () => {
  const folder = temporaryFolder('follow');
  let run = 0;
  await fc.assert(
    fc.asyncProperty(STEPS, async steps => {
      const path = join(folder, `${++run}.log`);
      const memory = memoryStore();
      let fails = false;
      const store: Store = {
        ...memory,
        transaction: (work, mode) =>
          memory.transaction(async inside => {
            const result = await work(inside);
            if (!fails) return result;
            fails = false;
            throw new StoreUnavailable('the disk is full');
          }, mode),
      };
      let [now, rotations] = [0, 0];
      const writer = createWriter(path);
      const open = () => followLog({store, path, origin: ORIGIN, now: () => now});
      let follower = open();
      const poll = async () => {
        while (await follower.poll().catch(tryAgain));
      };
      const pause = async () => {
        writer.endTrace();
        await poll();
        now += QUIET_MS;
        await poll();
      };
      // Each rotated file is read until it is quiet.
      const settle = async () => {
        for (; rotations >= 0; rotations--) await pause();
        rotations = 0;
      };
      for (const step of steps) {
        // The follower must have seen a file before it is renamed, and read it before it is truncated.
        if (step.kind === 'write') writer.write(step.bytes);
        else if (step.kind === 'poll') await poll();
        else if (step.kind === 'quiet') await pause();
        else if (step.kind === 'fail') fails = true;
        else if (!existsSync(path)) continue;
        else if (step.kind === 'rotate') {
          await poll();
          const writeLate = writer.rotate(step.isNew);
          await poll();
          writeLate(step);
          rotations += 1;
        } else if (step.kind === 'truncate') {
          await settle();
          writer.write(1);
          writer.endEntry();
          await poll();
          writer.truncate();
        } else {
          writer.endTrace();
          fails = false;
          await follower.finish();
          await follower.close();
          follower = open();
        }
      }
      writer.endEntry();
      await settle();
      await follower.close();
      const {rows} = await store.errorLogs.list({}, {offset: 0, limit: 10_000});
      expect(rows.toReversed().map(({log}) => log)).toEqual(writer.written());
    }),
    // The first 25 cases already reach every branch.
    {numRuns: process.env.EDGE_THOROUGH === undefined ? 50 : 200},
  );
});

test('a file that is truncated and grows again during a read is read from its start', async () => {
  const folder = temporaryFolder('follow');
  const path = join(folder, 'error.log');
  writeFileSync(path, entryOf(0));
  const [store, log] = [memoryStore(), await openLog(path)];
  onTestFinished(log.close);
  let during: (() => void) | undefined;
  const lines: LogFile['lines'] = (...part) => {
    during?.();
    during = undefined;
    return log.lines(...part);
  };
  const file = followFile({...log, lines}, {store, origin: ORIGIN, now: () => 0});
  await file.read('named');
  await file.release();
  appendFileSync(path, entryOf(1));
  during = () => writeFileSync(path, [2, 3, 4].map(entryOf).join(''));
  while (await file.read('named'));
  await file.release();
  const {rows} = await store.errorLogs.list({}, {offset: 0, limit: 10});
  expect(rows.toReversed().map(row => row.log)).toEqual([0, 2, 3, 4].map(n => entryOf(n).slice(0, -1)));
});

test('a poll of a followed log stores one batch', async () => {
  const folder = temporaryFolder('follow');
  const path = join(folder, 'error.log');
  writeFileSync(path, Array.from({length: 4500}, (_, n) => entryOf(n)).join(''));
  const follower = followLog({store: memoryStore(), path, origin: ORIGIN});
  onTestFinished(async () => {
    await follower.close();
  });
  const polls: [boolean, number][] = [];
  do polls.push([await follower.poll(), follower.entries]);
  while (polls.at(-1)?.[0]);
  expect(polls).toEqual([
    [true, 2000],
    [true, 4000],
    [false, 4499],
  ]);
});
