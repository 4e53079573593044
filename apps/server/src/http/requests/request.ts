import type {OperationId} from '@edge-console/schema';

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: OperationId;
    /** A route of the server itself, such as health or control: not recorded, and never subject to faults. */
    internal?: boolean;
    /** Needs no credential. Its small bodies do not count in the byte budget, which anyone could use up with them. */
    isPublic?: boolean;
    /** The handler reads the body as a stream, in bounded memory. */
    streamsBody?: boolean;
  }
}

/**
 * The path of a request target as the router sees it: without scheme and host of an absolute form (RFC 9112, 3.2.2),
 * without query, percent-decoded once.
 */
export const pathOf = (url: string): string => {
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0] ?? '';
  if (!path.includes('%')) return path;
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
};

/** Whether a request target belongs to the server itself, with or without a route. */
export const isInternalPath = (url: string): boolean => /^\/(?:healthz|readyz|__control)(?:\/|$)/.test(pathOf(url));
