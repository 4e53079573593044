import type {BodyOf, Operation, OperationId, PathParams, QueryOf, ReadOf} from '@edge-console/schema';
import type {Credentials} from '../auth/credentials.ts';
import type {Renewal} from '../auth/renewal.ts';
import {type EdgeError, type EdgeErrorCode, errorOutsideCall, invalidOption, isEdgeError, oneLine} from '../errors.ts';
import type {CallOptions} from '../options.ts';
import {readCallOptions, type Settings} from '../settings.ts';
import {type CallPromise, callPromise, type WithResponse} from './call-promise.ts';
import {isRepeatable, pause, retryDelay} from './exchange/retry.ts';
import type {Send} from './exchange/send.ts';
import {type Attempt, abortedError, closedError, edgeError, expiredError, readOnlyError} from './failure.ts';
import type {Observer} from './observer.ts';
import type {RedactFor} from './redact.ts';
import {encodeRequest, type RawInput} from './request/encode-request.ts';
import {readExtras} from './request/extras.ts';

/** Path parameters, query and body, each only if the operation has it. */
export type CallInput<Id extends OperationId> = (keyof PathParams<Id> extends never
  ? {readonly params?: undefined}
  : {readonly params: PathParams<Id>}) &
  (QueryOf<Id> extends undefined ? {readonly query?: undefined} : {readonly query?: QueryOf<Id> | undefined}) &
  (BodyOf<Id> extends undefined ? {readonly body?: undefined} : {readonly body: BodyOf<Id>});

/**
 * Calls an operation of the contract by its id. Resolves to the response body. Rejects with an {@link EdgeError}.
 *
 * @example
 * const body = await client.call('getApiToken', {params: {api_token_id: 7}});
 * console.log(body.data.name);
 */
export type Call = <Id extends OperationId>(
  id: Id,
  input: CallInput<Id>,
  options?: CallOptions,
) => CallPromise<ReadOf<Id>>;

interface CallParts {
  readonly settings: Settings;
  readonly closed: AbortSignal;
  readonly credentials: Credentials;
  readonly renewal: Renewal;
  readonly observer: Observer;
  readonly send: Send;
  readonly redactFor: RedactFor;
}

export type Perform = (
  operation: Promise<Operation>,
  input: RawInput,
  options: CallOptions,
) => Promise<WithResponse<unknown>>;

export const createPerform = (parts: CallParts): Perform => {
  const {settings, closed, credentials, renewal, observer, send, redactFor} = parts;
  const perform: Perform = async (loading, input, options) => {
    if (closed.aborted) throw errorOutsideCall('aborted', 'The client was closed.');
    const operation = await loading;
    const base = operation.base === 'console' ? settings.consoleUrl : settings.baseUrl;
    const {timeouts, retries, repeat, signal} = readCallOptions(settings, options);
    const extras = readExtras(options);
    const redact = redactFor(extras.secrets);
    const request = encodeRequest(operation, input, {base, extras, redact});
    const reason = mayChange(operation) ? settings.readOnlyReason() : undefined;
    if (reason !== undefined) throw readOnlyError(request, redact.text(reason));
    const maxRetries = isRepeatable(operation, repeat) ? retries : 0;
    const deadline = performance.now() + timeouts.total;
    const remaining = (): number => Math.max(1, deadline - performance.now());
    const usesSession = !isLogout(operation) && credentials.wantsSession(operation);

    const assertOpen = (attempt: Attempt): void => {
      if (signal?.aborted) throw abortedError(attempt, signal);
      if (closed.aborted) throw closedError(attempt);
    };

    const awaitLogin = async <T>(number: number, wait: (signal: AbortSignal) => Promise<T>): Promise<T> => {
      const expiry = AbortSignal.timeout(Math.ceil(remaining()));
      try {
        return await wait(AbortSignal.any([...(signal ? [signal] : []), closed, expiry]));
      } catch (error) {
        if (isEdgeError(error)) throw error;
        assertOpen({request, number});
        throw expiredError({request, number});
      }
    };

    const waitForRetry = async (number: number, error: EdgeError, delay: number): Promise<void> => {
      observer.retry(() => ({
        ...{method: request.method, path: request.path(), attempt: number, error: error.code, delay},
        ...(error.status !== undefined && {status: error.status}),
        at: new Date(Date.now() + delay),
      }));
      if (delay > 0) await pause(delay, signal ? AbortSignal.any([signal, closed]) : closed);
      assertOpen({request, number});
    };

    let renewed = false;
    let failures = 0;
    for (let number = 1; ; number++) {
      const attempt = {request, number};
      assertOpen(attempt);
      if (usesSession && credentials.account) await awaitLogin(number - 1, renewal.ensure);
      const credential = credentials.pick(operation);
      if (!credential && operation.base === 'console') {
        throw edgeError({request, number: 0}, 'invalid_request', {
          what: 'The console needs an API token, and there is none',
          advice: 'a session is not enough: give an API token or a console token',
        });
      }
      try {
        const limits = {timeouts: {...timeouts, total: remaining()}, signal};
        const result = await send({operation, attempt, credential, ...limits});
        if (credential) renewal.accepted(credential);
        return result;
      } catch (error) {
        if (!isEdgeError(error) || signal?.aborted || closed.aborted) throw error;
        const isRefused = usesSession && isSessionRefused(error);
        const refused = isRefused && !renewed ? credential : undefined;
        if (refused && (await awaitLogin(number, limit => renewal.replace(refused, limit)))) {
          renewed = true;
          await waitForRetry(number, error, 0);
          continue;
        }
        if (isRefused && credential) throw Object.assign(error, {sessionEnded: true});
        if (!error.retryable || ++failures > maxRetries) throw error;
        const delay = Math.round(retryDelay(failures, error.retryAfter, Math.random));
        if (delay >= remaining()) throw error;
        await waitForRetry(number, error, delay);
      }
    }
  };

  /** A refused call was not executed, so even a POST can be repeated. */
  const isSessionRefused = (error: EdgeError): boolean => {
    if (error.status === 401) return true;
    try {
      return SESSION_REFUSALS.has(error.code) && settings.renewOn(error);
    } catch {
      return false;
    }
  };

  return perform;
};

/** Login, the only operation without a credential, changes no data. */
const mayChange = ({method, auth}: Operation): boolean => method !== 'GET' && auth.length > 0;

/** Logout is the only operation that accepts a session but no API token. It must not cause a login. */
const isLogout = ({auth}: Operation): boolean => auth.length === 1 && auth[0] === 'session';

const SESSION_REFUSALS: ReadonlySet<EdgeErrorCode> = new Set(['envelope', 'forbidden']);

export const createCall = (perform: Perform): Call => {
  // Each import() of a loaded module takes 10 µs.
  let loading: Promise<typeof import('./request/operations.ts')> | undefined;
  const load = async (id: OperationId): Promise<Operation> => {
    loading ??= import('./request/operations.ts');
    const operation = (await loading).contractOperation(id);
    if (!operation) throw errorOutsideCall('invalid_request', `There is no operation ${name(id)}.`);
    return operation;
  };
  const call = async (id: OperationId, input: RawInput, options: CallOptions): Promise<WithResponse<unknown>> => {
    if (!isObject(input)) throw errorOutsideCall('invalid_request', `The input of ${name(id)} must be an object.`);
    if (!isObject(options)) throw invalidOption('call', 'must be an object');
    return perform(load(id), input, options);
  };
  return ((id: OperationId, input: RawInput = {}, options: CallOptions = {}) =>
    callPromise(call(id, input, options), data => data)) as Call;
};

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

// Callers without type checks may pass any value as the id.
const name = (id: unknown): string => (typeof id === 'string' ? `'${oneLine(id, 60)}'` : `of type ${typeof id}`);
