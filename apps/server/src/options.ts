import type {Clock, ControlledClock, RandomBytes} from './clock.ts';
import type {PasswordCost} from './credentials.ts';
import type {FaultHandle, FaultInput} from './faults/registry.ts';
import type {ErrorStyle} from './http/failure.ts';
import type {Logger, LogOptions} from './http/log.ts';
import type {Tls} from './http/tls.ts';
import type {RequestQuery, RequestRecord} from './journal/journal.ts';
import type {DemoCredentials} from './seed/demo.ts';
import type {SeedInput} from './seed/seed.ts';
import type {Store} from './store/store.ts';
import type {LoginLimits} from './trust/throttle.ts';

export interface ServerOptions {
  /** A SQLite file, made when missing, or `:memory:`, the default. */
  readonly database?: string;
  /** A store of the caller's own, instead of `database`. It stays open when the server closes. */
  readonly store?: Store;
  /**
   * Where a database in memory runs: `inline` on the event loop (small data, many servers), `thread` in a thread of its
   * own. Default `thread` for the demo, else `inline`. Files always have a thread.
   */
  readonly engine?: 'inline' | 'thread';
  /** Default: real time, which `server.clock.advance()` moves. */
  readonly clock?: Clock | ControlledClock;
  /** Source of tokens, sessions and salts; secure by default. */
  readonly random?: RandomBytes;
  /** Makes tokens and sessions the same every time: a seed for them, instead of `random`. Loopback only. */
  readonly ids?: number;
  /** Default `standard`; `minimal` is for tests: loopback and databases in memory only. */
  readonly passwordCost?: PasswordCost;
  /** Loaded into an empty database before the server is given back; checked as {@link parseSeed} does. */
  readonly seed?: SeedInput | 'demo';
  /** Error-log entries of `seed: 'demo'`; default 50,000. */
  readonly seedLogs?: number;
  readonly errors?: ErrorStyle;
  /** Faults from the start, as by {@link Server.setFault}. */
  readonly faults?: readonly FaultInput[];
  /** What their chances and orders are drawn from; default 1. */
  readonly faultSeed?: number;
  /** Whether the request header `x-edge-fault` of a loopback peer is obeyed; default false. */
  readonly faultHeader?: boolean;
  /** Serves `/__control` to loopback peers that send this as `Control-Secret`; 16 characters or more. */
  readonly controlSecret?: string;
  /** How many requests are remembered; default 1,000, 0 = none. */
  readonly keepRequests?: number;
  /** An answer outside the contract is a 500 (`true`, the default), or a logged defect that is sent nevertheless. */
  readonly strictAnswers?: boolean;
  /** How many logins may fail before more are refused with 429. */
  readonly loginLimits?: Partial<LoginLimits>;
  /** Serves HTTPS instead of HTTP. */
  readonly tls?: Tls;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Default 0: any free port. */
  readonly port?: number;
  /** How long `close` waits for requests under way, in ms; default 2,000. */
  readonly graceMs?: number;
  /** Told about defects, with a stack; silent by default. */
  readonly logger?: Logger;
  /** Structured logs, one JSON object a line; none by default. */
  readonly log?: LogOptions;
}

/** What a test does to a running server; `/__control` offers the same over HTTP. */
export interface Controls {
  /** How to get in, after `seed: 'demo'`. A reset makes new credentials. */
  readonly demo: DemoCredentials | undefined;
  readonly clock: ControlledClock;
  /**
   * As after the start: the first seed and the first faults, the clock where it was, nothing remembered. A request under
   * way sees what was before or what is after. Rejects with {@link NotResettable} where others may have put something
   * into the database: where it is a file, PostgreSQL or the caller's store, and this server did not seed it.
   */
  reset(): Promise<void>;
  /** Adds to what is there, the whole of it or nothing. Rejects with {@link SeedError}. */
  seed(seed: SeedInput): Promise<void>;
  /** Requests under way and done, oldest first; no secret is in them. */
  requests(query?: RequestQuery): readonly RequestRecord[];
  forgetRequests(): void;
  /** Makes answers go wrong until it is removed. Throws a RangeError that tells what is wrong with it. */
  setFault(fault: FaultInput): FaultHandle;
  faults(): readonly FaultHandle[];
  clearFaults(): void;
}

export interface Server extends Controls {
  /** {base_url} of the contract. */
  readonly url: string;
  /** {console_url} of the contract: the same server here. */
  readonly consoleUrl: string;
  readonly store: Store;
  /**
   * Stops listening, answers requests under way within `graceMs`, and closes a store of its own. May be called again.
   */
  close(): Promise<void>;
}
