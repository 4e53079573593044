import {contract, type OperationId} from '@edge-console/schema';
import type {FastifyBaseLogger} from 'fastify';
import * as z from 'zod';

/**
 * Omits keys that are not in the contract. If the response violates the contract, throws if `strict` is set, and
 * otherwise logs it.
 */
export const encode = (
  {id, log, strict}: {readonly id: OperationId; readonly log: FastifyBaseLogger; readonly strict: boolean},
  response: unknown,
): string => {
  const result = z.safeParse(SENT[id], response);
  if (result.success) return JSON.stringify(result.data);
  const defect = new Error(`the response of ${id} violates the contract: ${z.prettifyError(result.error)}`);
  if (strict) throw defect;
  log.error(defect);
  return JSON.stringify(stripUnknownKeys(SENT[id], response));
};

/** The contract uses `zod/mini`, which interprets objects. The full zod compiles them, which is faster. */
const compile = (schema: z.core.$ZodType): z.core.$ZodType => {
  const {def} = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'array') return new z.core.$ZodArray({...def, element: compile(def.element)});
  if (def.type !== 'object') return schema;
  const fields = Object.entries(def.shape).map(([name, field]) => [name, compile(field)]);
  return new z.core.$ZodObjectJIT({...def, shape: Object.fromEntries(fields)});
};

const SENT = Object.fromEntries(
  Object.entries(contract).map(([id, {response}]) => [id, compile(response.sent)]),
) as Readonly<Record<OperationId, z.core.$ZodType>>;

const stripUnknownKeys = (schema: z.core.$ZodType, value: unknown): unknown => {
  const {def} = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'array') {
    return Array.isArray(value) ? value.map(item => stripUnknownKeys(def.element, item)) : value;
  }
  if (def.type !== 'object' || typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).flatMap(([key, field]) => {
    const {[key]: known} = def.shape;
    return known ? [[key, stripUnknownKeys(known, field)]] : [];
  });
  return Object.fromEntries(fields);
};
