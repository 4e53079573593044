import type {Secret} from '@edge-console/schema';
import type {EdgeError} from './errors.ts';
import type {Hooks} from './http/observer.ts';

/** How a client authenticates: with an existing token, or with username and password. */
export type Auth = TokenAuth | CredentialsAuth;

/** An existing token: an API token (header `API-Token`) or a session token (header `edge-token`). */
export interface TokenAuth {
  readonly kind: 'api-token' | 'session';
  readonly token: Secret | string;
}

/**
 * Username and password. The client logs in before the first call that needs a session, and again before a call if the
 * session has ended or ends within a minute. If the gateway refuses the session (HTTP 401, or
 * {@link ClientOptions.renewOn} returns true), the client logs in once more and repeats the call. Concurrent calls
 * share one login. After a refused login, no login is tried for 10 seconds.
 */
export interface CredentialsAuth {
  readonly kind: 'credentials';
  readonly username: string;
  /** If this is a function, the client calls it at each login and keeps no copy of the result. */
  readonly password: Secret | string | (() => Secret | string | Promise<Secret | string>);
  /**
   * Requests sessions of 31 days instead of 8 hours.
   *
   * @default false
   */
  readonly remember?: boolean;
  /** A session that `onSession` received in an earlier run. Using it avoids the first login. */
  readonly session?: SavedSession;
}

/** A session of an earlier login. */
export interface SavedSession {
  readonly token: Secret | string;
  /** End of the session. If absent, the session is used until the gateway refuses it. */
  readonly endsAt?: Date;
}

/** A session opened by login. */
export interface Session {
  readonly token: Secret;
  readonly userId: number;
  readonly username: string;
  readonly role?: string;
  /** `login_2fa` of the login response, as a map; empty if no second factor is required. */
  readonly twoFactor: Readonly<Record<string, unknown>>;
  /** Time of the login by the clock of this machine. */
  readonly startedAt: Date;
  /** `startedAt` plus 8 hours, or 31 days with `remember` (docs/contract.md#states-and-transitions). */
  readonly endsAt: Date;
  /** `msg` of the login: untrusted, at most 4,096 characters, redacted if it contains the password or token. */
  readonly msg?: string;
}

/** Time limits in milliseconds, each more than 0. Limits above 2,147,483,647 (24 days) are reduced to that value. */
export interface Timeouts {
  /**
   * Limit for opening a connection: DNS, TCP, proxy and TLS.
   *
   * @default 10_000
   */
  readonly connect?: number;
  /**
   * Limit from the end of the request to the response headers.
   *
   * @default 30_000
   */
  readonly response?: number;
  /**
   * Limit for the whole call, including retries and any login that the call waits for.
   *
   * @default 60_000
   */
  readonly total?: number;
}

/** Trusted certificates and client certificate for https. The variable `NODE_TLS_REJECT_UNAUTHORIZED` is ignored. */
export interface TlsOptions {
  /** PEM text of the certificate authorities to trust, instead of those of the system. */
  readonly ca?: string | Buffer | readonly (string | Buffer)[];
  /**
   * SHA-256 of the only leaf certificate to trust, as 64 hex digits with or without colons. Overrides `ca` and
   * `insecure`; the certificate may be self-signed, expired or issued for another name.
   */
  readonly pinSha256?: string;
  /**
   * Trusts any certificate.
   *
   * @default false
   */
  readonly insecure?: boolean;
  /** PEM text of the client certificate, for gateways that request one. Requires `key`. */
  readonly cert?: string | Buffer;
  /** PEM text of the private key of `cert`. */
  readonly key?: string | Buffer;
  /** Passphrase of an encrypted `key`. */
  readonly passphrase?: Secret | string;
}

/** Options of a client. */
export interface ClientOptions extends Hooks {
  /**
   * URL of the admin site, `{base_url}` in the contract: http or https, with an optional path prefix, without user,
   * query and fragment.
   */
  readonly baseUrl: string | URL;
  /**
   * URL of the gateway's web console, which serves agents and applications: `{console_url}` in the contract
   * (docs/field-facts.md#7).
   *
   * @default baseUrl
   */
  readonly consoleUrl?: string | URL;
  /** Credential for the calls. If absent, calls are sent without a credential until `session.login` succeeds. */
  readonly auth?: Auth;
  /** API token for the console (docs/field-facts.md#7). Defaults to the API token of `auth`. */
  readonly consoleToken?: Secret | string;
  readonly tls?: TlsOptions;
  /**
   * URL of an HTTP proxy, `http://` or `https://`, with user and password if required. `false` disables proxies.
   * Without this option, the client reads `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY` when it is created,
   * and connects to loopback addresses directly. `tls` applies to the gateway behind the proxy; the certificate of an
   * https proxy is verified with the system's authorities.
   */
  readonly proxy?: string | URL | false;
  readonly timeouts?: Timeouts;
  /**
   * Maximum number of retries of a GET after a network error, a timeout, or HTTP 408, 429, 502, 503 and 504.
   * {@link CallOptions.repeat} says whether other methods are retried; by default they are not.
   *
   * @default 2
   */
  readonly retries?: number;
  /**
   * Maximum size of a response in bytes after decompression. If a response is larger, the rest of it is not read, and
   * the call rejects with `invalid_response` without a retry.
   *
   * @default 67_108_864
   */
  readonly maxResponseBytes?: number;
  /**
   * Maximum number of sockets, and so of concurrent requests, per host. Further calls wait for a free socket; the wait
   * counts towards `timeouts.total`.
   *
   * @default 16
   */
  readonly maxSockets?: number;
  /**
   * Whether an error means that the session has ended, for gateways that do not respond with HTTP 401
   * (docs/field-facts.md#24). Called for errors with code `envelope` or `forbidden`; HTTP 401 always means that the
   * session has ended. If `auth` has username and password, the client then logs in, once for all concurrent calls, and
   * repeats the call once. This includes POST, because a refused call was not executed.
   *
   * @default isEndedSession
   */
  readonly renewOn?: (error: EdgeError) => boolean;
  /**
   * Whether calls that may change the gateway reject with `read_only` before anything is sent. These are all calls
   * except GET, login and logout, also those of `client.request`. A function decides before each such call: it returns
   * the reason for the error message, or undefined to permit the call.
   *
   * @default false
   */
  readonly readOnly?: boolean | (() => string | undefined);
  /** @default 'edge-console-client' */
  readonly userAgent?: string;
  /** Called with each new session, to store it, and with `undefined` when `logout` or `setAuth` ends the session. */
  readonly onSession?: (session: Session | undefined) => void;
}

/** Options of one call; they override those of the client. */
export interface CallOptions {
  /**
   * Aborts the call and closes its socket. The call rejects with `aborted`, or `timeout` for an `AbortSignal.timeout`.
   */
  readonly signal?: AbortSignal;
  readonly timeouts?: Timeouts;
  readonly retries?: number;
  /**
   * Which calls `retries` applies to. `reads` means GET; `idempotent` means GET, update and delete. If the response to
   * a delete was lost, its retry rejects with `not_found`. Create and login are never retried.
   *
   * @default 'reads'
   */
  readonly repeat?: 'reads' | 'idempotent';
  /**
   * Additional query parameters that the contract does not list. Parameters that the operation itself has are refused.
   * Values of sensitive parameters, such as `access_token`, are shown as `[secret]`.
   */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /**
   * Additional request headers, such as `x-request-id` or `traceparent`. Headers of the credential (`API-Token`,
   * `edge-token`), of the body and of the connection are refused. Values of sensitive headers, such as `Authorization`
   * or `Cookie`, are hidden from {@link Hooks} and redacted in errors.
   */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}
