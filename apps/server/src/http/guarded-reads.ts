import type {Operation, OperationId, QueryOf, SentOf} from '@edge-console/schema';
import type {FastifyReply, FastifyRequest} from 'fastify';
import type {CredentialKey} from '../store/store.ts';
import type {DeferredCheck} from './authenticate.ts';
import type {ByteBudget} from './limits/byte-budget.ts';
import {decodeUrlQuery} from './requests/decode.ts';
import type {JsonRows} from './responses/encode.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The credential of a request that is checked with its read; undefined if it was checked before. */
    unchecked: CredentialKey | undefined;
  }
}

interface GuardedCall<Id extends OperationId> {
  readonly key: CredentialKey;
  readonly query: QueryOf<Id>;
  /** See {@link ByteBudget.holdFree}. */
  holdFree(bytes: number): boolean;
}

/** `response` is undefined if the operation needs its handler. */
interface GuardedResponse<Id extends OperationId> {
  /** Of the credential; undefined for an unknown one. */
  readonly expiresAt: number | undefined;
  readonly response: JsonRows<SentOf<Id>> | undefined;
}

export type GuardedRead<Id extends OperationId> = (call: GuardedCall<Id>) => Promise<GuardedResponse<Id>> | undefined;

/**
 * Reads of the credential and the response of an operation in one round trip to the database: a round trip takes longer
 * than reading a short page. Nothing is read for an unknown credential. Undefined if the request takes more round trips.
 */
export type GuardedReads = {readonly [Id in OperationId]?: GuardedRead<Id>};

interface GuardedReadOptions {
  readonly check: DeferredCheck;
  readonly budget: ByteBudget;
}

/** The response to a request with an unchecked credential; undefined if the credential must be checked first. */
export const readGuarded =
  (operation: Operation, read: GuardedRead<OperationId>, {check, budget}: GuardedReadOptions) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const {unchecked: key} = request;
    const query = key && decodeOrUndefined(operation, request);
    if (!key || !query) return undefined;
    const result = await read({key, query, holdFree: bytes => budget.holdFree(reply, bytes)});
    return result && check.isValid(result.expiresAt) ? result.response : undefined;
  };

/** Undefined for an invalid query: an invalid credential is reported before it. */
const decodeOrUndefined = ({query}: Operation, request: FastifyRequest): QueryOf<OperationId> | undefined => {
  try {
    return query && (decodeUrlQuery(query, request.query as Record<string, string | string[]>) as QueryOf<OperationId>);
  } catch {
    return undefined;
  }
};
