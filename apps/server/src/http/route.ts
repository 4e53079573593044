import {
  type BodyOf,
  type Contract,
  contract,
  type Operation,
  type OperationId,
  type PathParams,
  type QueryOf,
  type SentOf,
} from '@edge-console/schema';
import type {FastifyInstance, FastifyRequest} from 'fastify';
import {listWithFaults} from '../faults/plugin.ts';
import type {Encode} from './answers.ts';
import type {Authenticate, Caller} from './authenticate.ts';
import {decodeBody, decodeParams, decodeUrlQuery} from './decode.ts';

/** A request, decoded and admitted. `caller` is there where the operation wants a credential. */
export interface Call<Id extends OperationId> {
  readonly params: {readonly [K in keyof PathParams<Id>]: number};
  readonly query: QueryOf<Id>;
  readonly body: BodyOf<Id>;
  readonly caller: Contract[Id]['auth'] extends readonly [] ? undefined : Caller;
  /** Address of the peer. */
  readonly address: string;
}

/** One handler an operation, typed from its row of the contract. */
export type Handlers = {readonly [Id in OperationId]: (call: Call<Id>) => Promise<SentOf<Id>>};

// Field fact 6: logout is a GET, and taken as a POST too.
const ALSO: Partial<Record<OperationId, readonly string[]>> = {logout: ['POST']};

/** Methods of an operation, as they are routed. */
export const methodsOf = (id: OperationId): readonly string[] => [contract[id].method, ...(ALSO[id] ?? [])];

/** Serves every row of the contract: decode, admit, handle, and send exactly what the contract says. */
export const registerContract = (
  app: FastifyInstance,
  handlers: Handlers,
  {authenticate, encode}: {authenticate: Authenticate; encode: Encode},
): void => {
  for (const id of Object.keys(contract) as OperationId[]) {
    const operation: Operation = contract[id];
    const handle = handlers[id] as (call: unknown) => Promise<unknown>;
    app.route({
      method: [...methodsOf(id)],
      url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: {operation: id},
      handler: async (request, reply) => {
        const caller = operation.auth.length > 0 ? await authenticate(operation.auth, request.headers) : undefined;
        const call = {...decoded(operation, request), caller, address: request.ip};
        const answer = await (call.query
          ? listWithFaults(request, call.query, query => handle({...call, query}))
          : handle(call));
        reply.type('application/json; charset=utf-8');
        return encode(id, answer, request.log);
      },
    });
  }
};

const decoded = ({query, body}: Operation, request: FastifyRequest) => ({
  params: decodeParams(request.params as Record<string, string>),
  query:
    query && (decodeUrlQuery(query, request.query as Record<string, string | string[]>) as Record<string, unknown>),
  body: body && decodeBody(body, request.body),
});
