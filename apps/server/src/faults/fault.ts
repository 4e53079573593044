import type {Readable} from 'node:stream';
import type {Prng} from '@edge-console/generator';
import {contract, type OperationId} from '@edge-console/schema';
import type {FastifyReply, FastifyRequest} from 'fastify';
import {z} from 'zod';
import type {List} from '../http/route.ts';

/** What every fault may say about when it happens. */
const when = {
  /** One operation of the contract. */
  operation: z.enum(Object.keys(contract) as [OperationId, ...OperationId[]]).optional(),
  method: z.string().optional(),
  /** With `*` or `{name}` for one segment, `**` for any number. */
  path: z.string().startsWith('/').optional(),
  /** Request headers and their values, all of which must be there. */
  headers: z.record(z.string(), z.string()).optional(),
  /** So many matching requests pass first; */
  after: z.int().min(0).default(0),
  /** of those that follow, every N-th one fails, beginning with the first; */
  every: z.int().min(1).default(1),
  /** with this chance, drawn from the server's `faultSeed`; */
  probability: z.number().min(0).max(1).default(1),
  /** this many times at most. */
  times: z.int().min(1).optional(),
};

/** Names of what every fault may say. */
export const CONDITIONS: ReadonlySet<string> = new Set(Object.keys(when));

/** What a header may hold (RFC 9110 5.5), as text without characters beyond ASCII. */
export const headerValue = z.string().regex(/^[\x20-\x7e]+$/, 'expected a header value: ASCII without line breaks');

/** The request that a fault is done to. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly prng: Prng;
  /** Aborted when the fault is removed: what it holds up then goes on. */
  readonly removed: AbortSignal;
  /** Aborted when the fault is removed or the server begins to close. */
  readonly over: AbortSignal;
}

type Stage<P> =
  /** Before anything is read or checked: may hold the request up, throw a Failure, or take the answer over. */
  | {readonly stage: 'request'; apply(fault: P, exchange: Exchange): Promise<'goes on' | 'taken over'>}
  /** Instead of the handler of an operation with a query. */
  | {readonly stage: 'list'; apply(fault: P, query: Query, listing: Listing): Promise<unknown>}
  /** To the text of an answer, failures included. */
  | {readonly stage: 'answer'; apply(fault: P, body: string, exchange: Exchange): string}
  /** To how the text is sent, when it is what it will be. One alone can be done to an answer. */
  | {readonly stage: 'sending'; apply(fault: P, body: string, exchange: Exchange): Readable};

type Query = Readonly<Record<string, unknown>>;

/** The listing that a fault is done to. */
export interface Listing {
  readonly request: FastifyRequest;
  /** Lists as without this fault. */
  readonly list: List;
}

export type FaultKind<S extends z.ZodObject = z.ZodObject> = {
  readonly schema: S;
  /** Whether it can be done to a request at all; one to which it cannot does not count as matching. */
  readonly meets?: (request: FastifyRequest) => boolean;
} & Stage<z.output<S>>;

type Schema<K extends string, P extends z.ZodRawShape> = z.ZodObject<
  Omit<typeof when, keyof P> & P & {kind: z.ZodLiteral<K>}
>;

const schemaOf = <K extends string, P extends z.ZodRawShape>(kind: K, parameters: P) =>
  z.strictObject({kind: z.literal(kind), ...when, ...parameters}) as unknown as Schema<K, P>;

/** A fault that comes before anything else happens to a request. */
export const requestFault = <const K extends string, P extends z.ZodRawShape>(
  kind: K,
  parameters: P,
  apply: (fault: z.output<Schema<K, P>>, exchange: Exchange) => Promise<'goes on' | 'taken over'>,
): FaultKind<Schema<K, P>> => ({schema: schemaOf(kind, parameters), stage: 'request', apply});

/** A fault in what a listing lists. */
export const listFault = <const K extends string, P extends z.ZodRawShape>(
  kind: K,
  parameters: P,
  apply: (fault: z.output<Schema<K, P>>, query: Query, listing: Listing) => Promise<unknown>,
): FaultKind<Schema<K, P>> => ({schema: schemaOf(kind, parameters), stage: 'list', apply});

/** A fault in the text of an answer. */
export const answerFault = <const K extends string, P extends z.ZodRawShape>(
  kind: K,
  parameters: P,
  apply: (fault: z.output<Schema<K, P>>, body: string, exchange: Exchange) => string,
): FaultKind<Schema<K, P>> => ({schema: schemaOf(kind, parameters), stage: 'answer', apply});

/** A fault in how an answer is sent. */
export const sendingFault = <const K extends string, P extends z.ZodRawShape>(
  kind: K,
  parameters: P,
  apply: (fault: z.output<Schema<K, P>>, body: string, exchange: Exchange) => Readable,
): FaultKind<Schema<K, P>> => ({schema: schemaOf(kind, parameters), stage: 'sending', apply});
