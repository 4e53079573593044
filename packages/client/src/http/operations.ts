// Imports zod, which takes most of the time to load this package: loaded with the first call.
import {contract, type Operation, type OperationId, type Schema} from '@edge-console/schema';
import * as z from 'zod/mini';
import type {UntypedInput} from './request-input.ts';

/**
 * Row of the contract; undefined for an unknown id. A function, not a re-export: bundlers keep only what it uses of the
 * schema package, where `import()` of the package keeps every export.
 */
export const contractOperation = (id: OperationId): Operation | undefined =>
  Object.hasOwn(contract, id) ? contract[id] : undefined;

/** The request in the form of a contract row. */
export const operationOf = (input: UntypedInput): Operation => {
  const {method, path, base = 'admin', body, result = 'data', schema = ANY} = input;
  return {
    ...{base, method, path},
    auth: base === 'console' ? ['api-token'] : ['api-token', 'session'],
    idempotent: method !== 'POST' && method !== 'PATCH',
    ...(body !== undefined && {body: OBJECT}),
    response: {read: (result === 'body' ? bodyRead : envelopeRead)(schema), sent: z.unknown()},
  };
};

const ANY = z.optional(z.unknown());
const OBJECT = z.looseObject({});

/** Makes a schema of each schema once: that takes longer than to read a small answer. */
const once = (make: (schema: z.core.$ZodType) => Schema): ((schema: z.core.$ZodType) => Schema) => {
  const made = new WeakMap<z.core.$ZodType, Schema>();
  return schema => {
    const known = made.get(schema) ?? make(schema);
    made.set(schema, known);
    return known;
  };
};

const bodyRead = once(schema => z.pipe(z.unknown(), schema));
const envelopeRead = once(schema => z.looseObject({status: z.literal(0), data: schema}));
