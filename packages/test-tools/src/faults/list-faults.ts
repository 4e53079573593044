import {contract, decodeQuery, type Operation} from '@edge-console/schema';
import type {FastifyRequest, RouteOptions} from 'fastify';
import type {List, Query} from './fault.ts';
import {kindOf} from './kinds/index.ts';

/** List faults apply in the order in which they were set. */
export const applyListFaults = (route: RouteOptions): void => {
  const id = route.config?.operation;
  const {query: schema}: Partial<Operation> = id === undefined ? {} : contract[id];
  if (!schema) return;
  const {handler} = route;
  route.handler = async function (request, reply) {
    const respond = () => handler.call(this, request, reply) as Promise<string>;
    const {data: query} = decodeQuery(schema, request.query as Record<string, string>);
    const list: List = async changed => {
      const {query: sent} = request;
      request.query = textsOf(changed);
      try {
        return JSON.parse(await respond());
      } finally {
        request.query = sent;
      }
    };
    const faulted = withListFaults(request, list);
    // An invalid query is undefined, and `respond` sends the error response.
    return faulted === list || !query ? respond() : JSON.stringify(await faulted(query as Query));
  };
};

const withListFaults = (request: FastifyRequest, list: List): List =>
  (request.activeFaults ?? []).reduce<List>((next, {fault, hit}) => {
    const kind = kindOf(fault);
    return kind.stage === 'list' ? changed => kind.apply(fault, changed, {request, list: next, hit}) : next;
  }, list);

const textsOf = (query: Query): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
