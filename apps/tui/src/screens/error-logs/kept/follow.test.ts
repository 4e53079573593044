import {createClient} from '@edge-console/client';
import {createTestServer} from '@edge-console/test-tools';
import fc from 'fast-check';
import {describe, expect, onTestFinished, test} from 'vitest';
import {logEntry} from '../../../../test/support/logs.ts';
import type {Condition} from '../../../core/condition.ts';
import {entryTest} from '../../../logs/conditions/entry-test.ts';
import {createReadList} from './read-list.ts';
import {createReading, type Reading} from './reading.ts';

const TOKEN = '00000000-0000-4000-8000-000000000042';
const filter = {range: {}, conditions: [{verb: 'drop', text: 'odd'}]} as const;
const START = 1_768_000_000;

/** Ten entries per second. Their texts are alternately `even` and `odd`. */
const entriesOf = (first: number, many: number) =>
  Array.from({length: many}, (_, at) =>
    logEntry(`${(first + at) % 2 === 0 ? 'even' : 'odd'} ${first + at}`, {
      log_time: START + Math.floor((first + at) / 10),
    }),
  );

const serve = async (many: number) => {
  const server = await createTestServer({
    passwordCost: 'minimal',
    seed: {
      users: [{username: 'ann', password: 'correct horse'}],
      tokens: [{username: 'ann', name: 't', expire: 0, token: TOKEN}],
      error_logs: entriesOf(0, many),
    },
  });
  onTestFinished(() => server.close());
  const client = createClient({baseUrl: server.url, auth: {kind: 'api-token', token: TOKEN}});
  onTestFinished(() => client.close());
  return {server, client};
};

const start = async (many: number) => {
  const {server, client} = await serve(many);
  const reading = createReading(createReadList('all'), filter);
  const onChange = (): void => undefined;
  await reading.read({client, signal: new AbortController().signal, onChange});
  /** Returns a function that stops following. */
  const follow = () => {
    const controller = new AbortController();
    reading.follow({client, signal: controller.signal, onChange}).catch(() => undefined);
    onTestFinished(() => controller.abort());
    return () => controller.abort();
  };
  return {server, client, reading, follow};
};

const numbers = ({shown}: Reading): readonly string[] => shown.entries.map(({log}) => log);
const evens = (end: number): readonly string[] =>
  Array.from({length: Math.ceil(end / 2)}, (_, at) => `even ${2 * (Math.ceil(end / 2) - 1 - at)}`);

const patiently = {timeout: 20_000};

describe('following a server', () => {
  test('no entry is lost or repeated if more arrive between two polls than fit on a page', async () => {
    const {server, reading, follow} = await start(700);
    expect([reading.state, reading.tested]).toEqual([{kind: 'complete'}, 700]);
    follow();
    await server.store.errorLogs.append(entriesOf(700, 1_800));
    await expect.poll(() => reading.tested, patiently).toBe(2_500);
    expect(numbers(reading)).toEqual(evens(2_500));
  });

  test('entries that arrived before following resumes are read before new ones', async () => {
    const {server, reading, follow} = await start(600);
    const stop = follow();
    await server.store.errorLogs.append(entriesOf(600, 10));
    await expect.poll(() => reading.tested, patiently).toBe(610);
    stop();
    await server.store.errorLogs.append(entriesOf(610, 3_000));
    follow();
    await expect.poll(() => reading.tested, patiently).toBe(3_610);
    expect(numbers(reading)).toEqual(evens(3_610));
  });

  test('a repeated entry moves to the top of the list if it meets the conditions, otherwise it stays hidden', async () => {
    const {server, reading, follow} = await start(600);
    follow();
    await server.store.errorLogs.recordRecurrence(1, {count: 7, log_time: START + 900});
    await server.store.errorLogs.recordRecurrence(2, {count: 8, log_time: START + 901});
    await expect.poll(() => reading.shown.entries[0]?.count, patiently).toBe(7);
    expect(numbers(reading)).toEqual(['even 0', ...evens(600).slice(0, -1)]);
    expect(reading.tested).toBe(600);
  });
});

describe('random events on a server', () => {
  const condition: fc.Arbitrary<Condition> = fc.record({
    verb: fc.constantFrom('keep', 'drop'),
    text: fc.constantFrom('odd', 'even', '/[0-6]$/', '17', 'level:error', 'level:<=warn'),
  });
  const change = fc.record({
    kind: fc.constantFrom('arrive', 'raise', 'prune'),
    many: fc.integer({min: 1, max: 60}),
  });

  test('while entries arrive, repeat and are pruned, a read shows only matches, and no unpruned match is missing', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(condition, {selector: ({text}) => text, minLength: 1, maxLength: 3}),
        fc.array(change, {minLength: 1, maxLength: 8}),
        async (conditions, changes) => {
          const {server, client} = await serve(1_500);
          const filter = {range: {}, conditions};
          const isKept = entryTest(filter);
          const reading = createReading(createReadList('all'), filter, {maxRead: 300});
          const onChange = (): void => {
            const {entries} = reading.shown;
            expect(entries.every(isKept)).toBe(true);
            expect(new Set(entries.map(({id}) => id)).size).toBe(entries.length);
          };
          const controller = new AbortController();
          const run = {client, signal: controller.signal, onChange};
          const all = async () => Array.fromAsync(client.errorLogs.items({page_size: 500}));
          const everPruned = new Set<number>();
          let [time, arrived] = [START + 1_000, 1_500];
          for (const {kind, many} of changes) {
            time++;
            if (kind === 'arrive') {
              await server.store.errorLogs.append(
                entriesOf(arrived, many).map(entry => ({...entry, log_time: time, level: 3 + (many % 4)})),
              );
              arrived += many;
            } else if (kind === 'raise') {
              for (let at = 0; at < many; at++)
                await server.store.errorLogs.recordRecurrence(1 + ((at * 97) % arrived), {
                  count: 2 + at,
                  log_time: time,
                });
            }
            await reading.take((await client.errorLogs.list({page: 1, page_size: 100})).items, controller.signal);
            if (kind === 'prune') {
              // Each request prunes more entries. A read that stops after 300 entries sends fewer than ten requests.
              for (const {id} of (await all()).slice(-10 * many)) everPruned.add(id);
              server.setFault({kind: 'retention', rows: many});
            }
            if (reading.state.kind !== 'complete') await reading.read(run);
            server.clearFaults();
            onChange();
          }
          for (let reads = 0; reading.state.kind !== 'complete' && reads < 20; reads++) await reading.read(run);
          const following = reading.follow(run).catch(() => undefined);
          const wanted = (await all()).filter(entry => isKept(entry) && !everPruned.has(entry.id));
          const revision = ({id, count, log_time}: {id: number; count?: number; log_time: number}) =>
            `${id} ${count} ${log_time}`;
          await expect
            .poll(() => {
              const shown = new Set(reading.shown.entries.map(revision));
              return wanted.map(revision).filter(each => !shown.has(each));
            }, patiently)
            .toEqual([]);
          onChange();
          controller.abort();
          await following;
          await server.close();
        },
      ),
      {numRuns: 8},
    );
  }, 120_000);
});
