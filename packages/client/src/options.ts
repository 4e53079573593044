import type {Secret} from '@edge-console/schema';
import type {EdgeErrorCode} from './errors.ts';

/** A credential: an API token (header `API-Token`) or a session token (header `edge-token`). */
export interface Auth {
  readonly kind: 'api-token' | 'session';
  readonly token: Secret | string;
}

/** Milliseconds. `connect`: name look-up, TCP and TLS. `response`: request sent until headers. `total`: retries too. */
export interface Timeouts {
  readonly connect?: number;
  readonly response?: number;
  readonly total?: number;
}

/**
 * Whom to trust over https. `ca`: PEM text of the authorities trusted instead of the system's. `pinSha256`: SHA-256 of
 * the one leaf certificate to trust, hex with or without colons; it alone counts then, self-signed or not.
 * `insecure`: trust anything (a pin still counts). `NODE_TLS_REJECT_UNAUTHORIZED` is not consulted.
 */
export interface TlsOptions {
  readonly ca?: string | Buffer | readonly (string | Buffer)[];
  readonly pinSha256?: string;
  readonly insecure?: boolean;
}

/** One attempt of one call, told after it ended. Holds no credential and no body. */
export interface Exchange {
  /** Counts from 1 over all attempts of a client. */
  readonly id: number;
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** HTTP status, where an answer came. */
  readonly status?: number;
  readonly ms: number;
  /** When the attempt began. */
  readonly at: Date;
  /** Why the attempt failed; absent on success. */
  readonly error?: EdgeErrorCode;
  /** Counts from 1 within the call. */
  readonly attempt: number;
}

export interface ClientOptions {
  /** `{base_url}` of the contract; may carry a path prefix, no user, query or fragment. */
  readonly baseUrl: string | URL;
  /** `{console_url}` of the contract; defaults to `baseUrl` (field fact 7). */
  readonly consoleUrl?: string | URL;
  readonly auth?: Auth;
  /** API token of the console; defaults to the admin one (field fact 7). */
  readonly consoleToken?: Secret | string;
  readonly tls?: TlsOptions;
  /** Defaults: connect 10,000, response 30,000, total 60,000. */
  readonly timeouts?: Timeouts;
  /** Repeats of a GET after network, timeout, 408, 429 and 502 to 504; default 2. Other methods are never repeated. */
  readonly retries?: number;
  readonly userAgent?: string;
  /** Called after every attempt. What it throws is dropped. */
  readonly onExchange?: (exchange: Exchange) => void;
}

/** Options of one call; what is absent is taken from the client. */
export interface CallOptions {
  /** Aborts the call and its socket; the error has code `aborted`. */
  readonly signal?: AbortSignal;
  readonly timeouts?: Timeouts;
  readonly retries?: number;
}
