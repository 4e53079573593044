import {contract, type Operation, type OperationId} from '@edge-console/schema';
import {Failure} from '../responses/failure.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: OperationId;
    /** Whether the route belongs to the server itself, such as `/healthz`, and not to the contract. */
    internal?: boolean;
  }
}

const escapeLiteral = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const WILDCARD = /(\/\*\*(?=\/|$)|\*|\{\w+\})/;

/**
 * Returns a function that matches paths, with or without a trailing slash. `*` and `{name}` in the pattern match a path
 * segment or a non-empty part of one. `**` matches any number of segments.
 */
export const pathPattern = (pattern: string): ((path: string) => boolean) => {
  // Consecutive `/**` match the same paths as a single `/**`, but would make the regular expression slow.
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
 * Returns the path by which the router finds a route: decoded once, without scheme and host (RFC 9112, 3.2.2) and
 * without query.
 */
export const pathOf = (url: string): string => {
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0] ?? '';
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
};

/** Whether a path is reserved for routes outside the contract, such as `/healthz`. Also true for `/healthz/unknown`. */
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
