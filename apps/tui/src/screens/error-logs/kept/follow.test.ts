import {createClient} from '@edge-console/client';
import {createTestServer} from '@edge-console/test-tools';
import {describe, expect, onTestFinished, test} from 'vitest';
import {logEntry} from '../../../../test/support/logs.ts';
import {createReading, createReadList, type Reading} from './reading.ts';

const TOKEN = '00000000-0000-4000-8000-000000000042';
const filter = {range: {}, conditions: [{verb: 'drop', text: 'odd'}]} as const;
const START = 1_768_000_000;

/** Returns entries whose texts alternate between `even` and `odd`, ten for each second. */
const entriesOf = (first: number, many: number) =>
  Array.from({length: many}, (_, at) =>
    logEntry(`${(first + at) % 2 === 0 ? 'even' : 'odd'} ${first + at}`, {
      log_time: START + Math.floor((first + at) / 10),
    }),
  );

const start = async (many: number) => {
  const server = await createTestServer({
    seed: {
      users: [{username: 'ann', password: 'correct horse'}],
      tokens: [{username: 'ann', name: 't', expire: 0, token: TOKEN}],
      error_logs: entriesOf(0, many),
    },
  });
  onTestFinished(() => server.close());
  const client = createClient({baseUrl: server.url, auth: {kind: 'api-token', token: TOKEN}});
  onTestFinished(() => client.close());
  const reading = createReading(createReadList('all'), filter);
  const onChange = (): void => undefined;
  await reading.read({client, signal: new AbortController().signal, onChange});
  /** Follows new entries until the returned function is called. */
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
  test('more entries than fit on a page arrive between two polls, and none is lost or shown twice', async () => {
    const {server, reading, follow} = await start(700);
    expect([reading.state, reading.tested]).toEqual([{kind: 'complete'}, 700]);
    follow();
    await server.store.errorLogs.append(entriesOf(700, 1_800));
    await expect.poll(() => reading.tested, patiently).toBe(2_500);
    expect(numbers(reading)).toEqual(evens(2_500));
  });

  test('entries that arrived while nobody followed are read before new ones', async () => {
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

  test('an entry that occurs again moves to the top once, and a dropped one stays hidden', async () => {
    const {server, reading, follow} = await start(600);
    follow();
    await server.store.errorLogs.recordRecurrence(1, {count: 7, log_time: START + 900});
    await server.store.errorLogs.recordRecurrence(2, {count: 8, log_time: START + 901});
    await expect.poll(() => reading.shown.entries[0]?.count, patiently).toBe(7);
    expect(numbers(reading)).toEqual(['even 0', ...evens(600).slice(0, -1)]);
    expect(reading.tested).toBe(600);
  });
});
