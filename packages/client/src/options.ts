import type {Secret} from '@edge-console/schema';
import type {Session} from './client.ts';
import type {Hooks} from './http/events.ts';

/** How calls prove who makes them. */
export type Auth = TokenAuth | CredentialsAuth;

/** A token that was had elsewhere: an API token (header `API-Token`) or a session token (header `edge-token`). */
export interface TokenAuth {
  readonly kind: 'api-token' | 'session';
  readonly token: Secret | string;
}

/**
 * User and password: the client logs in when a call needs it, shortly before the session ends, and when the session is
 * refused with HTTP 401; calls that wait at the same time share one login. A gateway that refuses a session in the
 * envelope of an HTTP 200 cannot be told from one that refuses the call for another reason: nothing is renewed then.
 */
export interface CredentialsAuth {
  readonly kind: 'credentials';
  readonly username: string;
  /** A function is asked at each login, so that the password need not be held. */
  readonly password: Secret | string | (() => Secret | string | Promise<Secret | string>);
  /** Asks for sessions of 31 days instead of 8 hours. */
  readonly remember?: boolean;
  /** A session that `onSession` was told, to begin with. */
  readonly session?: SavedSession;
}

export interface SavedSession {
  readonly token: Secret | string;
  readonly endsAt?: Date;
}

/** Milliseconds. `connect`: name look-up, TCP and TLS. `response`: request sent until headers. `total`: retries too. */
export interface Timeouts {
  readonly connect?: number;
  readonly response?: number;
  readonly total?: number;
}

/**
 * Whom to trust over https, and who to be. `ca`: PEM text of the authorities trusted instead of the system's.
 * `pinSha256`: SHA-256 of the one leaf certificate to trust, hex with or without colons; it alone counts then,
 * self-signed or not. `insecure`: trust anything (a pin still counts). `cert` and `key`: PEM text of the certificate to
 * show, where a gateway asks for one. `NODE_TLS_REJECT_UNAUTHORIZED` is not consulted.
 */
export interface TlsOptions {
  readonly ca?: string | Buffer | readonly (string | Buffer)[];
  readonly pinSha256?: string;
  readonly insecure?: boolean;
  readonly cert?: string | Buffer;
  readonly key?: string | Buffer;
  /** Of `key`, where it is encrypted. */
  readonly passphrase?: Secret | string;
}

export interface ClientOptions extends Hooks {
  /** `{base_url}` of the contract; may carry a path prefix, no user, query or fragment. */
  readonly baseUrl: string | URL;
  /** `{console_url}` of the contract; defaults to `baseUrl` (field fact 7). */
  readonly consoleUrl?: string | URL;
  readonly auth?: Auth;
  /** API token of the console; defaults to the admin one (field fact 7). */
  readonly consoleToken?: Secret | string;
  readonly tls?: TlsOptions;
  /**
   * URL of an HTTP proxy, `http://` or `https://`, with user and password where it wants them. Absent: what
   * `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY` say when the client is made, never for loopback addresses.
   * `false`: none. What `tls` says holds for the gateway behind the proxy; a proxy on https is checked by the system's
   * authorities.
   */
  readonly proxy?: string | URL | false;
  /** Defaults: connect 10,000, response 30,000, total 60,000. */
  readonly timeouts?: Timeouts;
  /** Repeats of a GET after network, timeout, 408, 429 and 502 to 504; default 2. Other methods are not repeated. */
  readonly retries?: number;
  readonly userAgent?: string;
  /** Told of each session that is opened, to persist it, and undefined when logout or `setAuth` ended it. */
  readonly onSession?: (session: Session | undefined) => void;
}

/** Options of one call; what is absent is taken from the client. */
export interface CallOptions {
  /** Aborts the call and its socket; the error has code `aborted`. */
  readonly signal?: AbortSignal;
  readonly timeouts?: Timeouts;
  readonly retries?: number;
  /**
   * What `retries` holds for: `reads`, the default, is GET; `idempotent` also update and delete, where sending twice
   * leaves what sending once does. A delete whose first answer was lost then ends in `not_found`. Create and login are
   * never repeated.
   */
  readonly repeat?: 'reads' | 'idempotent';
}
