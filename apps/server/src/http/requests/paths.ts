import {contract, type Operation, type OperationId} from '@edge-console/schema';
import {Failure} from '../responses/failure.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: OperationId;
    /** A route of the server itself, such as health: not part of the contract. */
    internal?: boolean;
  }
}

const escapeLiteral = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const WILDCARD = /(\/\*\*(?=\/|$)|\*|\{\w+\})/;

/**
 * Compiles a path pattern: `*` and `{name}` match one segment or a non-empty part of one, `**` any number of segments. A
 * trailing slash is ignored.
 */
export const pathPattern = (pattern: string): ((path: string) => boolean) => {
  // A repeated `**` matches what one does, and would make the expression slow.
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
 * The path of a request target as the router sees it: without scheme and host of an absolute form (RFC 9112, 3.2.2),
 * without query, percent-decoded once.
 */
export const pathOf = (url: string): string => {
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0] ?? '';
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
};

/** Whether a request target belongs to the server itself, with or without a route. */
export const isInternalPath = (url: string): boolean => /^\/(?:healthz|readyz|__control)(?:\/|$)/.test(pathOf(url));

const OPERATIONS = Object.values<Operation>(contract).map(operation => ({
  operation,
  matches: pathPattern(operation.path),
}));

/** An operation that has this path, with any method. */
export const operationAt = (path: string): Operation | undefined =>
  OPERATIONS.find(({matches}) => matches(path))?.operation;

export interface KnownRoute {
  readonly methods: readonly string[];
  matches(path: string): boolean;
}

/** The failure of a request without a route: 405 with `Allow` if the path has other methods, else 404. */
export const routeFailure = (routes: readonly KnownRoute[], method: string, url: string): Failure => {
  const path = pathOf(url);
  const methods = routes.filter(({matches}) => matches(path)).flatMap(route => route.methods);
  if (methods.length === 0) return new Failure(404, 'there is no such path');
  const allow = [...new Set(methods)].join(', ');
  return new Failure(405, `${method} is not possible here; possible: ${allow}`, {allow});
};
