import type {BodyOf, Credential, OperationId, PathParams, QueryOf} from '@edge-console/schema';
import * as z from 'zod';
import type {Violation} from './violations.ts';

export type MaybeOperation = OperationId | undefined;

/**
 * A recorded request, with secrets redacted. The types of `params`, `query` and `body` are those of a valid request.
 */
export interface RequestRecord<Id extends MaybeOperation = undefined> {
  /** By the server's clock, in ms since the epoch. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly params?: Id extends OperationId ? PathParams<Id> : Readonly<Record<string, string | number>>;
  /**
   * Parameters that the contract declares as integers are numbers, unless the query has an invalid value. All other
   * values are text.
   */
  readonly query: Id extends OperationId
    ? Readonly<Partial<NonNullable<QueryOf<Id>>>>
    : Readonly<Record<string, string | number>>;
  readonly operation?: Id extends OperationId ? Id : OperationId;
  /** Kinds of the credentials that the request sent, whether valid or not. */
  readonly credentials: readonly Credential[];
  /** By lower-case name. Absent with `recordBodies: 'off'`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Parsed JSON, or text if it is not JSON or was cut to 64 KiB. Absent if empty, not read or not recorded. */
  readonly body?: Id extends OperationId ? Readonly<Partial<NonNullable<BodyOf<Id>>>> : unknown;
  /** Length of the complete body. Absent if no body was read. */
  readonly bodyBytes?: number;
  /** Empty for a valid request. Absent with `strictRequests: 'off'`. */
  readonly violations?: readonly Violation[];
  /** HTTP status. Absent until the response is ready. */
  readonly status?: number;
  /** Milliseconds from arrival until the response was ready. */
  readonly ms?: number;
  /** By lower-case name. Absent with `recordBodies: 'off'`. */
  readonly responseHeaders?: Readonly<Record<string, string>>;
  /** Absent if the response is sent in parts. */
  readonly responseBytes?: number;
  /** Kinds of the faults that were applied. */
  readonly faults: readonly string[];
}

export type Entry = {-readonly [Name in keyof RequestRecord]: RequestRecord[Name]};

/** An absent field matches every request. */
export const requestQuery = z.strictObject({
  method: z.string().optional(),
  /** A pattern: `*` or `{name}` matches one path segment, `**` any number of segments. */
  path: z.string().startsWith('/').optional(),
  operation: z.string().optional(),
  status: z.int().optional(),
  credential: z.enum(['api-token', 'session']).optional(),
  /** `active`: the request has no response yet; `responded`: it has one. */
  state: z.enum(['active', 'responded']).optional(),
  violations: z.enum(['none', 'some']).optional(),
  limit: z.int().min(0).optional(),
});

export type RequestQuery<Id extends MaybeOperation = MaybeOperation> = Readonly<
  Omit<z.output<typeof requestQuery>, 'operation'>
> & {readonly operation?: Id | undefined};
