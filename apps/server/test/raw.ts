import {once} from 'node:events';
import {connect, type Socket} from 'node:net';
import {text} from 'node:stream/consumers';
import {failureSent} from '@edge-console/schema/openapi';
import {expect, onTestFinished} from 'vitest';

/** Opens a connection and sends `lines`, with CRLF for each line feed. Closes the connection after the test. */
export const send = ({url}: {readonly url: string}, lines: string): Socket => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  socket.write(lines.replaceAll('\n', '\r\n'));
  return socket;
};

/** Sends `lines`. Resolves with all text received until the server closes the connection. */
export const exchange = (server: {readonly url: string}, lines: string): Promise<string> => text(send(server, lines));

/** Reads until the received text matches `pattern`. Rejects if the connection ends before. */
export const readUntil = async (socket: Socket, pattern: RegExp): Promise<string> => {
  let received = '';
  const ended = once(socket, 'close').then(() => {
    throw new Error(`closed after ${JSON.stringify(received)}`);
  });
  ended.catch(() => undefined);
  while (!pattern.test(received)) received += String((await Promise.race([once(socket, 'data'), ended]))[0]);
  return received;
};

export const statusesOf = (response: string): readonly number[] =>
  [...response.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));

/** Expects that the text is one response with the envelope of a failure. Returns `msg` of the envelope. */
export const expectFailure = (response: string, status: number, httpStatus: number = status): string => {
  const [head = '', body = ''] = response.split('\r\n\r\n');
  expect(statusesOf(response)).toEqual([httpStatus]);
  expect(head).toMatch(/^content-type: application\/json; charset=utf-8$/im);
  const failure = failureSent.parse(JSON.parse(body));
  expect(failure.status).toBe(status);
  return String(failure.msg);
};
