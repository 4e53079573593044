// zod takes most of the package's load time, so this module is loaded with the first call.
import {contract, type Operation, type OperationId, type Schema} from '@edge-console/schema';
import * as z from 'zod/mini';
import type {UntypedInput} from './request.ts';

/** Bundlers include all of a module that `import()` loads, so `call.ts` loads this module, not the schema package. */
export const contractOperation = (id: OperationId): Operation | undefined =>
  Object.hasOwn(contract, id) ? contract[id] : undefined;

export const operationOf = (input: UntypedInput): Operation => {
  const {method, path, base = 'admin', body, result = 'data', schema} = input;
  return {
    ...{base, method, path},
    auth: base === 'console' ? ['api-token'] : ['api-token', 'session'],
    ...(body !== undefined && {body: OBJECT}),
    response: {
      read: result === 'body' ? z.pipe(ANY, schema ?? ANY) : schema ? envelopeOf(schema) : UNTYPED,
      sent: ANY,
    },
  };
};

const ANY = z.unknown();
const OBJECT = z.looseObject({});
const envelopeOf = (data: z.core.$ZodType): Schema => z.looseObject({status: z.literal(0), data});
// Creating a schema takes longer than validating a small response.
const UNTYPED = envelopeOf(z.optional(ANY));
