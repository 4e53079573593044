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
 * Returns a function that says whether a path matches the pattern. `*` and `{name}` match one segment, or a non-empty
 * part of a segment. `**` matches any number of segments. A trailing slash is ignored.
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
 * Returns the path of a request target in the form that the router compares: without the scheme and host of an absolute
 * URL (RFC 9112, 3.2.2), without the query, and percent-decoded once.
 */
export const pathOf = (url: string): string => {
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0] ?? '';
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
};

/**
 * Whether the path of a request target is reserved for the server itself, such as `/healthz`, even if it has no route.
 */
export const isInternalPath = (url: string): boolean => /^\/(?:healthz|readyz|__control)(?:\/|$)/.test(pathOf(url));

const OPERATIONS = Object.values<Operation>(contract).map(operation => ({
  operation,
  matches: pathPattern(operation.path),
}));

/** Returns an operation that has this path, whatever its method; undefined if there is none. */
export const operationAt = (path: string): Operation | undefined =>
  OPERATIONS.find(({matches}) => matches(path))?.operation;

export interface KnownRoute {
  readonly methods: readonly string[];
  matches(path: string): boolean;
}

/**
 * Returns the failure for a request that matches no route: 405 with the header `Allow` if the path has routes for other
 * methods, else 404.
 */
export const routeFailure = (routes: readonly KnownRoute[], method: string, url: string): Failure => {
  const path = pathOf(url);
  const methods = routes.filter(({matches}) => matches(path)).flatMap(route => route.methods);
  if (methods.length === 0) return new Failure(404, 'there is no such path');
  const allow = [...new Set(methods)].join(', ');
  return new Failure(405, `${method} is not possible here; possible: ${allow}`, {allow});
};
