import type {Secret} from '@edge-console/schema';
import type {EdgeError} from './errors.ts';
import type {Hooks} from './http/observer.ts';

export type Auth = TokenAuth | CredentialsAuth;

/** An API token (header `API-Token`) or a session token (header `edge-token`). */
export interface TokenAuth {
  readonly kind: 'api-token' | 'session';
  readonly token: Secret | string;
}

/**
 * The client logs in before a call that needs a session, if there is none or it ends within a minute. If the gateway
 * refuses the session, the client logs in once more and repeats the call. Concurrent calls share one login. After a
 * refused login, no login is tried for 10 seconds.
 */
export interface CredentialsAuth {
  readonly kind: 'credentials';
  readonly username: string;
  /** A function is called at each login, and its result is not stored. */
  readonly password: Secret | string | (() => Secret | string | Promise<Secret | string>);
  /** Sessions of 31 days instead of 8 hours. Default: false. */
  readonly remember?: boolean;
  /** A session that `onSession` received in an earlier run. */
  readonly session?: SavedSession;
}

export interface SavedSession {
  readonly token: Secret | string;
  /** If absent, the session is used until the gateway refuses it. */
  readonly endsAt?: Date;
}

export interface Session {
  readonly token: Secret;
  readonly userId: number;
  readonly username: string;
  readonly role?: string;
  /** `login_2fa` of the login response; empty if no second factor is required. */
  readonly twoFactor: Readonly<Record<string, unknown>>;
  /** By the clock of this machine. */
  readonly startedAt: Date;
  /** `startedAt` plus 8 hours, or 31 days with `remember` (docs/contract.md#states-and-transitions). */
  readonly endsAt: Date;
  /**
   * Field `msg` of the login response. It is untrusted, has at most 4,096 characters, and is redacted if it contains
   * the password or token.
   */
  readonly msg?: string;
}

/** Milliseconds, more than 0. Limits above 2,147,483,647 (24 days) are reduced to that value. */
export interface Timeouts {
  /** Time limit for opening a connection: DNS, TCP, proxy and TLS. Default: 10,000 ms. */
  readonly connect?: number;
  /** Time limit from the end of the request to the response headers. Default: 30,000 ms. */
  readonly response?: number;
  /** Time limit for the whole call, including retries and any login that the call waits for. Default: 60,000 ms. */
  readonly total?: number;
}

/** The variable `NODE_TLS_REJECT_UNAUTHORIZED` is ignored. */
export interface TlsOptions {
  /** PEM text of the certificate authorities to trust, instead of those of the system. */
  readonly ca?: string | Buffer | readonly (string | Buffer)[];
  /**
   * SHA-256 of the only leaf certificate to trust, as 64 hex digits with or without colons. Overrides `ca` and
   * `insecure`; the certificate may be self-signed, expired or issued for another name.
   */
  readonly pinSha256?: string;
  /** Whether to trust any certificate; default false. */
  readonly insecure?: boolean;
  /** PEM text of a client certificate. Requires `key`. */
  readonly cert?: string | Buffer;
  /** PEM text of the private key of `cert`. */
  readonly key?: string | Buffer;
  readonly passphrase?: Secret | string;
}

export interface ClientOptions extends Hooks {
  /** `{base_url}` of the contract: http or https, with an optional path prefix, without user, query and fragment. */
  readonly baseUrl: string | URL;
  /**
   * URL of the console, the system with the agents and their applications: `{console_url}` of the contract
   * (docs/field-facts.md#7). Default: `baseUrl`.
   */
  readonly consoleUrl?: string | URL;
  /** If absent, calls are sent without a credential until `session.login` succeeds. */
  readonly auth?: Auth;
  /** API token for calls to `consoleUrl` (docs/field-facts.md#7). Default: the API token of `auth`. */
  readonly consoleToken?: Secret | string;
  readonly tls?: TlsOptions;
  /**
   * URL of an HTTP proxy, with user and password if required; `false` disables proxies. Default: `HTTPS_PROXY`,
   * `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`, except for loopback addresses. The certificate of an https proxy is
   * verified with the system's authorities.
   */
  readonly proxy?: string | URL | false;
  readonly timeouts?: Timeouts;
  /**
   * Retries of a GET after a network error, a timeout, or HTTP 408, 429, 502, 503 and 504. For other methods, see
   * {@link CallOptions.repeat}. Default: 2.
   */
  readonly retries?: number;
  /**
   * Maximum size of a response after decompression, in bytes. A call with a larger response rejects with
   * `invalid_response`. Default: 67,108,864.
   */
  readonly maxResponseBytes?: number;
  /**
   * Maximum number of sockets, and so of concurrent requests, per host. A wait for a free socket counts towards
   * `timeouts.total`. Default: 16.
   */
  readonly maxSockets?: number;
  /**
   * Whether an error with code `envelope` or `forbidden` means that the session has ended, as HTTP 401 always does
   * (docs/field-facts.md#24). If `auth` has username and password, the client then logs in and repeats the call once,
   * also a POST, because a refused call was not executed. Default: `isEndedSession`.
   */
  readonly renewOn?: (error: EdgeError) => boolean;
  /**
   * Whether all calls except GET, login and logout reject with `read_only` before anything is sent. A function returns
   * the reason for the error message, or undefined to permit a call. Default: false.
   */
  readonly readOnly?: boolean | (() => string | undefined);
  /** @default 'edge-console-client' */
  readonly userAgent?: string;
  /** Called with each new session, and with `undefined` when `logout` or `setAuth` ends it. */
  readonly onSession?: (session: Session | undefined) => void;
}

/** Options of one call override those of the client. */
export interface CallOptions {
  /** Aborts the call, which rejects with `aborted`, or with `timeout` for an `AbortSignal.timeout`. */
  readonly signal?: AbortSignal;
  readonly timeouts?: Timeouts;
  readonly retries?: number;
  /**
   * Calls that are retried: `reads` is GET, `idempotent` is GET, update and delete. If the response to a delete was
   * lost, its retry rejects with `not_found`. Default: `reads`.
   */
  readonly repeat?: 'reads' | 'idempotent';
  /**
   * Query parameters that the contract does not define for the operation. Errors and {@link Hooks} show values of
   * sensitive parameters, such as `access_token`, as `[secret]`.
   */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /**
   * Request headers, except those of the credential, the body and the connection. Values of sensitive headers, such as
   * `Authorization` or `Cookie`, are hidden from {@link Hooks} and redacted in errors.
   */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}
