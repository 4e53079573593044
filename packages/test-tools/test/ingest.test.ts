import {Agent, request} from 'node:http';
import {text} from 'node:stream/consumers';
import {memoryStore, parseSeed, type Store} from '@edge-console/server';
import {expect, onTestFinished, test} from 'vitest';
import {createTestServer} from '../src/index.ts';

const SECRET = 'a secret of the control plane';
const entry = (number: number) => JSON.stringify({level: 4, log_time: number, log: `entry ${number}`, req_id: number});

const serve = async (store?: Store) => {
  const server = await createTestServer({passwordCost: 'minimal', controlSecret: SECRET, ...(store && {store})});
  onTestFinished(() => server.close());
  const post = async (body: string, secret = SECRET) => {
    const response = await fetch(`${server.url}/__control/error_logs`, {
      method: 'POST',
      headers: {'Control-Secret': secret, 'Content-Type': 'application/x-ndjson'},
      body,
    });
    return {code: response.status, body: (await response.json()) as {msg?: string}};
  };
  const count = async () => (await server.store.errorLogs.list({}, {offset: 0, limit: 0})).count;
  return {server, post, count};
};

test('/__control/error_logs stores one entry per line', async () => {
  const {post, count} = await serve();
  const body = Array.from({length: 2500}, (_, number) => entry(number)).join('\n');
  expect(await post(`${body}\n\n`)).toEqual({code: 200, body: {status: 0, data: {stored: 2500}}});
  expect(await post('')).toEqual({code: 200, body: {status: 0, data: {stored: 0}}});
  expect(await count()).toBe(2500);
});

test('/__control/error_logs reports an invalid line with the number of entries stored before it', async () => {
  const {post, count} = await serve();
  const {code, body} = await post(`${entry(1)}\n\n{"level":9,"log_time":1,"log":""}\n${entry(2)}`);
  expect([code, body]).toEqual([
    400,
    {status: 400, msg: expect.stringMatching(/^line 3: level: .*; stored before it: 1$/)},
  ]);
  expect((await post('no json')).body.msg).toMatch(/^line 1: not valid JSON; stored/);
  expect((await post('[]')).body.msg).toMatch(/^line 1: entry: expected object/);
  expect(await count()).toBe(1);
});

test('/__control/error_logs stores lines of several MiB, and rejects a line over 8 MiB', async () => {
  const {server, post} = await serve();
  const long = '\u001b'.repeat(2 ** 20);
  // Four lines are longer than a batch, so that they are stored in two batches.
  const line = `${JSON.stringify({level: 4, log_time: 1, log: long})}\n`;
  expect((await post(line.repeat(4))).body).toEqual({status: 0, data: {stored: 4}});
  const {rows} = await server.store.errorLogs.list({}, {offset: 0, limit: 5});
  expect(rows.map(({log}) => log === long)).toEqual([true, true, true, true]);
  const {body} = await post(`${entry(1)}\n"${'x'.repeat(2 ** 23)}"\n${entry(2)}`);
  expect(body.msg).toBe('line 2: longer than 8388608 bytes; stored before it: 1');
});

test('/__control/error_logs and seeds reject a log_time in milliseconds', async () => {
  const {post, count} = await serve();
  const timed = (log_time: number) => ({level: 4, log_time, log: ''});
  const [valid, invalid] = [timed(253_402_300_799), timed(1_795_000_000_000)];
  const problem = 'log_time: expected Unix seconds, at most 253402300799';
  const {code, body} = await post(`${JSON.stringify(valid)}\n${JSON.stringify(invalid)}`);
  expect([code, body.msg]).toEqual([400, `line 2: ${problem}; stored before it: 1`]);
  expect(await count()).toBe(1);
  expect(parseSeed({error_logs: [valid, invalid]}).problems).toEqual([`error_logs[1].${problem}`]);
});

test('/__control/error_logs refuses a wrong secret', async () => {
  const {post, count} = await serve();
  expect((await post(entry(1), 'another secret altogether')).code).toBe(401);
  expect(await count()).toBe(0);
});

test('/__control/error_logs stops reading the request while the store is busy', async () => {
  const real = memoryStore();
  onTestFinished(() => real.close());
  const gate = Promise.withResolvers<void>();
  const slow: Store = {
    ...real,
    errorLogs: {
      ...real.errorLogs,
      append: async entries => {
        await gate.promise;
        await real.errorLogs.append(entries);
      },
    },
  };
  const {server, count} = await serve(slow);
  const sending = request(`${server.url}/__control/error_logs`, {method: 'POST', headers: {'Control-Secret': SECRET}});
  const response = new Promise<string>((resolve, reject) => {
    sending.on('response', response => resolve(text(response)));
    sending.on('error', reject);
  });
  const chunk = `${JSON.stringify({level: 4, log_time: 1, log: 'x'.repeat(8000)})}\n`.repeat(60);
  const chunks = 120;
  let sent = 0;
  const stalled = Promise.withResolvers<void>();
  const finished = (async () => {
    for (; sent < chunks; sent++) {
      if (sending.write(chunk)) continue;
      const drained = new Promise(resolve => sending.once('drain', resolve));
      // If the server does not read, the small socket buffers fill up, and `drain` does not occur within a second.
      const late = setTimeout(stalled.resolve, 1000);
      await drained;
      clearTimeout(late);
    }
    sending.end();
  })();
  await stalled.promise;
  expect(sent).toBeLessThan(chunks);
  gate.resolve();
  await finished;
  expect(JSON.parse(await response)).toEqual({status: 0, data: {stored: chunks * 60}});
  expect(await count()).toBe(chunks * 60);
});

// The largest number of lines exceeds any socket buffer, so the client is still sending when the response is ready.
test.each([0, 1000, 8000, 40_000])(
  'a client that sends %d lines after an invalid one gets the response on a reusable connection',
  async more => {
    const {server} = await serve();
    const line = `${JSON.stringify({level: 4, log_time: 1, log: 'x'.repeat(300)})}\n`;
    const agent = new Agent({keepAlive: true, maxSockets: 1});
    onTestFinished(() => agent.destroy());
    const post = (path: string, body: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const headers = {'Control-Secret': SECRET};
        const sending = request(`${server.url}/__control${path}`, {method: 'POST', agent, headers});
        sending.setTimeout(60_000, () => sending.destroy(new Error(`no response: ${path}`)));
        sending.on('response', response => resolve(text(response))).on('error', reject);
        sending.end(body);
      });
    const refused = await post('/error_logs', `no entry\n${line.repeat(more)}`);
    expect(JSON.parse(refused)).toEqual({
      status: 400,
      msg: expect.stringMatching(/^line 1: .*; stored before it: 0$/),
    });
    expect(JSON.parse(await post('/clock', '{"advance_ms": 1}'))).toMatchObject({status: 0});
  },
);
