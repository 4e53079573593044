import {contract, type OperationId} from '@edge-console/schema';
import type {FastifyBaseLogger} from 'fastify';
import {z} from 'zod';
import type {Logger} from './log.ts';

/** Serializes the response of an operation. */
export type Encode = (id: OperationId, response: unknown, log: FastifyBaseLogger) => string;

/**
 * Validates responses against the contract and removes unknown keys. A response that violates the contract throws if
 * `strict`, else it is logged and sent without unknown keys.
 */
export const createEncoder =
  (strict: boolean, logger: Logger | undefined): Encode =>
  (id, response, log) => {
    const {sent} = contract[id].response;
    const result = sent.safeParse(response);
    if (result.success) return JSON.stringify(result.data);
    const defect = new Error(`the response of ${id} violates the contract: ${z.prettifyError(result.error)}`);
    if (strict) throw defect;
    log.error(defect);
    logger?.error(defect.message);
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

/** A serialized response that can be sent repeatedly. */
export interface CachedResponse {
  readonly length: number;
  /** The bytes, with the envelope's `time` replaced by `now` in Unix seconds. */
  at(now: number): Buffer;
}

export const createCachedResponse = (text: string): CachedResponse => {
  const bytes = Buffer.from(text);
  const {length} = bytes;
  const [head = '', digits] = TIME.exec(text) ?? [];
  if (digits === undefined) return {length, at: () => bytes};
  const [before, after] = [bytes.subarray(0, head.length - digits.length), bytes.subarray(head.length)];
  let last = {at: Number(digits), bytes};
  return {
    length,
    at: now => {
      if (now !== last.at) last = {at: now, bytes: Buffer.concat([before, Buffer.from(String(now)), after])};
      return last.bytes;
    },
  };
};

// Anchored to the envelope's first keys, so a log text that looks like one is not replaced.
const TIME = /^\{"status":0,"time":(\d+)/;
