import {SECURITY_HEADERS} from './security-headers.ts';

/**
 * How failures travel: `http` gives each its HTTP status, `envelope` sends HTTP 200 and leaves the failure to the
 * body, as real gateways may do (field fact 1). The body is the same.
 */
export type ErrorStyle = 'http' | 'envelope';

/** A failure that the caller is told about: an HTTP status and one sentence, which must not hold a secret. */
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

export interface FailureAnswer {
  readonly code: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A failure as it is sent. The envelope's `status` repeats the HTTP status that the failure has by nature. */
export const answerOf = ({httpStatus, message, headers}: Failure, style: ErrorStyle): FailureAnswer => ({
  code: style === 'http' ? httpStatus : 200,
  headers: {...SECURITY_HEADERS, ...headers, 'content-type': 'application/json; charset=utf-8'},
  body: JSON.stringify({status: httpStatus, msg: message}),
});
