import {contract, type OperationId} from '@edge-console/schema';
import type {FastifyBaseLogger} from 'fastify';
import {z} from 'zod';
import type {Logger} from './app.ts';

/**
 * Makes an answer the text that is sent: exactly what the contract has. Where it is not what the contract says, `strict`
 * throws, and else the defect is logged and the answer sent without the keys that the contract does not know.
 */
export type Encode = (id: OperationId, answer: unknown, log: FastifyBaseLogger) => string;

export const encodeAnswers =
  (strict: boolean, logger: Logger | undefined): Encode =>
  (id, answer, log) => {
    const {sent} = contract[id].response;
    const result = sent.safeParse(answer);
    if (result.success) return JSON.stringify(result.data);
    const defect = new Error(`${id} answered outside the contract: ${z.prettifyError(result.error)}`);
    if (strict) throw defect;
    log.error(defect);
    logger?.error(defect.message);
    return JSON.stringify(stripped(sent, answer));
  };

// Unchecked, but no key leaves that is not of the contract.
const stripped = (schema: unknown, value: unknown): unknown => {
  if (schema instanceof z.ZodArray) {
    return Array.isArray(value) ? value.map(item => stripped(schema.element, item)) : value;
  }
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([key]) => key in schema.shape);
  return Object.fromEntries(fields.map(([key, field]) => [key, stripped(schema.shape[key], field)]));
};

/** An answer as bytes, to be sent any number of times. */
export interface KeptAnswer {
  readonly length: number;
  /** With this time, in Unix seconds, where it had the time of its making. */
  at(now: number): Buffer;
}

export const keepAnswer = (text: string): KeptAnswer => {
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

// As `sent` orders the keys of the envelope, so that no text further in is taken for it.
const TIME = /^\{"status":0,"time":(\d+)/;
