import {once} from 'node:events';
import {type AddressInfo, connect, type Socket} from 'node:net';
import {text} from 'node:stream/consumers';
import {setImmediate} from 'node:timers/promises';
import {failureSent} from '@edge-console/schema/openapi';
import {describe, expect, onTestFinished, test} from 'vitest';
import {createApp} from '../src/http/app.ts';
import {Failure} from '../src/http/responses/failure.ts';

const LARGE = 20_000_000;

/** Starts an app with these time limits and routes for each case. */
const listen = async (limits: {bodyMs?: number; readMs?: number}) => {
  const app = createApp({errors: 'http', tls: undefined, logger: undefined, log: undefined, ...limits});
  app.post('/body', async request => ({got: request.body}));
  app.get('/body', async () => ({got: 'nothing'}));
  const refuse = async () => {
    throw new Failure(403, 'no');
  };
  app.post('/refused', {config: {internal: true}, onRequest: refuse}, refuse);
  app.post('/internal', {config: {internal: true}}, async request => ({got: request.body}));
  app.get('/large', async () => 'x'.repeat(LARGE));
  await app.listen({host: '127.0.0.1', port: 0});
  onTestFinished(() => app.close());
  const {port} = app.server.address() as AddressInfo;
  const send = (request: string): Socket => {
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write(request.replaceAll('\n', '\r\n'));
    return socket;
  };
  return {app, send};
};

const LENGTH = 'Host: x\nContent-Length: 20\n\n{';

describe('a body that does not arrive', () => {
  test.each([
    ['with Content-Length', `POST /body HTTP/1.1\n${LENGTH}`],
    ['in chunks', 'POST /body HTTP/1.1\nHost: x\nTransfer-Encoding: chunked\n\n1\n{\n'],
  ])('gets 408 and closes the connection: %s', async (_name, request) => {
    const {send} = await listen({bodyMs: 20});
    const [head = '', body = ''] = (await text(send(request))).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 408 /);
    expect(head).toMatch(/^connection: close$/m);
    expect(failureSent.parse(JSON.parse(body)).msg).toBe('the body did not arrive in time');
  });

  test.each([
    ['200', 'GET /body'],
    ['404', 'POST /nothing'],
    ['404', 'PROPFIND /nothing'],
    ['405', 'PUT /admin-api/user/login'],
    ['414', `POST /${'a'.repeat(9000)}`],
    ['403', 'POST /refused'],
  ])('closes the connection after a response sent without reading it: %s', async (code, line) => {
    const {send} = await listen({bodyMs: 20});
    const answer = await text(send(`${line} HTTP/1.1\n${LENGTH}`));
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${code}`]);
  });

  test('has no deadline on an internal route', async () => {
    const {send} = await listen({bodyMs: 1});
    const socket = send(`POST /internal HTTP/1.1\n${LENGTH}`);
    // Sent later, so its 408 shows that the deadline of the first has passed.
    expect(await text(send(`POST /body HTTP/1.1\n${LENGTH}`))).toContain('408');
    socket.write(' '.repeat(18));
    socket.write('}');
    expect(String(await once(socket, 'data'))).toContain(`{"got":"{${' '.repeat(18)}}"}`);
  });
});

test('a complete body clears its deadline', async () => {
  const {send} = await listen({bodyMs: 20});
  const socket = send('POST /body HTTP/1.1\nHost: x\nContent-Length: 2\n\n{}');
  expect(String(await once(socket, 'data'))).toContain('{"got":"{}"}');
  // Sent later, so its 408 shows that the deadline of the first has passed.
  expect(await text(send(`POST /body HTTP/1.1\n${LENGTH}`))).toContain('408');
  socket.write('GET /body HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(String(await once(socket, 'data'))).toContain('nothing');
});

describe('a large response', () => {
  const GET = 'GET /large HTTP/1.1\nHost: x\n\n';

  test('is cut off if the client reads nothing', async () => {
    const {app, send} = await listen({readMs: 50});
    const closed = once(app.server, 'connection').then(([socket]) => once(socket, 'close'));
    send(GET)
      .on('error', () => undefined)
      .pause();
    await closed;
  });

  test('is sent completely to a client that reads slowly', async () => {
    const {send} = await listen({readMs: 5000});
    let length = 0;
    for await (const chunk of send(GET)) {
      length += chunk.length;
      if (length > LARGE) break;
      await setImmediate();
    }
    expect(length).toBeGreaterThan(LARGE);
  });
});
