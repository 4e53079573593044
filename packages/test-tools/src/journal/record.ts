import type {BodyOf, Credential, OperationId, PathParams, QueryOf} from '@edge-console/schema';
import type {Violation} from './violations.ts';

/** An operation, or undefined for requests of any operation and of none. */
export type MaybeOperation = OperationId | undefined;

/**
 * A recorded request, with secrets redacted. With an operation, `params`, `query` and `body` have the types of the
 * contract; a request that violates the contract may have sent other values, and `violations` says which.
 */
export interface RequestRecord<Id extends MaybeOperation = undefined> {
  /** Time of arrival by the server's clock, in ms. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  /** Path parameters. Absent for requests without an operation of the contract. */
  readonly params?: Id extends OperationId ? PathParams<Id> : Readonly<Record<string, string | number>>;
  /** Query parameters: integers where the contract has integers, else text. */
  readonly query: Id extends OperationId
    ? Readonly<Partial<NonNullable<QueryOf<Id>>>>
    : Readonly<Record<string, string | number>>;
  /** Absent for requests without an operation of the contract. */
  readonly operation?: Id extends OperationId ? Id : OperationId;
  /** Credentials sent, valid or not. */
  readonly credentials: readonly Credential[];
  /** Request headers by lower-case name. Absent with `recordBodies: 'off'`. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Parsed JSON, or text if it is not JSON or longer than 64 KiB, of which the first 64 KiB are kept. Absent for requests
   * without a body or whose body was not read, and with `recordBodies: 'off'`.
   */
  readonly body?: Id extends OperationId ? Readonly<Partial<NonNullable<BodyOf<Id>>>> : unknown;
  /** Length of the whole body in bytes; absent if no body was read. */
  readonly bodyBytes?: number;
  /** What the contract does not allow; empty for a valid request. Absent with `strictRequests: 'off'`. */
  readonly violations?: readonly Violation[];
  /** HTTP status; absent until the response is ready. */
  readonly status?: number;
  /** Time until the response was ready, in ms; absent until then. */
  readonly ms?: number;
  /** Kinds of the faults applied. */
  readonly faults: readonly string[];
}

/** Filters for recorded requests; absent fields match all. */
export interface RequestQuery<Id extends MaybeOperation = MaybeOperation> {
  readonly method?: string | undefined;
  /** A pattern: `*` or `{name}` matches one segment, `**` any number. */
  readonly path?: string | undefined;
  readonly operation?: Id | undefined;
  readonly status?: number | undefined;
  readonly credential?: Credential | undefined;
  /** `active` has no response yet. */
  readonly state?: 'active' | 'answered' | undefined;
  /** `some`: only requests that violate the contract; `none`: only valid ones. */
  readonly violations?: 'none' | 'some' | undefined;
  /** Return only the newest `limit` matches. */
  readonly limit?: number | undefined;
}
