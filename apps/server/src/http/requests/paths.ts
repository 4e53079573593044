import {contract, type Operation, type OperationId} from '@edge-console/schema';
import {Failure} from '../responses/failure.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: OperationId;
    /** Whether the route is one of the server itself, such as `/healthz`. */
    internal?: boolean;
  }
}

const escapeLiteral = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const WILDCARD = /(\/\*\*(?=\/|$)|\*|\{\w+\})/;

/**
 * Matches paths with or without a trailing slash. `*` and `{name}` match a path segment or a non-empty part of one,
 * `**` any number of segments.
 */
export const pathPattern = (pattern: string): ((path: string) => boolean) => {
  // Consecutive `/**` would make the regular expression slow.
  const parts = pattern
    .replaceAll(/(?:\/\*\*)+(?=\/|$)/g, '/**')
    .replace(/\/$/, '')
    .split(WILDCARD);
  const sources = parts.map(part =>
    part === '/**' ? '(?:/[^/]*)*' : WILDCARD.test(part) ? '[^/]+' : escapeLiteral(part),
  );
  const regex = new RegExp(`^${sources.join('')}/?$`);
  return path => regex.test(path);
};

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
  matches: pathPattern(operation.path),
}));

export const operationAt = (path: string): Operation | undefined =>
  OPERATIONS.find(({matches}) => matches(path))?.operation;

export interface KnownRoute {
  readonly methods: readonly string[];
  matches(path: string): boolean;
}

/** Returns a 405 with the header `Allow` if the path has routes for other methods, else a 404. */
export const routeFailure = (routes: readonly KnownRoute[], method: string, url: string): Failure => {
  const path = pathOf(url);
  const methods = routes.filter(({matches}) => matches(path)).flatMap(route => route.methods);
  if (methods.length === 0) return new Failure(404, 'there is no such path');
  const allow = [...new Set(methods)].join(', ');
  return new Failure(405, `${method} is not possible here; possible: ${allow}`, {allow});
};
