import {STATUS_CODES} from 'node:http';

/** `http`: a failure has its own HTTP status, such as 404. `envelope`: always 200 (docs/field-facts.md#1). */
export type ErrorStyle = 'http' | 'envelope';

/**
 * The headers of the library Helmet, some stricter, because responses load no resources and are never shown in a frame.
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
  // Responses may contain tokens and sessions.
  'cache-control': 'no-store',
  // HSTS is not enabled, because it forbids exceptions for self-signed certificates (docs/field-facts.md#14).
};

/** The message is one sentence and must not contain a secret. */
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

// Messages may quote text of the request.
const MAX_MESSAGE = 1000;

const bounded = (message: string): string =>
  message.length <= MAX_MESSAGE ? message : `${message.slice(0, MAX_MESSAGE - 1).toWellFormed()}…`;

/** In both styles, `status` in the body is the HTTP status of the failure. */
export const failureResponse = ({httpStatus, message, headers}: Failure, style: ErrorStyle) => ({
  code: style === 'http' ? httpStatus : 200,
  headers: {...SECURITY_HEADERS, ...headers, 'content-type': 'application/json; charset=utf-8'},
  body: JSON.stringify({status: httpStatus, msg: bounded(message)}),
});

/** The text of a whole HTTP response, for a request that could not be parsed. */
export const failureText = (failure: Failure, style: ErrorStyle): string => {
  const {code, headers, body} = failureResponse(failure, style);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = Buffer.byteLength(body);
  return `HTTP/1.1 ${code} ${STATUS_CODES[code]}\r\n${lines.join('')}content-length: ${length}\r\n\r\n${body}`;
};
