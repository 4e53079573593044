import {request} from 'node:http';
import {text} from 'node:stream/consumers';
import {expect, onTestFinished, test} from 'vitest';
import {createServer, openSqlite, type Store} from '../../src/index.ts';
import {parseSeed} from '../../src/seed/seed.ts';

const SECRET = 'a secret of the control plane';
const entry = (number: number) => JSON.stringify({level: 4, log_time: number, log: `entry ${number}`, req_id: number});

const serve = async (store?: Store) => {
  const server = await createServer({controlSecret: SECRET, ...(store && {store})});
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

test('entries are stored, one a line', async () => {
  const {post, count} = await serve();
  const body = Array.from({length: 2500}, (_, number) => entry(number)).join('\n');
  expect(await post(`${body}\n\n`)).toEqual({code: 200, body: {status: 0, data: {stored: 2500}}});
  expect(await post('')).toEqual({code: 200, body: {status: 0, data: {stored: 0}}});
  expect(await count()).toBe(2500);
});

test('a line that is no entry is named, with what is stored before it', async () => {
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

test('lines of megabytes are stored, and one beyond all measure is refused', async () => {
  const {server, post} = await serve();
  const long = '\u001b'.repeat(2 ** 20);
  const lines = Array.from({length: 5}, () => JSON.stringify({level: 4, log_time: 1, log: long}));
  expect((await post(lines.join('\n'))).body).toEqual({status: 0, data: {stored: 5}});
  const {rows} = await server.store.errorLogs.list({}, {offset: 0, limit: 5});
  expect(rows.map(({log}) => log === long)).toEqual([true, true, true, true, true]);
  const {body} = await post(`${entry(1)}\n"${'x'.repeat(2 ** 23)}"\n${entry(2)}`);
  expect(body.msg).toBe('line 2: longer than 8388608 bytes; stored before it: 1');
});

test('a time in milliseconds is refused, here and in a seed', async () => {
  const {post, count} = await serve();
  const timed = (log_time: number) => ({level: 4, log_time, log: ''});
  const [last, beyond] = [timed(253_402_300_799), timed(1_795_000_000_000)];
  const told = 'log_time: expected Unix seconds, at most 253402300799';
  const {code, body} = await post(`${JSON.stringify(last)}\n${JSON.stringify(beyond)}`);
  expect([code, body.msg]).toEqual([400, `line 2: ${told}; stored before it: 1`]);
  expect(await count()).toBe(1);
  expect(parseSeed({error_logs: [last, beyond]}).problems).toEqual([`error_logs[1].${told}`]);
});

test('nobody gets in without the secret', async () => {
  const {post, count} = await serve();
  expect((await post(entry(1), 'another secret altogether')).code).toBe(401);
  expect(await count()).toBe(0);
});

test('a sender is held back while the store is busy', async () => {
  const real = await openSqlite(':memory:');
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
  const answer = new Promise<string>((resolve, reject) => {
    sending.on('response', response => resolve(text(response)));
    sending.on('error', reject);
  });
  const chunk = `${Array.from({length: 500}, (_, number) => JSON.stringify({level: 4, log_time: number, log: 'x'.repeat(1000)})).join('\n')}\n`;
  const chunks = 120;
  let sent = 0;
  const stalled = Promise.withResolvers<void>();
  const finished = (async () => {
    for (; sent < chunks; sent++) {
      if (sending.write(chunk)) continue;
      const drained = new Promise(resolve => sending.once('drain', resolve));
      // What the sockets hold is little; a sender that is not read soon has to wait for good.
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
  expect(JSON.parse(await answer)).toEqual({status: 0, data: {stored: chunks * 500}});
  expect(await count()).toBe(chunks * 500);
});
