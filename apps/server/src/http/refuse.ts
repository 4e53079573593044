import type {Socket} from 'node:net';
import {answerOf, type ErrorStyle, Failure} from './failure.ts';

/** Answers what Node's parser refuses: it never becomes a request, so that the answer is written by hand. */
export const refuse = (socket: Socket, cause: string | undefined, errors: ErrorStyle): void => {
  if (!socket.writable || cause === 'ECONNRESET') return void socket.destroy();
  const {code, headers, body} = answerOf(refusal(cause), errors);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = Buffer.byteLength(body);
  socket.end(
    `HTTP/1.1 ${code} Refused\r\n${lines.join('')}content-length: ${length}\r\nconnection: close\r\n\r\n${body}`,
  );
};

const refusal = (cause: string | undefined): Failure => {
  if (cause === 'HPE_HEADER_OVERFLOW') return new Failure(431, 'the URL and headers are too long; 16 KiB is the limit');
  if (cause === 'ERR_HTTP_REQUEST_TIMEOUT') return new Failure(408, 'the request did not arrive in time');
  return new Failure(400, 'the request is not valid HTTP');
};
