import type {Readable} from 'node:stream';
import type {OperationId} from '@edge-console/schema';
import type {FastifyReply, FastifyRequest} from 'fastify';
import * as z from 'zod';
import type {Prng} from '../random.ts';

const conditions = {
  operation: z.custom<OperationId>(name => typeof name === 'string', 'expected the name of an operation').optional(),
  method: z.string().optional(),
  /** A pattern: `*` or `{name}` matches one path segment, `**` any number of segments. */
  path: z.string().startsWith('/').optional(),
  headers: z.record(z.string(), z.string()).optional(),
  /** Number of matching requests to skip. */
  after: z.int().min(0).default(0),
  /** The fault applies to every N-th matching request. */
  every: z.int().min(1).default(1),
  /** 0 to 1. */
  probability: z.number().min(0).max(1).default(1),
  times: z.int().min(1).optional(),
};

export const CONDITIONS: ReadonlySet<string> = new Set(Object.keys(conditions));

/** A header value (RFC 9110, 5.5), restricted to ASCII. */
export const headerValue = z.string().regex(/^[\x20-\x7e]+$/, 'expected a header value: ASCII without line breaks');

export interface FaultContext {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly prng: Prng;
  /** Aborted when the fault is removed or the server begins to close. */
  readonly removed: AbortSignal;
}

export type Query = Readonly<Record<string, unknown>>;

export type List = (query: Query) => Promise<unknown>;

/** The stages of a request. Each kind of fault implements one of these functions. */
interface Apply<P> {
  /** Runs before authentication and decoding. */
  request(fault: P, context: FaultContext): Promise<'continue' | 'handled'>;
  /** Called instead of the handler of a list operation. `context.list` runs the operation without this fault. */
  list(
    fault: P,
    query: Query,
    context: {readonly request: FastifyRequest; readonly list: List; readonly hit: number},
  ): Promise<unknown>;
  /** Returns the text to send instead of `body`. Also called for error responses. */
  body(fault: P, body: string, context: FaultContext): string;
  /** Returns a stream to send instead of `body`. Only the first such fault of a request is used. */
  send(fault: P, body: string, context: FaultContext): Readable;
}

type Stage = keyof Apply<never>;

export interface Kind<Name extends string, S extends z.ZodObject, T extends Stage> {
  readonly kind: Name;
  readonly schema: S;
  readonly stage: T;
  readonly apply: Apply<z.output<S>>[T];
  /** If false, the request does not count as matching. */
  readonly appliesTo?: (request: FastifyRequest) => boolean;
}

export type FaultKind = {[T in Stage]: Kind<string, z.ZodObject, T>}[Stage];

type Schema<Name extends string, P extends z.ZodRawShape> = z.ZodObject<
  Omit<typeof conditions, keyof P> & P & {kind: z.ZodLiteral<Name>}
>;

/** Makes the kinds of faults of a stage. `appliesTo` is that of each {@link Kind}. */
export const faultOf =
  <T extends Stage>(stage: T, appliesTo?: (request: FastifyRequest) => boolean) =>
  <const Name extends string, P extends z.ZodRawShape>(
    kind: Name,
    parameters: P,
    apply: Apply<z.output<Schema<Name, P>>>[T],
  ): Kind<Name, Schema<Name, P>, T> => {
    const schema = z.strictObject({kind: z.literal(kind), ...conditions, ...parameters});
    return {kind, schema: schema as unknown as Schema<Name, P>, stage, apply, ...(appliesTo && {appliesTo})};
  };

export const requestFault = faultOf('request');
export const listFault = faultOf('list');
export const bodyFault = faultOf('body');
export const sendFault = faultOf('send');
