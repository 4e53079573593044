import type {Base, Operation} from '@edge-console/schema';
import type {z} from 'zod';
import {EdgeError} from '../errors.ts';

/** Input of an operation, not validated. */
export interface RawInput {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: object | undefined;
  readonly body?: object | undefined;
}

/** A validated request. */
export interface EncodedRequest {
  readonly base: Base;
  readonly method: Operation['method'];
  readonly url: URL;
  /** Path and query of `url`, as errors and hooks show them. */
  readonly path: string;
  readonly body?: string;
}

/**
 * Validates the input against the contract and encodes it.
 *
 * @throws EdgeError `invalid_request` that names the field.
 */
export const encodeRequest = (operation: Operation, base: URL, input: RawInput): EncodedRequest => {
  const refuse = (field: string, problem: string): EdgeError =>
    new EdgeError(
      `The call was not sent (${operation.method} ${operation.path}): ${field} is invalid (${problem}); correct it.`,
      {
        code: 'invalid_request',
        base: operation.base,
        method: operation.method,
        path: operation.path,
        attempt: 0,
        retryable: false,
      },
    );
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = input.params?.[name];
    // URL resolution removes `.` and `..`: the call would reach another operation.
    if (value === undefined || value === '' || value === '.' || value === '..') throw refuse(name, 'no identifier');
    if (typeof value === 'number' && !Number.isSafeInteger(value)) throw refuse(name, 'not an integer');
    return encodeURIComponent(value);
  });
  const url = new URL(base);
  url.pathname = url.pathname.replace(/\/$/, '') + path;
  const query = operation.query && check(operation.query, input.query ?? {}, refuse);
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '');
  url.search = String(new URLSearchParams(Object.fromEntries(given)));
  const body = operation.body && check(operation.body, input.body ?? {}, refuse);
  return {
    base: operation.base,
    method: operation.method,
    url,
    path: url.pathname + url.search,
    ...(body && {body: JSON.stringify(body)}),
  };
};

const check = (schema: z.ZodObject, value: object, refuse: (field: string, problem: string) => EdgeError): object => {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = issue?.path.join('.') || (issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined);
  throw refuse(field ?? 'the input', issue?.message ?? 'wrong shape');
};
