import type {BodyOf, Credential, OperationId, PathParams, QueryOf} from '@edge-console/schema';
import * as z from 'zod';
import type {Violation} from './violations.ts';

/** An operation of the contract. Undefined means all requests, including those that match no operation. */
export type MaybeOperation = OperationId | undefined;

/**
 * A recorded request, with secrets redacted. If `Id` is an operation, `params`, `query` and `body` have the types that
 * the contract defines for this operation. A request that violates the contract may have sent other values, which
 * `violations` describes.
 */
export interface RequestRecord<Id extends MaybeOperation = undefined> {
  /** Time of arrival by the server's clock, in ms since the epoch. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  /** Path parameters. Absent if the request matches no operation of the contract. */
  readonly params?: Id extends OperationId ? PathParams<Id> : Readonly<Record<string, string | number>>;
  /** Query parameters. Valid integers of the contract are numbers; all other values are text. */
  readonly query: Id extends OperationId
    ? Readonly<Partial<NonNullable<QueryOf<Id>>>>
    : Readonly<Record<string, string | number>>;
  /** Absent if the request matches no operation of the contract. */
  readonly operation?: Id extends OperationId ? Id : OperationId;
  /** Kinds of the credentials that the request sent, whether valid or not. */
  readonly credentials: readonly Credential[];
  /** Request headers by lower-case name. Absent with `recordBodies: 'off'`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Parsed JSON, or text if it is not JSON or was cut to 64 KiB. Absent if empty, not read or not recorded. */
  readonly body?: Id extends OperationId ? Readonly<Partial<NonNullable<BodyOf<Id>>>> : unknown;
  /** Length of the complete body in bytes. Absent if no body was read. */
  readonly bodyBytes?: number;
  /** Violated rules of the contract, empty for a valid request. Absent with `strictRequests: 'off'`. */
  readonly violations?: readonly Violation[];
  /** HTTP status of the response. Absent until the response is ready. */
  readonly status?: number;
  /** Time from arrival until the response was ready, in ms. Absent until the response is ready. */
  readonly ms?: number;
  /** Response headers by lower-case name. Absent until the response is ready, and with `recordBodies: 'off'`. */
  readonly responseHeaders?: Readonly<Record<string, string>>;
  /** Length of the response body in bytes. Absent until the response is ready, and if it is sent in parts. */
  readonly responseBytes?: number;
  /** Kinds of the faults that were applied to the request. */
  readonly faults: readonly string[];
}

/** A mutable record. Its fields for the body and the response are added when they are known. */
export type Entry = {-readonly [Name in keyof RequestRecord]: RequestRecord[Name]};

/** Filters for recorded requests. An absent field matches every request. */
export const requestQuery = z.strictObject({
  method: z.string().optional(),
  /** A pattern: `*` or `{name}` matches one path segment, `**` any number of segments. */
  path: z.string().startsWith('/').optional(),
  operation: z.string().optional(),
  status: z.int().optional(),
  credential: z.enum(['api-token', 'session']).optional(),
  /** `active`: the request has no response yet; `answered`: it has one. */
  state: z.enum(['active', 'answered']).optional(),
  /** `some`: only requests that violate the contract; `none`: only valid ones. */
  violations: z.enum(['none', 'some']).optional(),
  /** Return only the newest `limit` matches. */
  limit: z.int().min(0).optional(),
});

export type RequestQuery<Id extends MaybeOperation = MaybeOperation> = Readonly<
  Omit<z.output<typeof requestQuery>, 'operation'>
> & {readonly operation?: Id | undefined};
