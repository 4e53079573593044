import {
  type BodyOf,
  contract,
  type Operation,
  type OperationId,
  type PathParams,
  type QueryOf,
  type ReadOf,
} from '@edge-console/schema';
import type {Credentials} from '../auth/credentials.ts';
import type {Renewal} from '../auth/renewal.ts';
import {type EdgeError, isEdgeError} from '../errors.ts';
import type {CallOptions} from '../options.ts';
import {readRetries, readTimeouts, type Settings} from '../settings.ts';
import {type CallPromise, callPromise, type WithResponse} from './call-promise.ts';
import {encodeRequest, type RawInput} from './encode.ts';
import {abortedError, edgeError, expiredError} from './failure.ts';
import type {Observer} from './observer.ts';
import {isRepeatable, pause, retryDelay} from './retry.ts';
import type {Send} from './send.ts';

/** Input of a contract operation: path parameters, query and body, as far as it has them. */
export type CallInput<Id extends OperationId> = (keyof PathParams<Id> extends never
  ? {readonly params?: undefined}
  : {readonly params: PathParams<Id>}) &
  (QueryOf<Id> extends undefined ? {readonly query?: undefined} : {readonly query?: QueryOf<Id> | undefined}) &
  (BodyOf<Id> extends undefined ? {readonly body?: undefined} : {readonly body: BodyOf<Id>});

/**
 * Calls a contract operation by id and gives its answer as the contract defines it. Rejects with an {@link EdgeError}.
 *
 * @example
 * const answer = await client.call('getApiToken', {params: {api_token_id: 7}});
 * console.log(answer.data.name);
 */
export type Call = <Id extends OperationId>(
  id: Id,
  input: CallInput<Id>,
  options?: CallOptions,
) => CallPromise<ReadOf<Id>>;

interface CallParts {
  readonly settings: Settings;
  readonly credentials: Credentials;
  readonly renewal: Renewal;
  readonly observer: Observer;
  readonly send: Send;
}

/** Every request goes through here: encode, log in if needed, send, retry if safe. */
export const createCall = ({settings, credentials, renewal, observer, send}: CallParts): Call => {
  const perform = async (
    operation: Operation,
    input: RawInput,
    {signal, ...options}: CallOptions,
  ): Promise<WithResponse<unknown>> => {
    const base = operation.base === 'console' ? settings.consoleUrl : settings.baseUrl;
    const request = encodeRequest(operation, base, input);
    const timeouts = readTimeouts(settings.timeouts, options.timeouts);
    const retries = readRetries(settings.retries, options.retries);
    const maxRetries = isRepeatable(operation, options.repeat) ? retries : 0;
    const deadline = performance.now() + timeouts.total;
    const remaining = (): number => Math.max(1, deadline - performance.now());
    // Logout must not open a session.
    const usesSession = operation !== contract.logout && credentials.wantsSession(operation);

    /** Waits for a login until the call aborts or its total time runs out. */
    const awaitLogin = async <T>(number: number, wait: (signal: AbortSignal) => Promise<T>): Promise<T> => {
      const expiry = AbortSignal.timeout(Math.ceil(remaining()));
      try {
        return await wait(signal ? AbortSignal.any([signal, expiry]) : expiry);
      } catch (error) {
        if (isEdgeError(error)) throw error;
        throw signal?.aborted ? abortedError({request, number}) : expiredError({request, number});
      }
    };

    const waitForRetry = async (number: number, error: EdgeError, delay: number): Promise<void> => {
      const {method, path} = request;
      observer.retry(() => ({
        ...{method, path, attempt: number, error: error.code, delay},
        ...(error.status !== undefined && {status: error.status}),
        at: new Date(Date.now() + delay),
      }));
      if (delay > 0 && !(await pause(delay, signal))) throw abortedError({request, number});
    };

    let renewed = false;
    let failures = 0;
    for (let number = 1; ; number++) {
      const attempt = {request, number};
      if (signal?.aborted) throw abortedError(attempt);
      if (usesSession && credentials.account) await awaitLogin(number - 1, renewal.ensure);
      const credential = credentials.pick(operation);
      if (!credential && operation.base === 'console') {
        throw edgeError({request, number: 0}, 'invalid_request', {
          what: 'The console needs an API token, and there is none',
          advice: 'give an API token, or a separate console token',
        });
      }
      try {
        const limits = {timeouts: {...timeouts, total: remaining()}, signal};
        const answered = await send({operation, attempt, credential, ...limits});
        if (credential) renewal.accepted(credential);
        return answered;
      } catch (error) {
        if (!isEdgeError(error)) throw error;
        const refused = usesSession && !renewed && error.status === 401 ? credential : undefined;
        if (refused && (await awaitLogin(number, limit => renewal.replace(refused, limit)))) {
          renewed = true;
          await waitForRetry(number, error, 0);
          continue;
        }
        if (!error.retryable || ++failures > maxRetries) throw error;
        const delay = Math.round(retryDelay(failures, error.retryAfter, Math.random));
        if (delay >= remaining()) throw error;
        await waitForRetry(number, error, delay);
      }
    }
  };

  // Types come from the contract row of the id; at run time all rows are handled alike.
  const call = (id: OperationId, input: RawInput, options: CallOptions = {}) =>
    callPromise(perform(contract[id], input, options), data => data);
  return call as Call;
};
