import type {OperationId} from '@edge-console/schema';
import type {ChosenFault} from '../faults/registry.ts';
import type {Writable} from './journal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    record?: Writable | undefined;
    /** Faults to be done to this request. */
    chosen?: readonly ChosenFault[] | undefined;
  }
  interface FastifyContextConfig {
    operation?: OperationId;
    /** About the server itself: neither remembered nor subject to faults. */
    internal?: boolean;
  }
}
