import type {ErrorLogEntry} from '@edge-console/schema';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {clientEntry, createLogClient} from '../../../../test/support/log-client.ts';
import type {Condition} from '../../../core/condition.ts';
import {entryTest} from '../../../logs/conditions/entry-test.ts';
import {newestFirst} from './entry-store.ts';
import {createReadList, markDeploys} from './read-list.ts';
import {createReading, type Reading} from './reading.ts';

const WORDS = ['upstream', 'timeout', 'lua', 'refused'];

/** Newest first, two per second. Each text has one or two of the words. */
const entriesOf = (many: number): ErrorLogEntry[] =>
  Array.from({length: many}, (_, at) => {
    const id = many - at;
    return clientEntry(id, {log: `${WORDS[id % 4]} ${WORDS[id % 3]} ${id}`, log_time: 1_000 + Math.floor(id / 2)});
  });

const keep = (text: string): Condition => ({verb: 'keep', text});
const drop = (text: string): Condition => ({verb: 'drop', text});
const {signal} = new AbortController();
const onChange = (): void => undefined;
type LogClient = ReturnType<typeof createLogClient>;

const read = async (reading: Reading, logs: LogClient): Promise<Reading> => {
  await reading.read({client: logs.context.client(), signal, onChange});
  return reading;
};
const readAll = (logs: LogClient, conditions: readonly Condition[]): Promise<Reading> =>
  read(createReading(createReadList('all'), {range: {}, conditions}), logs);
const idsOf = (entries: readonly ErrorLogEntry[]): readonly number[] => entries.map(({id}) => id);
const keptIds = ({shown}: Reading): readonly number[] => idsOf(shown.entries);

const words = fc.constantFrom(...WORDS, 'lua 1', '/[02468]$/');
const condition: fc.Arbitrary<Condition> = fc.record({verb: fc.constantFrom('keep', 'drop'), text: words});

describe('properties of a read', () => {
  test('conditions added one by one match the same entries as all at once, and each page is requested once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(condition, {selector: ({text}) => text, maxLength: 3}), async conditions => {
        const logs = createLogClient(entriesOf(800));
        const list = createReadList('all');
        for (const [at] of conditions.entries()) {
          await read(createReading(list, {range: {}, conditions: conditions.slice(0, at + 1)}), logs);
        }
        const last = await read(createReading(list, {range: {}, conditions: conditions.toReversed()}), logs);
        expect(keptIds(last)).toEqual(keptIds(await readAll(createLogClient(entriesOf(800)), conditions)));
        expect(logs.queries.filter(({page_size}) => page_size !== 0)).toHaveLength(2);
        expect(last.tested).toBe(800);
      }),
      {numRuns: 20},
    );
  });

  test.each([{honoursTimes: true}, {honoursTimes: false}])(
    'a read that is continued after each limit finds every matching entry once (%o)',
    async quirks => {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({min: 0, max: 1_600}),
          fc.integer({min: 1, max: 800}),
          condition,
          async (many, maxRead, each) => {
            const logs = createLogClient(entriesOf(many), quirks);
            const filter = {range: {}, conditions: [each]};
            const isMatch = entryTest(filter);
            const reading = createReading(createReadList('all'), filter, {maxRead});
            let stops = 0;
            do {
              await read(reading, logs);
              expect(reading.shown.entries.every(isMatch)).toBe(true);
              if (reading.state.kind === 'stopped') {
                const read = logs.entries.filter(({log_time}) => log_time > (reading.backTo ?? 0));
                const kept = new Set(keptIds(reading));
                expect(idsOf(read.filter(isMatch)).filter(id => !kept.has(id))).toEqual([]);
              }
            } while (reading.state.kind === 'stopped' && stops++ < 100);
            expect(reading.state).toEqual({kind: 'complete'});
            expect(reading.tested).toBe(many);
            expect(keptIds(reading)).toEqual(idsOf(logs.entries.filter(isMatch)));
          },
        ),
        {numRuns: 20},
      );
    },
  );

  test('a read shows only matches, each once and newest first, while entries change and stale pages arrive', async () => {
    const change = fc.record({
      kind: fc.constantFrom('arrive', 'raise', 'prune'),
      many: fc.integer({min: 1, max: 60}),
      lag: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, {maxLength: 12}), words, async (changes, text) => {
        const filter = {range: {}, conditions: [drop(text)]};
        const entries = entriesOf(1_600);
        const logs = createLogClient(entries, {honoursTimes: true});
        const reading = createReading(createReadList('all'), filter, {maxRead: 500});
        const others = createReading(createReadList('all'), {range: {}, conditions: [keep(text)]}, {maxRead: 500});
        let [next, time] = [1_601, 5_000];
        for (const {kind, many, lag} of changes) {
          const before = entries.slice(0, 100);
          time++;
          for (let at = 0; at < many; at++) {
            if (kind === 'arrive')
              entries.unshift(clientEntry(next, {log: `${WORDS[next++ % 4]} refused`, log_time: time}));
            else if (kind === 'prune') entries.pop();
            else {
              const [repeated] = entries.splice((at * 97) % entries.length, 1);
              if (repeated) entries.unshift({...repeated, count: (repeated.count ?? 0) + 1, log_time: time});
            }
          }
          entries.sort(newestFirst);
          for (const each of [reading, others]) {
            await each.take(entries.slice(0, 100), signal);
            if (lag) await each.take(before, signal);
            if (each.state.kind !== 'complete') await read(each, logs);
          }
          const {shown} = reading;
          const sum = shown.entries.length + others.shown.entries.length;
          expect([reading.tested, others.tested]).toEqual([sum, sum]);
          expect(shown.entries.every(entryTest(filter))).toBe(true);
          expect(new Set(keptIds(reading)).size).toBe(shown.entries.length);
          expect(
            shown.entries.every(({log_time}, at) => log_time <= (shown.entries[at - 1]?.log_time ?? log_time)),
          ).toBe(true);
          // All changes are on the polled page, so the list shows each newer entry in its latest revision.
          const read100 = entries.slice(0, 100).filter(entryTest(filter));
          expect(shown.entries.slice(0, read100.length)).toEqual(read100);
        }
      }),
      {numRuns: 40},
    );
  });
});

test('a read that was aborted between two pages continues at the same position', async () => {
  const controller = new AbortController();
  const logs = createLogClient(entriesOf(2_000), {honoursTimes: true});
  const reading = createReading(createReadList('all'), {range: {}, conditions: [keep('lua')]});
  const run = {client: logs.context.client(), signal: controller.signal};
  await reading.read({...run, onChange: () => reading.tested >= 1_000 && controller.abort()});
  expect(reading.tested).toBe(1_000);
  reading.stop();
  expect(reading.state).toEqual({kind: 'stopped', reason: 'operator'});
  await read(reading, logs);
  expect([reading.tested, reading.state]).toEqual([2_000, {kind: 'complete'}]);
  expect(logs.queries).toHaveLength(2 + 3);
});

test('the store of a list is incomplete if the entries exceed its memory limit', async () => {
  const logs = createLogClient(entriesOf(1_000));
  const list = createReadList('all', {maxBytes: 100_000});
  await read(createReading(list, {range: {}, conditions: [keep('lua')]}), logs);
  expect(list.store.isWhole).toBe(false);
});

test('a read stops once it has the maximum number of matching entries', async () => {
  const logs = createLogClient(entriesOf(3_000));
  const reading = createReading(createReadList('all'), {range: {}, conditions: [drop('none')]}, {maxKept: 700});
  await read(reading, logs);
  expect(reading.state).toEqual({kind: 'stopped', reason: 'kept-limit'});
  expect(reading.shown.entries).toHaveLength(1_000);
});

test('new entries beyond the maximum remove the oldest matches, and backTo is the oldest remaining time', async () => {
  const logs = createLogClient(entriesOf(600));
  const reading = createReading(createReadList('all'), {range: {}, conditions: [drop('none')]}, {maxKept: 700});
  await read(reading, logs);
  expect(reading.state).toEqual({kind: 'complete'});
  await reading.take(
    Array.from({length: 700}, (_, at) => clientEntry(2_000 - at, {log_time: 9_000})),
    signal,
  );
  expect(reading.shown.entries).toHaveLength(700);
  expect([reading.state, reading.backTo]).toEqual([{kind: 'stopped', reason: 'kept-limit'}, 9_000]);
});

test('a list that is not sorted by time is read to its end, and backTo is undefined', async () => {
  const logs = createLogClient(entriesOf(1_200).toReversed());
  const reading = createReading(createReadList('all'), {range: {}, conditions: [keep('lua')]}, {maxRead: 500});
  await read(reading, logs);
  expect([reading.state.kind, reading.backTo]).toEqual(['stopped', undefined]);
  await read(reading, logs);
  await read(reading, logs);
  expect([reading.state.kind, reading.tested]).toEqual(['complete', 1_200]);
  expect(reading.shown.entries).toHaveLength(logs.entries.filter(({log}) => log.includes('lua')).length);
});

test('if the gateway ignores the time range, the console applies it and stops reading at older entries', async () => {
  const logs = createLogClient(entriesOf(3_000));
  const range = {from: 2_000, to: 2_100};
  const reading = createReading(createReadList('all'), {range, conditions: [keep('lua')]});
  await read(reading, logs);
  expect(reading.state).toEqual({kind: 'complete'});
  expect(keptIds(reading)).toEqual(idsOf(logs.entries.filter(entryTest({range, conditions: [keep('lua')]}))));
  expect(reading.tested).toBe(2_000);
});

test('a read has the state incomplete if the client could not read the whole list', async () => {
  const reading = await readAll(createLogClient(entriesOf(10), {movesAway: true}), [keep('lua')]);
  expect(reading.state).toEqual({kind: 'incomplete'});
});

test('a malformed row on several pages is counted once, and a usable row with an invalid field is not counted', async () => {
  const invalid = [
    {index: 0, raw: {id: null}, reason: 'id: expected a number'},
    {index: 1, raw: {id: 1, level: 'x'}, reason: 'level: expected a number', row: clientEntry(1)},
  ];
  const logs = createLogClient(entriesOf(1_200), {invalid});
  const reading = createReading(createReadList('all'), {range: {}, conditions: [keep('lua')]}, {maxRead: 700});
  await read(reading, logs);
  await read(reading, logs);
  expect([reading.tested, reading.list.malformed.size]).toEqual([1_200, 1]);
});

test('a read with an invalid condition fails with the reason', async () => {
  const reading = createReading(createReadList('all'), {range: {}, conditions: [keep('/(/')]});
  await expect(read(reading, createLogClient(entriesOf(3)))).rejects.toThrow('missing closing )');
  expect(reading.state).toEqual({kind: 'failed'});
});

test('a read finds deploys among entries that do not match, and markDeploys applies a changed deploy test', async () => {
  const logs = createLogClient(entriesOf(1_200));
  const list = createReadList('all', {isDeploy: ({id}) => id % 500 === 0});
  const reading = await read(createReading(list, {range: {}, conditions: [keep('nothing has this')]}), logs);
  expect(reading.shown.entries).toEqual([]);
  expect(idsOf(list.deploys)).toEqual([1_000, 500]);
  markDeploys(list, ({id}) => id === 7);
  expect(idsOf(list.deploys)).toEqual([7]);
});
