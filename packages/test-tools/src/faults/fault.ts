import type {Readable} from 'node:stream';
import type {OperationId} from '@edge-console/schema';
import type {FastifyReply, FastifyRequest} from 'fastify';
import * as z from 'zod';
import type {Prng} from '../random.ts';

/** Conditions of every fault. The fault applies to matching requests, counted per fault. */
const conditions = {
  /** An operation of the contract. */
  operation: z.custom<OperationId>(name => typeof name === 'string', 'expected the name of an operation').optional(),
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
  /** Aborted when the fault is removed or the server starts closing; a delayed request then continues. */
  readonly removed: AbortSignal;
}

export type Query = Readonly<Record<string, unknown>>;

/** Responds to a list operation with the given query. */
export type List = (query: Query) => Promise<unknown>;

/** What a fault does to a request, by stage. */
interface Apply<P> {
  /** Before authentication and decoding: may delay the request, throw a Failure, or answer it itself. */
  request(fault: P, context: FaultContext): Promise<'continue' | 'handled'>;
  /**
   * Replaces the handler of a list operation. `list` lists without this fault; `hit` counts the requests it was applied to,
   * from 1.
   */
  list(
    fault: P,
    query: Query,
    context: {readonly request: FastifyRequest; readonly list: List; readonly hit: number},
  ): Promise<unknown>;
  /** Changes the text of a response, failures included. */
  body(fault: P, body: string, context: FaultContext): string;
  /** Changes how the final text is sent. Only the first such fault of a request applies. */
  send(fault: P, body: string, context: FaultContext): Readable;
}

type Stage = keyof Apply<never>;

export interface Kind<Name extends string, S extends z.ZodObject, T extends Stage> {
  readonly kind: Name;
  readonly schema: S;
  readonly stage: T;
  readonly apply: Apply<z.output<S>>[T];
  /** Whether the fault can apply to a request; others do not count as matching. Default: all. */
  readonly appliesTo?: (request: FastifyRequest) => boolean;
}

export type FaultKind = {[T in Stage]: Kind<string, z.ZodObject, T>}[Stage];

type Schema<Name extends string, P extends z.ZodRawShape> = z.ZodObject<
  Omit<typeof conditions, keyof P> & P & {kind: z.ZodLiteral<Name>}
>;

const faultOf =
  <T extends Stage>(stage: T) =>
  <const Name extends string, P extends z.ZodRawShape>(
    kind: Name,
    parameters: P,
    apply: Apply<z.output<Schema<Name, P>>>[T],
  ): Kind<Name, Schema<Name, P>, T> => {
    const schema = z.strictObject({kind: z.literal(kind), ...conditions, ...parameters});
    return {kind, schema: schema as unknown as Schema<Name, P>, stage, apply};
  };

export const requestFault = faultOf('request');
export const listFault = faultOf('list');
export const bodyFault = faultOf('body');
export const sendFault = faultOf('send');
