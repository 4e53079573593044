import type {Clock, ControlledClock, RandomBytes} from '../clock.ts';
import type {ResetOptions} from '../control/controls.ts';
import type {UserControls} from '../control/users.ts';
import type {PasswordCost} from '../credentials.ts';
import type {FaultHandle, FaultInput} from '../faults/registry.ts';
import type {Logger, LogOptions} from '../http/logging/log.ts';
import type {ErrorStyle} from '../http/responses/failure.ts';
import type {Tls} from '../http/tls.ts';
import type {Ids} from '../ids.ts';
import type {StrictRequests} from '../journal/plugin.ts';
import type {MaybeOperation, RequestQuery, RequestRecord} from '../journal/record.ts';
import type {WaitOptions} from '../journal/wait.ts';
import type {DemoCredentials} from '../seed/demo.ts';
import type {SeedInput} from '../seed/seed.ts';
import type {Recurrence, Store} from '../store/store.ts';
import type {LoginLimits} from '../trust/throttle.ts';

export interface ServerOptions {
  /** `:memory:` (default, nothing is stored on disk), a SQLite file, created if missing, or `postgres://…`. */
  readonly database?: string;
  /** A store to use instead of `database`. It stays open when the server closes. */
  readonly store?: Store;
  /** Default: real time, advanced by `server.clock.advance()`. */
  readonly clock?: Clock | ControlledClock;
  /** Source of tokens, sessions and salts; default: secure random bytes. */
  readonly random?: RandomBytes;
  /**
   * Tokens and sessions that are the same in every run, instead of `random`: an integer seed, or `sequential` for
   * `00000000-0000-4000-8000-000000000001` and so on. Loopback only.
   */
  readonly ids?: Ids;
  /** Default `standard`. `minimal` is for tests: loopback and in-memory databases only. */
  readonly passwordCost?: PasswordCost;
  /** Loaded at the start unless the database has data. Validated as by {@link parseSeed}. */
  readonly seed?: SeedInput | 'demo';
  /** Number of error-log entries of `seed: 'demo'`, 0 to 10,000,000; default 50,000. */
  readonly seedLogs?: number;
  /** HTTP status of failures: their own (`http`, the default) or always 200 (`envelope`). */
  readonly errors?: ErrorStyle;
  /** Faults set at the start and after a reset, as by {@link Server.setFault}. */
  readonly faults?: readonly FaultInput[];
  /** Integer seed of the random numbers of faults; default 1. */
  readonly faultSeed?: number;
  /** Whether the request header `x-edge-fault` of loopback peers is honoured; default false. */
  readonly faultHeader?: boolean;
  /** Serves `/__control` to loopback peers that send this as `Control-Secret`; 16 or more ASCII characters. */
  readonly controlSecret?: string;
  /**
   * Addresses besides loopback ones that `/__control` is served to, in CIDR notation such as `172.17.0.0/16`; requests
   * through a published port of a container come from its bridge.
   */
  readonly controlAllow?: readonly string[];
  /** Number of recorded requests to keep; default 1,000, 0 records none. */
  readonly keepRequests?: number;
  /** Whether recorded requests have headers and bodies, with secrets redacted; default `on`. */
  readonly recordBodies?: 'on' | 'off';
  /**
   * What happens to a request that violates the contract: nothing, a note in its record (`flag`, the default), or a 400
   * with the rule (`refuse`).
   */
  readonly strictRequests?: StrictRequests;
  /** Whether a response that violates the contract becomes a 500 (default) or is logged and sent. */
  readonly strictAnswers?: boolean;
  /** Limits of failed logins, above which logins get 429. */
  readonly loginLimits?: Partial<LoginLimits>;
  /** Serves HTTPS instead of HTTP. */
  readonly tls?: Tls;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Default 0, any free port. */
  readonly port?: number;
  /**
   * Serves the agent paths on this port (0 for any free one) instead of `port`, to `consoleTokens` alone
   * (docs/field-facts.md#7).
   */
  readonly consolePort?: number;
  /** API tokens of the console; default one of 32 hex digits, `server.consoleToken`. */
  readonly consoleTokens?: readonly string[];
  /** Time `close` waits for active requests, in ms; default 2,000. */
  readonly graceMs?: number;
  /** Receives defects, with a stack; default none. */
  readonly logger?: Logger;
  /** Structured logs, one JSON object per line; default none. */
  readonly log?: LogOptions;
}

/** Controls of a running server for tests; `/__control` offers the same over HTTP. */
export interface Controls {
  /** Credentials of `seed: 'demo'`. A reset creates new ones. */
  readonly demo: DemoCredentials | undefined;
  /** Whether this start loaded the seed: false without a seed, and for a database that had data. */
  readonly seeded: boolean;
  readonly clock: ControlledClock;
  /**
   * Restores the initial seed, faults and clock, and clears recorded requests. If the data cannot be written, nothing
   * changes. Concurrent requests see the state before or after, never in between.
   *
   * Rejects with {@link NotResettable} if others may have written to the database, unless forced: if it is a file,
   * PostgreSQL or the caller's store, and this server did not seed it or it was opened again after its creation.
   */
  reset(options?: ResetOptions): Promise<void>;
  /**
   * Adds a seed to the existing data, atomically; its tokens may belong to existing users. Rejects with
   * {@link SeedError}.
   */
  seed(seed: SeedInput): Promise<void>;
  /** Adds, changes and removes users. */
  readonly users: UserControls;
  /**
   * Sets `count` of an error-log entry that occurred again, and its `log_time` in Unix seconds, by default now. Rejects
   * with {@link NotFound} for an unknown id.
   */
  recordRecurrence(id: number, recurrence: Pick<Recurrence, 'count'> & Partial<Recurrence>): Promise<void>;
  /** Recorded requests, active and answered, newest last, with secrets redacted. */
  requests<Id extends MaybeOperation = undefined>(query?: RequestQuery<Id>): readonly RequestRecord<Id>[];
  /**
   * The newest matching request, once there are `count` (default 1), including those recorded before. A request counts
   * when it is answered, unless the query has a `state`.
   *
   * Rejects with {@link RequestNotReceived} at the deadline; its message lists what was received instead.
   */
  waitForRequest<Id extends MaybeOperation = undefined>(
    query: RequestQuery<Id>,
    options?: WaitOptions,
  ): Promise<RequestRecord<Id>>;
  /** Clears the recorded requests. */
  forgetRequests(): void;
  /** Sets a fault until it is removed. Throws a RangeError for an invalid fault. */
  setFault(fault: FaultInput): FaultHandle;
  faults(): readonly FaultHandle[];
  clearFaults(): void;
}

export interface Server extends Controls {
  /** {base_url} of the contract (docs/contract.md#service). */
  readonly url: string;
  /** {console_url} of the contract: the same URL, or another one with `consolePort`. */
  readonly consoleUrl: string;
  /** The first API token of the console; undefined without `consolePort`. */
  readonly consoleToken: string | undefined;
  readonly store: Store;
  /**
   * Stops listening, waits up to `graceMs` for active requests, then closes the store unless the caller passed it.
   * Idempotent.
   */
  close(): Promise<void>;
}
