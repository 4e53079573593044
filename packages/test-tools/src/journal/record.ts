import type {BodyOf, Credential, OperationId, PathParams, QueryOf} from '@edge-console/schema';
import * as z from 'zod';
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

/** A record whose body and response may be missing yet. */
export type Entry = {-readonly [Name in keyof RequestRecord]: RequestRecord[Name]};

/** Filters for recorded requests; absent fields match all. */
export const requestQuery = z.strictObject({
  method: z.string().optional(),
  /** A pattern: `*` or `{name}` matches one segment, `**` any number. */
  path: z.string().startsWith('/').optional(),
  operation: z.string().optional(),
  status: z.int().optional(),
  credential: z.enum(['api-token', 'session']).optional(),
  /** `active` has no response yet. */
  state: z.enum(['active', 'answered']).optional(),
  /** `some`: only requests that violate the contract; `none`: only valid ones. */
  violations: z.enum(['none', 'some']).optional(),
  /** Return only the newest `limit` matches. */
  limit: z.int().min(0).optional(),
});

export type RequestQuery<Id extends MaybeOperation = MaybeOperation> = Readonly<
  Omit<z.output<typeof requestQuery>, 'operation'>
> & {readonly operation?: Id | undefined};
