import {STATUS_CODES} from 'node:http';

/**
 * Says which HTTP status failure responses have. `http`: the status of the failure, such as 404. `envelope`: always
 * 200, as with some gateways (docs/field-facts.md#1). The body is the same in both cases.
 */
export type ErrorStyle = 'http' | 'envelope';

/**
 * Security headers of all responses. They are the headers that the library Helmet sets. Some values are stricter than
 * in Helmet, because responses load no resources and are never shown in a frame.
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
  // Responses may contain tokens and sessions, which must not be cached.
  'cache-control': 'no-store',
  // There is no Strict-Transport-Security, because with it users could not accept a self-signed certificate
  // (docs/field-facts.md#14).
};

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

// Maximum length of a message in characters. Messages may quote text of the request, which can be long.
const MAX_MESSAGE = 1000;

const bounded = (message: string): string =>
  message.length <= MAX_MESSAGE ? message : `${message.slice(0, MAX_MESSAGE - 1).toWellFormed()}…`;

/** Returns the response for a failure. In both styles, `status` in the body is the HTTP status of the failure. */
export const failureResponse = ({httpStatus, message, headers}: Failure, style: ErrorStyle) => ({
  code: style === 'http' ? httpStatus : 200,
  headers: {...SECURITY_HEADERS, ...headers, 'content-type': 'application/json; charset=utf-8'},
  body: JSON.stringify({status: httpStatus, msg: bounded(message)}),
});

/** Returns the text of a whole HTTP response, to write to the socket if the request could not be parsed. */
export const failureText = (failure: Failure, style: ErrorStyle): string => {
  const {code, headers, body} = failureResponse(failure, style);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = Buffer.byteLength(body);
  return `HTTP/1.1 ${code} ${STATUS_CODES[code]}\r\n${lines.join('')}content-length: ${length}\r\n\r\n${body}`;
};
