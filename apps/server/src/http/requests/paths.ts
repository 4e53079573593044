import {contract, type Operation, type OperationId} from '@edge-console/schema';
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

const OPERATIONS = Object.values<Operation>(contract).map(operation => ({
  operation,
  pattern: pathPattern(operation.path),
}));

export const operationAt = (path: string): Operation | undefined =>
  OPERATIONS.find(({pattern}) => pattern.test(path))?.operation;

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
