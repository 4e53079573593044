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
import type {Authenticate, Caller} from './authenticate.ts';
import {decodeBody, decodeParams, decodeUrlQuery} from './decode.ts';

/** A request, decoded and admitted. `caller` is there where the operation wants a credential. */
export interface Call<Id extends OperationId> {
  readonly params: {readonly [K in keyof PathParams<Id>]: number};
  readonly query: QueryOf<Id>;
  readonly body: BodyOf<Id>;
  readonly caller: Contract[Id]['auth'] extends readonly [] ? undefined : Caller;
}

/** One handler an operation, typed from its row of the contract. */
export type Handlers = {readonly [Id in OperationId]: (call: Call<Id>) => Promise<SentOf<Id>>};

// Field fact 6: logout is a GET, and taken as a POST too.
const ALSO: Partial<Record<OperationId, readonly string[]>> = {logout: ['POST']};

/** Methods of an operation, as they are routed. */
export const methodsOf = (id: OperationId): readonly string[] => [contract[id].method, ...(ALSO[id] ?? [])];

/** Serves every row of the contract: decode, admit, handle, and send exactly what the contract says. */
export const registerContract = (app: FastifyInstance, handlers: Handlers, authenticate: Authenticate): void => {
  for (const id of Object.keys(contract) as OperationId[]) {
    const operation: Operation = contract[id];
    const handle = handlers[id] as (call: unknown) => Promise<unknown>;
    app.route({
      method: [...methodsOf(id)],
      url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      handler: async (request, reply) => {
        const caller = operation.auth.length > 0 ? await authenticate(operation.auth, request.headers) : undefined;
        const answer = await handle({...decoded(operation, request), caller});
        reply.type('application/json; charset=utf-8');
        return JSON.stringify(operation.response.sent.parse(answer));
      },
    });
  }
};

const decoded = ({query, body}: Operation, request: FastifyRequest) => ({
  params: decodeParams(request.params as Record<string, string>),
  query: query && decodeUrlQuery(query, request.query as Record<string, string | string[]>),
  body: body && decodeBody(body, request.body),
});
