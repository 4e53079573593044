import type {Base, Operation} from '@edge-console/schema';
import type * as z from 'zod/mini';
import {invalidOption} from '../../errors.ts';
import type {CallOptions} from '../../options.ts';
import type {Perform} from '../call.ts';
import {type CallPromise, callPromise, type WithResponse} from '../call-promise.ts';
import {hasDotSegment} from './encode-request.ts';

/** A request to a path that the contract does not list. */
export interface RequestInput {
  readonly method: Operation['method'];
  /**
   * Path below the base URL, from `/` on, without query and `.` or `..` segments. `{name}` is replaced by `params.name`.
   */
  readonly path: string;
  readonly params?: Readonly<Record<string, string | number>>;
  /** `admin` (default) is `baseUrl`, `console` is `consoleUrl`. */
  readonly base?: Base;
  /** Errors and hooks show values of sensitive parameters, such as `access_token`, as `[secret]`. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** JSON object; not allowed with GET. Strings in sensitive fields, such as `password`, are redacted in errors. */
  readonly body?: Readonly<Record<string, unknown>>;
  /**
   * Whether the call resolves to `data` of the envelope (default) or to the whole body, which may be any JSON value. In
   * both cases, a 2xx response with a numeric `status` other than 0 in its body rejects with the code `envelope`.
   */
  readonly result?: 'data' | 'body';
}

/** A request whose result is validated and typed by a zod schema. */
export interface TypedRequestInput<T> extends RequestInput {
  readonly schema: z.core.$ZodType<T>;
}

export type UntypedInput = RequestInput & {readonly schema?: z.core.$ZodType};

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/**
 * Sends a request to a path that the contract does not list, with the client's credential, time limits and hooks. POST
 * and PATCH are never retried. Rejects with an {@link EdgeError}: `invalid_response` if the result does not match
 * `schema`.
 *
 * @example
 * const site = await client.request({
 *   method: 'GET',
 *   path: '/admin-api/global/{id}/ngx/',
 *   params: {id: 7},
 *   query: {detail: 1},
 *   schema: z.looseObject({name: z.string()}),
 * });
 * console.log(site.name);
 */
export interface RequestCall {
  <T>(input: TypedRequestInput<T>, options?: CallOptions): CallPromise<T>;
  (input: RequestInput, options?: CallOptions): CallPromise<unknown>;
}

export const createRequest = (perform: Perform): RequestCall => {
  const send = async (input: UntypedInput, options: CallOptions): Promise<WithResponse<unknown>> => {
    assertValid(input);
    const {params = {}, query, body} = input;
    const operation = import('./operations.ts').then(({operationOf}) => operationOf(input));
    return perform(operation, {params, body}, {...options, query: {...options.query, ...query}});
  };
  return ((input: UntypedInput, options: CallOptions = {}) =>
    callPromise(send(input, options), body =>
      input.result === 'body' ? body : (body as {data?: unknown}).data,
    )) as RequestCall;
};

const assertValid = (input: RequestInput): void => {
  if (typeof input !== 'object' || input === null) throw invalidOption('input', 'must be an object');
  const {method, path, base = 'admin', query, body, result = 'data'} = input;
  if (!METHODS.includes(method)) throw invalidOption('method', `must be one of ${METHODS.join(', ')}`);
  if (base !== 'admin' && base !== 'console') throw invalidOption('base', 'must be admin or console');
  if (result !== 'data' && result !== 'body') throw invalidOption('result', 'must be data or body');
  if (query !== undefined && !isJson(query)) throw invalidOption('query', 'must be an object');
  if (body !== undefined && method === 'GET') throw invalidOption('body', 'must be absent with GET');
  if (body !== undefined && !isJson(body)) throw invalidOption('body', 'must be a JSON object');
  if (!isSafePath(path)) throw invalidOption('path', PATH_RULE);
};

const PATH_RULE = 'must start with one / and have no query, fragment, backslash, space, or . or .. segment';

/** The gateway may decode percent-encoding before routing. */
const isSafePath = (path: unknown): boolean => {
  if (typeof path !== 'string' || !/^\/(?!\/)[^\s\p{Cc}\\?#]*$/u.test(path) || hasDotSegment(path)) return false;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
};

const isJson = (value: unknown): boolean => {
  try {
    return typeof value === 'object' && value !== null && !Array.isArray(value) && JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
};
