import type {Base} from '@edge-console/schema';

/** What went wrong, as a stable word to switch on. */
export type EdgeErrorCode =
  | 'network'
  | 'timeout'
  | 'aborted'
  | 'tls'
  | 'http'
  | 'envelope'
  | 'unauthenticated'
  | 'not_found'
  | 'rate_limited'
  | 'invalid_response'
  | 'invalid_request';

/** The certificate that a gateway presented, for a person to judge. Its texts are the gateway's: untrusted. */
export interface CertificateFacts {
  readonly subject: string;
  readonly issuer: string;
  readonly validFrom: Date;
  readonly validTo: Date;
  /** SHA-256 of the certificate as upper-case hex pairs with colons: the form that `tls.pinSha256` takes. */
  readonly fingerprint256: string;
}

export interface EdgeErrorDetails {
  readonly code: EdgeErrorCode;
  /** The site that was asked; absent when no call was made yet. */
  readonly base?: Base;
  /** Empty when no call was made yet (options of `createClient`). */
  readonly method: string;
  /** Path and query as sent; empty when no call was made yet. */
  readonly path: string;
  /** Counts from 1; 0 when nothing was sent. */
  readonly attempt: number;
  /** Whether the same call may work later without a change. */
  readonly retryable: boolean;
  /** HTTP status, where an answer came. */
  readonly status?: number;
  /** `status` of the envelope. Values other than 0 are not standardised (field fact 1): show, never switch. */
  readonly envelopeStatus?: number;
  /** `msg` of the envelope as received: untrusted text of any length. */
  readonly msg?: string;
  /** `err` of the envelope as received: any JSON. */
  readonly err?: unknown;
  /** `x-request-id` of the answer. */
  readonly requestId?: string;
  /** What Retry-After asks for, in milliseconds, uncapped. */
  readonly retryAfter?: number;
  /** On `tls`: what the gateway presented, where readable. */
  readonly certificate?: CertificateFacts;
}

const brand = Symbol.for('@edge-console/client/EdgeError');

/**
 * The one error of this package. `message` is a sentence saying what failed, on which method and path, and what to
 * do. Neither it nor any field, stack or cause holds a credential; there is never a `cause`.
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

  constructor(message: string, details: EdgeErrorDetails) {
    super(message);
    Object.assign(this, details);
    Object.defineProperty(this, 'name', {value: 'EdgeError', enumerable: false});
    Object.defineProperty(this, brand, {value: true, enumerable: false});
  }
}

/** Tells an EdgeError, also one thrown by another installed copy of this package. */
export const isEdgeError = (value: unknown): value is EdgeError =>
  typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[brand] === true;

/** An error outside any call, such as a closed window. */
export const errorOutsideCall = (code: EdgeErrorCode, message: string): EdgeError =>
  new EdgeError(message, {code, method: '', path: '', attempt: 0, retryable: false});

/** An invalid option, by name; `problem` completes "The option cannot be used: it …". */
export const invalidOption = (option: string, problem: string): EdgeError =>
  errorOutsideCall('invalid_request', `The option ${option} cannot be used: it ${problem}.`);
