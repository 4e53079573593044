import type {Base} from '@edge-console/schema';
import {oneLine as withoutControls} from '@edge-console/schema/values';

export type EdgeErrorCode =
  /** No complete response was received. */
  | 'network'
  /** One of the {@link Timeouts} or an `AbortSignal.timeout` expired. */
  | 'timeout'
  /** The `signal` of the call aborted, except by a timeout, or the client was closed before the call. */
  | 'aborted'
  /** TLS failed, or the certificate is not trusted. */
  | 'tls'
  /** An HTTP status other than 2xx that no other code covers. */
  | 'http'
  /** `status` of the response envelope is not 0, and no other code covers the HTTP status. */
  | 'envelope'
  /** HTTP 5xx. */
  | 'server'
  /** HTTP 401: the credential is missing, invalid or expired. */
  | 'unauthenticated'
  /** HTTP 403: the credential is valid, but does not permit the call. */
  | 'forbidden'
  /** HTTP 404. */
  | 'not_found'
  /** HTTP 429. */
  | 'rate_limited'
  /** The response does not match the contract, or is larger than `maxResponseBytes`. */
  | 'invalid_response'
  /** An option or an input is invalid; nothing was sent. */
  | 'invalid_request'
  /** {@link ClientOptions.readOnly} refuses the call; nothing was sent. */
  | 'read_only';

/** `subject` and `issuer` are untrusted: one line, at most 500 characters each. */
export interface CertificateFacts {
  readonly subject: string;
  readonly issuer: string;
  readonly validFrom: Date;
  readonly validTo: Date;
  /** `tls.pinSha256` in lower-case hex. Set only if the certificate does not match it. */
  readonly pinned256?: string;
  /** Upper-case hex pairs with colons, which `tls.pinSha256` accepts. */
  readonly fingerprint256: string;
}

export interface EdgeErrorDetails {
  readonly code: EdgeErrorCode;
  /** Absent if the error occurred before a call. */
  readonly base?: Base;
  /** Empty if the error occurred before a call. */
  readonly method: string;
  /**
   * Path and query as sent, with `[secret]` as the value of each sensitive parameter. If this text contains a secret
   * elsewhere, the path of the operation with placeholders, such as `/admin-api/api_token/{api_token_id}`. Empty if the
   * error occurred before a call.
   */
  readonly path: string;
  /** From 1; 0 if nothing was sent. */
  readonly attempt: number;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  /** HTTP status, if a response was received. */
  readonly status?: number;
  /** `status` of the envelope. Values other than 0 are not standardised (docs/field-facts.md#1). */
  readonly envelopeStatus?: number;
  /** `msg` of the envelope: untrusted, at most 4,096 characters, redacted as a whole if it contains a secret. */
  readonly msg?: string;
  /** `err` of the envelope: any JSON value, untrusted, redacted, cut to 20 levels, 1,000 values and 16,384 characters. */
  readonly err?: unknown;
  /** Response header `x-request-id`. */
  readonly requestId?: string;
  /** Response header `Retry-After` in milliseconds, without an upper limit. */
  readonly retryAfter?: number;
  /** With code `tls`: the certificate of the gateway, if it could be read. */
  readonly certificate?: CertificateFacts;
  /** Whether the session has ended (HTTP 401 or `renewOn`), so that a new login is needed. */
  readonly sessionEnded?: boolean;
  /** Whether the gateway may have executed the call. Read the data before you repeat a create. */
  readonly outcomeUnknown?: boolean;
}

/** Control and format characters become spaces. */
export const oneLine = (text: string, limit: number): string => {
  // `text` may have millions of characters, so control characters are replaced only in the start of `text`.
  const line = withoutControls(text.slice(0, 4 * limit).toWellFormed());
  return line.length > limit ? `${line.slice(0, limit - 1).toWellFormed()}…` : line;
};

const MAX_MESSAGE = 500;

const brand = Symbol.for('@edge-console/client/EdgeError');

/**
 * The only error class of this package. `message` is one line of at most 500 characters, without control and format
 * characters. `cause` is never set.
 *
 * If a text in a field or in the stack contains a token or password that the client holds or the call sends, in plain
 * text or encoded, the text is redacted. A text contains a secret if it has eight consecutive characters of the secret.
 * A secret of 4 to 7 characters must be a whole word of the text, and a shorter secret must be the whole text.
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
  declare readonly outcomeUnknown?: boolean;

  constructor(message: string, details: EdgeErrorDetails) {
    super(oneLine(message, MAX_MESSAGE));
    Object.assign(this, details);
    Object.defineProperty(this, 'name', {value: 'EdgeError', enumerable: false});
    Object.defineProperty(this, brand, {value: true, enumerable: false});
  }
}

/**
 * Whether a value is an {@link EdgeError}. Unlike `instanceof`, also recognises errors of another installed copy of
 * this package.
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

export const errorOutsideCall = (code: EdgeErrorCode, message: string): EdgeError =>
  new EdgeError(message, {code, method: '', path: '', attempt: 0, retryable: false});

/** Whether an abort reason is a timeout. Compares the name, since the error may come from another `vm` context. */
export const isTimeLimit = (reason: unknown): boolean =>
  (reason as {name?: unknown} | undefined)?.name === 'TimeoutError';

/** Returns the error for an invalid option. `problem` completes the sentence "The option … is invalid: it …". */
export const invalidOption = (option: string, problem: string): EdgeError =>
  errorOutsideCall('invalid_request', `The option ${option} is invalid: it ${problem}.`);

/** `min` and `max` are inclusive. */
export const readWhole = (
  option: string,
  value: number,
  {min, max}: {readonly min: number; readonly max?: number},
): number => {
  if (Number.isSafeInteger(value) && value >= min && value <= (max ?? value)) return value;
  const range = max === undefined ? `, ${min} or more` : ` from ${min} to ${max}`;
  throw invalidOption(option, `must be a whole number${range}`);
};
