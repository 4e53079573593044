// Apart from request.ts because it needs zod, which is loaded with the first call.
import type {Operation} from '@edge-console/schema';
import * as z from 'zod/mini';
import type {UntypedInput} from './request.ts';

/** The request in the form of a contract row. */
export const operationOf = (input: UntypedInput): Operation => {
  const {method, path, base = 'admin', body, result = 'data', schema} = input;
  return {
    ...{tag: 'Session', summary: '', description: '', base, method, path},
    auth: base === 'console' ? ['api-token'] : ['api-token', 'session'],
    idempotent: method !== 'POST' && method !== 'PATCH',
    ...(body !== undefined && {body: z.looseObject({})}),
    response: {
      read:
        result === 'body'
          ? z.pipe(z.unknown(), schema ?? z.unknown())
          : z.looseObject({status: z.literal(0), data: schema ?? z.optional(z.unknown())}),
      sent: z.unknown(),
    },
  };
};
