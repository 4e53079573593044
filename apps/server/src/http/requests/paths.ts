import {type Base, contract, type Operation, type OperationId} from '@edge-console/schema';
import {pathPattern} from '@edge-console/schema/path-pattern';
import {Failure} from '../responses/failure.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: OperationId;
    /** Whether the route is one of the server itself, such as `/healthz`. */
    internal?: boolean;
  }
}

/**
 * Returns the path by which the router finds a route: decoded once, without scheme, host and query (RFC 9112, 3.2.2).
 */
export const pathOf = (url: string): string => {
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0] ?? '';
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
};

/** Whether a path is reserved for routes outside the contract. */
export const isInternalPath = (url: string): boolean =>
  /^\/(?:healthz|readyz|openapi\.json|__control)(?:\/|$)/.test(pathOf(url));

export const methodsOf = (id: OperationId): readonly string[] => {
  const {method} = contract[id];
  if (id === 'logout') return [method, 'POST'];
  return method === 'GET' ? [method, 'HEAD'] : [method];
};

export interface KnownRoute {
  readonly methods: readonly string[];
  readonly pattern: RegExp;
}

/** Returns a 405 with the header `Allow` if the path has routes for other methods, else a 404. */
export const routeFailure = (routes: readonly KnownRoute[], method: string, url: string): Failure => {
  const path = pathOf(url);
  const methods = routes.filter(({pattern}) => pattern.test(path)).flatMap(route => route.methods);
  if (methods.length === 0) return new Failure(404, 'there is no such path');
  const allow = [...new Set(methods)].join(', ');
  return new Failure(405, `${method} is not possible here; possible: ${allow}`, {allow});
};

const ROUTES: readonly (KnownRoute & {readonly operation?: Operation})[] = [
  ...(Object.keys(contract) as OperationId[]).map(id => ({
    operation: contract[id],
    methods: methodsOf(id),
    pattern: pathPattern(contract[id].path),
  })),
  ...['/healthz', '/readyz', '/openapi.json'].map(path => ({methods: ['GET', 'HEAD'], pattern: pathPattern(path)})),
];

export const operationAt = (path: string): Operation | undefined =>
  ROUTES.find(({pattern}) => pattern.test(path))?.operation;

export const noRouteFailure = (method: string, url: string, bases: readonly Base[] = ['admin', 'console']): Failure => {
  const routes = ROUTES.filter(({operation}) => operation === undefined || bases.includes(operation.base));
  return routeFailure(routes, method, url);
};
