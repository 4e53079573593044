import type {OperationId} from '@edge-console/schema';

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: OperationId;
    /** About the server itself: neither remembered nor subject to faults. */
    internal?: boolean;
  }
}
