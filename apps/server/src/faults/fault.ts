import type {Readable} from 'node:stream';
import {contract, type OperationId} from '@edge-console/schema';
import type {FastifyReply, FastifyRequest} from 'fastify';
import * as z from 'zod';
import type {Prng} from './prng.ts';

/** Conditions of every fault. The fault applies to matching requests, counted per fault. */
const conditions = {
  /** An operation of the contract. */
  operation: z.enum(Object.keys(contract) as [OperationId, ...OperationId[]]).optional(),
  method: z.string().optional(),
  /** A pattern: `*` or `{name}` matches one segment, `**` any number. */
  path: z.string().startsWith('/').optional(),
  /** Request headers that must have these values. */
  headers: z.record(z.string(), z.string()).optional(),
  /** Number of matching requests to skip first. */
  after: z.int().min(0).default(0),
  /** After those, apply to the first matching request and every N-th one from there. */
  every: z.int().min(1).default(1),
  /** Chance of applying, drawn from the server's `faultSeed`. */
  probability: z.number().min(0).max(1).default(1),
  /** Maximum number of requests the fault applies to. */
  times: z.int().min(1).optional(),
};

export const CONDITIONS: ReadonlySet<string> = new Set(Object.keys(conditions));

/** A header value (RFC 9110, 5.5), restricted to ASCII. */
export const headerValue = z.string().regex(/^[\x20-\x7e]+$/, 'expected a header value: ASCII without line breaks');

/** A request that a fault applies to. */
export interface FaultContext {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly prng: Prng;
  /** Aborted when the fault is removed; a delayed request then continues. */
  readonly removed: AbortSignal;
  /** Aborted when the fault is removed or the server starts closing. */
  readonly ended: AbortSignal;
}

type Query = Readonly<Record<string, unknown>>;

/** Responds to a list operation with the given query. */
export type List = (query: Query) => Promise<unknown>;

type ApplyRequest<P> = (fault: P, context: FaultContext) => Promise<'continue' | 'handled'>;
/** `list` lists without this fault; `hit` counts the requests it was applied to, from 1. */
type ApplyList<P> = (
  fault: P,
  query: Query,
  context: {readonly request: FastifyRequest; readonly list: List; readonly hit: number},
) => Promise<unknown>;
type ApplyBody<P> = (fault: P, body: string, context: FaultContext) => string;
type ApplySend<P> = (fault: P, body: string, context: FaultContext) => Readable;

type Stage<P> =
  /** Before authentication and decoding: may delay the request, throw a Failure, or answer it itself. */
  | {readonly stage: 'request'; readonly apply: ApplyRequest<P>}
  /** Replaces the handler of a list operation. */
  | {readonly stage: 'list'; readonly apply: ApplyList<P>}
  /** Changes the text of a response, failures included. */
  | {readonly stage: 'body'; readonly apply: ApplyBody<P>}
  /** Changes how the final text is sent. Only the first such fault of a request applies. */
  | {readonly stage: 'send'; readonly apply: ApplySend<P>};

export type FaultKind<S extends z.ZodObject = z.ZodObject> = {
  readonly schema: S;
  /** Whether the fault can apply to a request; others do not count as matching. Default: all. */
  readonly appliesTo?: (request: FastifyRequest) => boolean;
} & Stage<z.output<S>>;

type Schema<K extends string, P extends z.ZodRawShape> = z.ZodObject<
  Omit<typeof conditions, keyof P> & P & {kind: z.ZodLiteral<K>}
>;

const schemaOf = <K extends string, P extends z.ZodRawShape>(kind: K, parameters: P) =>
  z.strictObject({kind: z.literal(kind), ...conditions, ...parameters}) as unknown as Schema<K, P>;

export const requestFault = <const K extends string, P extends z.ZodRawShape>(
  kind: K,
  parameters: P,
  apply: ApplyRequest<z.output<Schema<K, P>>>,
): FaultKind<Schema<K, P>> => ({schema: schemaOf(kind, parameters), stage: 'request', apply});

export const listFault = <const K extends string, P extends z.ZodRawShape>(
  kind: K,
  parameters: P,
  apply: ApplyList<z.output<Schema<K, P>>>,
): FaultKind<Schema<K, P>> => ({schema: schemaOf(kind, parameters), stage: 'list', apply});

export const bodyFault = <const K extends string, P extends z.ZodRawShape>(
  kind: K,
  parameters: P,
  apply: ApplyBody<z.output<Schema<K, P>>>,
): FaultKind<Schema<K, P>> => ({schema: schemaOf(kind, parameters), stage: 'body', apply});

export const sendFault = <const K extends string, P extends z.ZodRawShape>(
  kind: K,
  parameters: P,
  apply: ApplySend<z.output<Schema<K, P>>>,
): FaultKind<Schema<K, P>> => ({schema: schemaOf(kind, parameters), stage: 'send', apply});
