import {once} from 'node:events';
import {type AddressInfo, connect} from 'node:net';
import {setImmediate} from 'node:timers/promises';
import {expect, onTestFinished, test} from 'vitest';
import {createApp} from '../src/http/app.ts';

const LENGTH = 20_000_000;

const asking = async (readerMs: number) => {
  const app = createApp({errors: 'http', tls: undefined, logger: undefined, log: undefined, readerMs});
  app.get('/large', async () => 'x'.repeat(LENGTH));
  await app.listen({host: '127.0.0.1', port: 0});
  onTestFinished(() => app.close());
  const closed = once(app.server, 'connection').then(([socket]) => once(socket, 'close'));
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const ask = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  return {socket, ask, closed};
};

test('who takes nothing of a large answer is cut off', async () => {
  const {socket, ask, closed} = await asking(50);
  socket.on('error', () => undefined).pause();
  ask('/large');
  await closed;
});

test('who takes it piece by piece gets all of it', async () => {
  const {socket, ask} = await asking(1000);
  ask('/large');
  let length = 0;
  for await (const chunk of socket) {
    length += chunk.length;
    if (length > LENGTH) break;
    await setImmediate();
  }
  expect(length).toBeGreaterThan(LENGTH);
});
