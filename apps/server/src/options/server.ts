import type {ControlledClock} from '../clock.ts';
import type {ResetOptions} from '../control/controls.ts';
import type {UserControls} from '../control/users.ts';
import type {FaultHandle, FaultInput} from '../faults/registry.ts';
import type {MaybeOperation, RequestQuery, RequestRecord} from '../journal/record.ts';
import type {WaitOptions} from '../journal/wait.ts';
import type {DemoCredentials} from '../seed/demo.ts';
import type {SeedInput} from '../seed/seed.ts';
import type {Recurrence, Store} from '../store/store.ts';

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
