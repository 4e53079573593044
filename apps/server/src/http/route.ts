import {
  type Base,
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
import {decodeBody, decodeParams, decodeUrlQuery} from './requests/decode.ts';
import {methodsOf} from './requests/paths.ts';
import {encode} from './responses/encode-response.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
  }
}

/** `caller` is undefined for operations that need no credential. */
interface Call<Id extends OperationId> {
  readonly params: {readonly [K in keyof PathParams<Id>]: number};
  readonly query: QueryOf<Id>;
  readonly body: BodyOf<Id>;
  readonly caller: Contract[Id]['auth'] extends readonly [] ? undefined : Caller;
  readonly address: string;
}

export type Handlers = {readonly [Id in OperationId]: (call: Call<Id>) => Promise<SentOf<Id>>};

const MAX_LOGIN_BYTES = 16 * 1024;

interface RouteOptions {
  readonly bases: readonly Base[];
  readonly authenticate: Authenticate;
  readonly strict: boolean;
}

export const registerContract = (
  app: FastifyInstance,
  handlers: Handlers,
  {bases, authenticate, strict}: RouteOptions,
): void => {
  app.decorateRequest('caller', undefined);
  for (const id of Object.keys(contract) as OperationId[]) {
    const operation: Operation = contract[id];
    if (!bases.includes(operation.base)) continue;
    const handle = handlers[id] as (call: unknown) => Promise<unknown>;
    app.route({
      method: [...methodsOf(id)],
      exposeHeadRoute: false,
      url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: {operation: id},
      ...(operation.auth.length === 0 && {bodyLimit: MAX_LOGIN_BYTES}),
      // Runs before the body is read, so the body of an unauthenticated request is never read.
      onRequest: async request => {
        if (operation.auth.length > 0) request.caller = await authenticate(operation.auth, request.headers);
      },
      handler: async (request, reply) => {
        reply.type('application/json; charset=utf-8');
        const {caller, ip: address, log} = request;
        return encode({id, log, strict}, await handle({...decode(operation, request), caller, address}));
      },
    });
  }
};

const decode = ({query, body}: Operation, request: FastifyRequest) => ({
  params: decodeParams(request.params as Record<string, string>),
  query: query && decodeUrlQuery(query, request.query as Record<string, string | string[]>),
  body: body && decodeBody(body, request.body),
});
