import {once} from 'node:events';
import type {AddressInfo} from 'node:net';
import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';
import {expect, onTestFinished, test} from 'vitest';
import {createApp} from '../src/http/app.ts';
import {memoryStore} from '../src/index.ts';
import type {CredentialKey} from '../src/store/store.ts';
import {exchange, expectFailure, send, statusesOf} from './raw.ts';
import {ANN_TOKEN, start} from './support.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const listen = async (bodyLimit: number) => {
  const app = createApp({errors: 'http', tls: undefined, logger: undefined, log: undefined});
  app.post('/body', {bodyLimit}, async request => String(request.body));
  let received = 0;
  app.addHook('preParsing', ({raw}, _reply, _payload, done) => {
    raw.on('data', (chunk: Buffer) => {
      received += chunk.length;
    });
    done();
  });
  await app.listen({host: '127.0.0.1', port: 0});
  onTestFinished(() => app.close());
  return {url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, received: () => received};
};

const HEAD = 'POST /body HTTP/1.1\nHost: x\nConnection: close\nTransfer-Encoding: chunked\n\n';
const CHUNKS = 16_000;

test('a body that arrives byte by byte takes the memory of its bytes, not of its chunks', async () => {
  const server = await listen(CHUNKS);
  await exchange(server, `${HEAD}1\n{\n0\n\n`);
  const heap = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const [before, receivedBefore] = [heap(), server.received()];
  const sockets = Array.from({length: 40}, () => send(server, HEAD + '1\n \n'.repeat(CHUNKS)));
  await expect.poll(() => server.received() - receivedBefore, {timeout: 60_000}).toBe(sockets.length * CHUNKS);
  // 640,000 chunks; each would take 100 bytes or more.
  expect(heap() - before).toBeLessThan(30_000_000);
  const closed = sockets.map(socket => once(socket, 'close'));
  for (const socket of sockets) socket.resume().destroy();
  await Promise.all(closed);
});

test.each([1, 2, 3, 7, 1000])('a body in chunks of %d bytes is read whole', async size => {
  const server = await listen(10_000);
  const body = Buffer.from('東京 é {"a":1}\n'.repeat(150));
  let chunks = '';
  for (let at = 0; at < body.length; at += size) {
    const chunk = body.subarray(at, at + size);
    chunks += `${chunk.length.toString(16)}\r\n${chunk.toString('latin1')}\r\n`;
  }
  const socket = send(server, HEAD);
  socket.end(Buffer.from(`${chunks}0\r\n\r\n`, 'latin1'));
  const parts: Buffer[] = [];
  for await (const part of socket) parts.push(part as Buffer);
  const answer = Buffer.concat(parts).toString();
  expect(statusesOf(answer)).toEqual([200]);
  expect(answer.endsWith(`\r\n\r\n${body}`)).toBe(true);
});

test.each([
  [10, 200],
  [11, 413],
])('of a limit of 10 bytes, a body of %d single bytes gets %d', async (length, status) => {
  const server = await listen(10);
  const answer = await exchange(server, `${HEAD}${'1\nx\n'.repeat(length)}0\n\n`);
  expect(statusesOf(answer)).toEqual([status]);
  if (status === 413) expect(expectFailure(answer, 413)).toBe('the body is too large; 10 bytes is the limit');
});

test('a request whose client is gone before its body is read is not active for ever', async () => {
  const inner = memoryStore();
  const gate = Promise.withResolvers<void>();
  const findOwner = async (key: CredentialKey) => {
    await gate.promise;
    return inner.credentials.findOwner(key);
  };
  const {server} = await start({store: {...inner, credentials: {findOwner}}});
  const active = () => server.requests({state: 'active'}).length;
  const head = `POST /admin-api/api_token HTTP/1.1\nHost: x\nAPI-Token: ${ANN_TOKEN}\nContent-Length: 20\n\n{`;
  const socket = send(server, head);
  await expect.poll(active).toBe(1);
  socket.resetAndDestroy();
  // Answered later on another connection, so the server knows that the first is gone.
  await exchange(server, 'GET /healthz HTTP/1.1\nHost: x\nConnection: close\n\n');
  gate.resolve();
  await expect.poll(active).toBe(0);
});
