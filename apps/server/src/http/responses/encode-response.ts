import {contract, type OperationId} from '@edge-console/schema';
import type {FastifyBaseLogger} from 'fastify';
import * as z from 'zod';

/**
 * Returns the response as JSON, without keys that are not in the contract. If the response violates the contract,
 * throws if `strict` is set, and otherwise logs the violation.
 */
export const encode = (
  {id, log, strict}: {readonly id: OperationId; readonly log: FastifyBaseLogger; readonly strict: boolean},
  response: unknown,
): string => {
  const {sent} = contract[id].response;
  const result = sent.safeParse(response);
  if (result.success) return JSON.stringify(result.data);
  const defect = new Error(`the response of ${id} violates the contract: ${z.prettifyError(result.error)}`);
  if (strict) throw defect;
  log.error(defect);
  return JSON.stringify(stripUnknownKeys(sent, response));
};

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
