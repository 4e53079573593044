import type {Socket} from 'node:net';
import {SECURITY_HEADERS} from './security-headers.ts';

/**
 * HTTP status of failures: `http` sends the failure's own status, `envelope` always sends 200, as some gateways do
 * (docs/field-facts.md#1). The body is the same.
 */
export type ErrorStyle = 'http' | 'envelope';

/** A failure reported to the caller. The message is one sentence and must not contain a secret. */
export class Failure extends Error {
  readonly httpStatus: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(httpStatus: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'Failure';
    this.httpStatus = httpStatus;
    this.headers = headers;
  }
}

interface FailureResponse {
  readonly code: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The response for a failure. The envelope's `status` is the failure's HTTP status in both styles. */
export const failureResponse = ({httpStatus, message, headers}: Failure, style: ErrorStyle): FailureResponse => ({
  code: style === 'http' ? httpStatus : 200,
  headers: {...SECURITY_HEADERS, ...headers, 'content-type': 'application/json; charset=utf-8'},
  body: JSON.stringify({status: httpStatus, msg: message}),
});

/** Answers what Node's parser rejects. There is no request object, so the response is written to the socket. */
export const refuseSocket = (socket: Socket, errorCode: string | undefined, errors: ErrorStyle): void => {
  if (!socket.writable || errorCode === 'ECONNRESET') return void socket.destroy();
  const {code, headers, body} = failureResponse(parserFailure(errorCode), errors);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = Buffer.byteLength(body);
  socket.end(
    `HTTP/1.1 ${code} Refused\r\n${lines.join('')}content-length: ${length}\r\nconnection: close\r\n\r\n${body}`,
  );
};

const parserFailure = (errorCode: string | undefined): Failure => {
  switch (errorCode) {
    case 'HPE_HEADER_OVERFLOW':
      return new Failure(431, 'the URL and headers are too long; 16 KiB is the limit');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Failure(408, 'the request did not arrive in time');
    default:
      return new Failure(400, 'the request is not valid HTTP');
  }
};
