import {once} from 'node:events';
import {type AddressInfo, connect, type Socket} from 'node:net';
import {text} from 'node:stream/consumers';
import {failureSent} from '@edge-console/schema';
import {describe, expect, onTestFinished, test} from 'vitest';
import {createApp} from '../src/http/app.ts';
import {Failure} from '../src/http/failure.ts';

/** A server that gives bodies this time, with a route for each way to treat one. */
const listening = async (bodyMs: number) => {
  const app = createApp({errors: 'http', tls: undefined, logger: undefined, log: undefined, bodyMs});
  app.post('/body', async request => ({got: request.body}));
  app.get('/body', async () => ({got: 'nothing'}));
  const refuse = async () => {
    throw new Failure(403, 'no');
  };
  app.post('/refused', {config: {internal: true}, onRequest: refuse}, refuse);
  app.post('/internal', {config: {internal: true}}, async request => ({got: request.body}));
  await app.listen({host: '127.0.0.1', port: 0});
  onTestFinished(() => app.close());
  const {port} = app.server.address() as AddressInfo;
  return (request: string): Socket => {
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write(request.replaceAll('\n', '\r\n'));
    return socket;
  };
};

const LENGTH = 'Host: x\nContent-Length: 20\n\n{';

describe('a body that does not come', () => {
  test.each([
    ['by its length', `POST /body HTTP/1.1\n${LENGTH}`],
    ['in chunks', 'POST /body HTTP/1.1\nHost: x\nTransfer-Encoding: chunked\n\n1\n{\n'],
    ['to a path that is not there', `POST /nothing HTTP/1.1\n${LENGTH}`],
    ['to a method that is not there', `PUT /admin-api/user/login HTTP/1.1\n${LENGTH}`],
  ])('is refused with 408 and the connection ends: %s', async (_name, request) => {
    const send = await listening(20);
    const [head = '', body = ''] = (await text(send(request))).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 408 /);
    expect(head).toMatch(/^connection: close$/m);
    expect(failureSent.parse(JSON.parse(body)).msg).toBe('the body did not arrive in time');
  });

  test.each([
    ['200', 'GET /body'],
    ['404', 'PROPFIND /nothing'],
    ['414', `POST /${'a'.repeat(9000)}`],
    ['403', 'POST /refused'],
  ])('ends the connection where its request was answered without it: %s', async (code, line) => {
    const send = await listening(20);
    const answer = await text(send(`${line} HTTP/1.1\n${LENGTH}`));
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${code}`]);
  });

  test('may take its time where it is about the server itself', async () => {
    const send = await listening(1);
    const socket = send(`POST /internal HTTP/1.1\n${LENGTH}`);
    // Refused after it, with the same patience.
    expect(await text(send(`POST /body HTTP/1.1\n${LENGTH}`))).toContain('408');
    socket.write(' '.repeat(18));
    socket.write('}');
    expect(String(await once(socket, 'data'))).toContain(`{"got":"{${' '.repeat(18)}}"}`);
  });
});

test('a body that came in time leaves the connection as it is', async () => {
  const send = await listening(20);
  const socket = send('POST /body HTTP/1.1\nHost: x\nContent-Length: 2\n\n{}');
  expect(String(await once(socket, 'data'))).toContain('{"got":"{}"}');
  // Refused later than the first one would be.
  expect(await text(send(`POST /body HTTP/1.1\n${LENGTH}`))).toContain('408');
  socket.write('GET /body HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(String(await once(socket, 'data'))).toContain('nothing');
});
