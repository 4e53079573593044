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
import {type Clock, unixSeconds} from '../clock.ts';
import type {Store} from '../store/store.ts';
import {type Encode, type KeptAnswer, keepAnswer} from './answers.ts';
import type {Authenticate, Caller} from './authenticate.ts';
import {decodeBody, decodeParams, decodeUrlQuery} from './decode.ts';
import {keptWhile} from './kept.ts';

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

/** Whether an operation changes nothing. Field fact 6: logout is a GET, too. */
const readsOnly = (id: OperationId): boolean => contract[id].method === 'GET' && id !== 'logout';

// Bytes of the answers that are kept, of one server, and of their URLs, which their askers choose.
const KEPT_ANSWERS = 16_000_000;
const KEPT_OVERHEAD = 500;

/** Answers a listing as its handler would, for any query. */
export type List = (query: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** What a test does to requests on purpose. */
export interface Interference {
  /** Whether anything is done to this one, whose answer then serves no other. */
  meets(request: FastifyRequest): boolean;
  list(request: FastifyRequest, query: Readonly<Record<string, unknown>>, list: List): Promise<unknown>;
}

export interface RouteParts {
  readonly authenticate: Authenticate;
  readonly encode: Encode;
  readonly store: Store;
  readonly clock: Clock;
  readonly interference: Interference;
}

/**
 * Serves every row of the contract: decode, admit, handle, and send exactly what the contract says. Whoever asks the
 * same again while the data are the same gets the same bytes, but for their time.
 */
export const registerContract = (
  app: FastifyInstance,
  handlers: Handlers,
  {authenticate, encode, store, clock, interference}: RouteParts,
): void => {
  const kept = keptWhile<KeptAnswer>(() => store.version(), {
    room: KEPT_ANSWERS,
    weigh: ({length}, key) => 2 * length + key.length + KEPT_OVERHEAD,
  });
  for (const id of Object.keys(contract) as OperationId[]) {
    const operation: Operation = contract[id];
    const handle = handlers[id] as (call: unknown) => Promise<unknown>;
    const answer = async (request: FastifyRequest, caller: Caller | undefined): Promise<string> => {
      const call = {...decoded(operation, request), caller, address: request.ip};
      const made = await (call.query
        ? interference.list(request, call.query, query => handle({...call, query}))
        : handle(call));
      return encode(id, made, request.log);
    };
    app.route({
      method: [...methodsOf(id)],
      url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: {operation: id},
      handler: async (request, reply) => {
        const caller = operation.auth.length > 0 ? await authenticate(operation.auth, request.headers) : undefined;
        reply.type('application/json; charset=utf-8');
        if (!readsOnly(id) || interference.meets(request)) return answer(request, caller);
        // Of the caller an answer depends on the user alone.
        const key = `${caller?.user.id} ${request.url}`;
        const made = await kept(key, async () => keepAnswer(await answer(request, caller)));
        return made.at(unixSeconds(clock));
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
