import type {Base} from '@edge-console/schema';
import {oneLine as withoutControls} from '@edge-console/schema/values';

/** Stable code of an {@link EdgeError}. */
export type EdgeErrorCode =
  /** No complete response: DNS, routing, refused or closed connection, proxy. */
  | 'network'
  /** One of {@link Timeouts} ran out, or the caller's signal aborted with a `TimeoutError`, as `AbortSignal.timeout` does. */
  | 'timeout'
  /** The caller's `AbortSignal` aborted for another reason, or the client was closed before the call. */
  | 'aborted'
  /** TLS failed, or the certificate is not trusted; see `certificate`. */
  | 'tls'
  /** An HTTP status other than 2xx that no other code covers. */
  | 'http'
  /** The gateway refused the call in its envelope (`status` other than 0) with an HTTP status below 500. */
  | 'envelope'
  /** HTTP 5xx, with or without an envelope. */
  | 'server'
  /** HTTP 401: no credential, or one that is not valid or no longer valid. */
  | 'unauthenticated'
  /** HTTP 403: a valid credential without the right to the call. */
  | 'forbidden'
  /** HTTP 404. */
  | 'not_found'
  /** HTTP 429. */
  | 'rate_limited'
  /** The response does not match the contract, or is larger than `maxResponseBytes`. */
  | 'invalid_response'
  /** An option or an input is invalid; nothing was sent. */
  | 'invalid_request';

/** Certificate presented by a gateway. Its texts are untrusted, on one line, at most 500 characters each. */
export interface CertificateFacts {
  readonly subject: string;
  readonly issuer: string;
  readonly validFrom: Date;
  readonly validTo: Date;
  /** The pinned SHA-256 that it does not have, in lower-case hex; absent without a pin. */
  readonly pinned256?: string;
  /** SHA-256 as upper-case hex pairs with colons. `tls.pinSha256` accepts this form. */
  readonly fingerprint256: string;
}

/** Fields of an {@link EdgeError}. */
export interface EdgeErrorDetails {
  readonly code: EdgeErrorCode;
  /** Site that was called; absent if the error was found before a call. */
  readonly base?: Base;
  /** HTTP method; empty if the error was found before a call. */
  readonly method: string;
  /**
   * Path and query as sent, with `[secret]` for sensitive parameters; the path of the contract if the one sent showed a
   * secret; empty if the error was found before a call.
   */
  readonly path: string;
  /** Attempt that failed, from 1; 0 if nothing was sent. */
  readonly attempt: number;
  /** True if the same call may succeed later. */
  readonly retryable: boolean;
  /** HTTP status, if a response was received. */
  readonly status?: number;
  /** `status` of the envelope. Values other than 0 are not standardised (docs/field-facts.md#1): do not switch on them. */
  readonly envelopeStatus?: number;
  /** `msg` of the envelope: untrusted text, at most 4,096 characters, redacted as a whole if it showed a secret. */
  readonly msg?: string;
  /**
   * `err` of the envelope: any JSON value, untrusted. Keys and texts that showed a secret are redacted; beyond 20 levels,
   * 1,000 values, 4,096 characters in a text and 16,384 in all it is cut.
   */
  readonly err?: unknown;
  /** Response header `x-request-id`; redacted if it showed a secret. */
  readonly requestId?: string;
  /** Response header `Retry-After` in milliseconds, uncapped; absent if it is malformed. */
  readonly retryAfter?: number;
  /** With code `tls`: the certificate presented, if it could be read. */
  readonly certificate?: CertificateFacts;
  /** The session has ended, by HTTP 401 or `renewOn`, and was not renewed: log in again. */
  readonly sessionEnded?: boolean;
}

/** Untrusted text on one line: control and format characters become spaces, and the end beyond `limit` becomes `…`. */
export const oneLine = (text: string, limit: number): string => {
  // A body may have millions of characters: those beyond four times the limit cannot be shown.
  const line = withoutControls(text.slice(0, 4 * limit).toWellFormed());
  return line.length > limit ? `${line.slice(0, limit - 1).toWellFormed()}…` : line;
};

const MAX_MESSAGE = 500;

const brand = Symbol.for('@edge-console/client/EdgeError');

/**
 * The only error class of this package. `message` says what failed, on which method and path, and what to do, in one line
 * of at most 500 characters without control and format characters. `cause` is never set.
 *
 * No field and no stack contains eight consecutive characters of a secret, in any case or as base64, also inside JSON,
 * percent, form or base64 encodings. Secrets are the tokens and passwords that the client holds or the call sends. One of
 * 4 to 7 characters is only found as a whole word, a shorter one only as a whole text.
 */
export class EdgeError extends Error implements EdgeErrorDetails {
  declare readonly code: EdgeErrorCode;
  declare readonly base?: Base;
  declare readonly method: string;
  declare readonly path: string;
  declare readonly attempt: number;
  declare readonly retryable: boolean;
  declare readonly status?: number;
  declare readonly envelopeStatus?: number;
  declare readonly msg?: string;
  declare readonly err?: unknown;
  declare readonly requestId?: string;
  declare readonly retryAfter?: number;
  declare readonly certificate?: CertificateFacts;
  declare readonly sessionEnded?: boolean;

  constructor(message: string, details: EdgeErrorDetails) {
    super(oneLine(message, MAX_MESSAGE));
    Object.assign(this, details);
    Object.defineProperty(this, 'name', {value: 'EdgeError', enumerable: false});
    Object.defineProperty(this, brand, {value: true, enumerable: false});
  }
}

/**
 * Type guard for {@link EdgeError}. Unlike `instanceof`, also recognises errors of another installed copy of this
 * package.
 *
 * @example
 * try {
 *   await client.apiTokens.get(7);
 * } catch (error) {
 *   if (!isEdgeError(error) || error.code !== 'not_found') throw error;
 * }
 */
export const isEdgeError = (value: unknown): value is EdgeError =>
  typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[brand] === true;

/** An error outside any call, such as an invalid option. */
export const errorOutsideCall = (code: EdgeErrorCode, message: string): EdgeError =>
  new EdgeError(message, {code, method: '', path: '', attempt: 0, retryable: false});

/** Whether a signal aborted for this reason is that of `AbortSignal.timeout`; also of another realm. */
export const isTimeLimit = (reason: unknown): boolean =>
  (reason as {name?: unknown} | undefined)?.name === 'TimeoutError';

/** An invalid option. `problem` completes "The option … is invalid: it …". */
export const invalidOption = (option: string, problem: string): EdgeError =>
  errorOutsideCall('invalid_request', `The option ${option} is invalid: it ${problem}.`);

/** A validated option that is a whole number. */
export const readWhole = (option: string, value: number, min: number): number => {
  if (!Number.isSafeInteger(value) || value < min)
    throw invalidOption(option, `must be a whole number, ${min} or more`);
  return value;
};
