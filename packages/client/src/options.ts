import type {Secret} from '@edge-console/schema';
import type {EdgeError} from './errors.ts';
import type {Hooks} from './http/observer.ts';

/** Credential of a client. */
export type Auth = TokenAuth | CredentialsAuth;

/** An existing token: an API token (header `API-Token`) or a session token (header `edge-token`). */
export interface TokenAuth {
  readonly kind: 'api-token' | 'session';
  readonly token: Secret | string;
}

/**
 * Username and password. The client logs in before the first call that needs a session, a minute before the session
 * ends, and once when it is refused: with HTTP 401, or as {@link ClientOptions.renewOn} says. Concurrent calls share one
 * login. After a refused login none is tried for 10 seconds.
 */
export interface CredentialsAuth {
  readonly kind: 'credentials';
  readonly username: string;
  /** A function is called at each login; the client keeps no copy of its result. */
  readonly password: Secret | string | (() => Secret | string | Promise<Secret | string>);
  /**
   * Requests sessions of 31 days instead of 8 hours.
   *
   * @default false
   */
  readonly remember?: boolean;
  /** A session received from `onSession` earlier; saves the first login. */
  readonly session?: SavedSession;
}

/** A session to continue. */
export interface SavedSession {
  readonly token: Secret | string;
  /** Without it the session is used until it is refused. */
  readonly endsAt?: Date;
}

/** A session opened by login. */
export interface Session {
  readonly token: Secret;
  readonly userId: number;
  readonly username: string;
  readonly role?: string;
  /** `login_2fa` as received; empty if no second factor is pending. */
  readonly twoFactor: Readonly<Record<string, unknown>>;
  /** Clock of this machine. */
  readonly startedAt: Date;
  /** `startedAt` plus 8 hours, or 31 days with `remember` (docs/contract.md#states-and-transitions). */
  readonly endsAt: Date;
  /** `msg` of the login response: untrusted text, at most 4,096 characters, redacted if it shows password or token. */
  readonly msg?: string;
}

/** Time limits in milliseconds, each more than 0; at most 2,147,483,647 (24 days) applies. */
export interface Timeouts {
  /**
   * DNS, TCP, proxy and TLS.
   *
   * @default 10_000
   */
  readonly connect?: number;
  /**
   * From the request sent to the response headers.
   *
   * @default 30_000
   */
  readonly response?: number;
  /**
   * The whole call with its retries and any login it waits for.
   *
   * @default 60_000
   */
  readonly total?: number;
}

/** Trust and client certificate for https. `NODE_TLS_REJECT_UNAUTHORIZED` is ignored. */
export interface TlsOptions {
  /** PEM text of the authorities to trust instead of the system's. */
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
  /** `{base_url}` of the contract: http or https, optionally with a path prefix; no user, query or fragment. */
  readonly baseUrl: string | URL;
  /**
   * `{console_url}` of the contract (docs/field-facts.md#7).
   *
   * @default baseUrl
   */
  readonly consoleUrl?: string | URL;
  /** Without it calls are sent without a credential until `session.login`. */
  readonly auth?: Auth;
  /** API token for the console (docs/field-facts.md#7). Defaults to the API token of `auth`. */
  readonly consoleToken?: Secret | string;
  readonly tls?: TlsOptions;
  /**
   * URL of an HTTP proxy, `http://` or `https://`, with user and password if required. `false` disables proxies.
   * Defaults to `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY` at creation, except for loopback addresses.
   * `tls` applies to the gateway behind the proxy; an https proxy is verified with the system's authorities.
   */
  readonly proxy?: string | URL | false;
  readonly timeouts?: Timeouts;
  /**
   * Retries of a GET after a network error, a timeout, or HTTP 408, 429, 502, 503 and 504. Other methods are not
   * retried; see {@link CallOptions.repeat}.
   *
   * @default 2
   */
  readonly retries?: number;
  /**
   * Maximum size of a response in bytes, counted after decompression. A larger one is not read further, is not retried,
   * and rejects with `invalid_response`.
   *
   * @default 67_108_864
   */
  readonly maxResponseBytes?: number;
  /**
   * Maximum number of sockets, and so of concurrent requests, per host. Further calls wait; the time counts to
   * `timeouts.total`.
   *
   * @default 16
   */
  readonly maxSockets?: number;
  /**
   * Whether an error says that the session has ended, for gateways that do not send HTTP 401 (docs/field-facts.md#24).
   * Called for refusals with code `envelope` or `forbidden`; after HTTP 401 the session always counts as ended. With
   * username and password in `auth`, the client then logs in, once for all calls, and repeats the call once, also a
   * POST: a refused call was not executed.
   *
   * @default isEndedSession
   */
  readonly renewOn?: (error: EdgeError) => boolean;
  /** @default 'edge-console-client' */
  readonly userAgent?: string;
  /** Called with each session opened, to persist it, and with `undefined` when `logout` or `setAuth` ends it. */
  readonly onSession?: (session: Session | undefined) => void;
}

/** Options of one call; they override those of the client. */
export interface CallOptions {
  /**
   * Aborts the call and closes its socket. The call rejects with code `aborted`, or with `timeout` for a signal of
   * `AbortSignal.timeout`.
   */
  readonly signal?: AbortSignal;
  readonly timeouts?: Timeouts;
  readonly retries?: number;
  /**
   * Methods that `retries` applies to. `idempotent` adds update and delete; a delete whose first response was lost then
   * rejects with `not_found`. Create and login are never retried.
   *
   * @default 'reads'
   */
  readonly repeat?: 'reads' | 'idempotent';
  /**
   * Query parameters that the contract does not list, sent with those of the operation. Names of the operation's own
   * parameters are refused. Values of sensitive ones, such as `access_token`, are shown as `[secret]`.
   */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /**
   * Request headers, such as `x-request-id` or `traceparent`. Headers of the credential (`API-Token`, `edge-token`), of
   * the body and of the connection are refused. Values of sensitive ones, such as `Authorization` or `Cookie`, are hidden
   * from observers and redacted in errors.
   */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}
