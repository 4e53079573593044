import {
  type BodyOf,
  contract,
  type Operation,
  type OperationId,
  type PathParams,
  type QueryOf,
  type ReadOf,
} from '@edge-console/schema';
import type {Credentials, HeldCredential} from '../auth/credentials.ts';
import type {Renewal} from '../auth/renewal.ts';
import {type EdgeError, isEdgeError} from '../errors.ts';
import type {CallOptions} from '../options.ts';
import {readRetries, readTimeouts, type Settings} from '../settings.ts';
import {type CallPromise, callPromise, type WithResponse} from './call-promise.ts';
import {type EncodedRequest, encodeRequest, type RawInput} from './encode.ts';
import {abortedError, edgeError, expiredError} from './failure.ts';
import type {Observer} from './observer.ts';
import {isRepeatable, pause, retryDelay} from './retry.ts';
import type {Send} from './send.ts';

/** Input of an operation, as its row of the contract has it. */
export type CallInput<Id extends OperationId> = (keyof PathParams<Id> extends never
  ? {readonly params?: undefined}
  : {readonly params: PathParams<Id>}) &
  (QueryOf<Id> extends undefined ? {readonly query?: undefined} : {readonly query?: QueryOf<Id> | undefined}) &
  (BodyOf<Id> extends undefined ? {readonly body?: undefined} : {readonly body: BodyOf<Id>});

/** Performs an operation of the contract; rejects with an EdgeError. */
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

/** The only way to HTTP: encode, send, log in where that is due, and try again where that is safe. */
export const createCall = ({settings, credentials, renewal, observer, send}: CallParts): Call => {
  const perform = async (
    operation: Operation,
    input: RawInput,
    options: CallOptions,
  ): Promise<WithResponse<unknown>> => {
    const base = operation.base === 'console' ? settings.consoleUrl : settings.baseUrl;
    const request = encodeRequest(operation, base, input);
    const timeouts = readTimeouts(settings.timeouts, options.timeouts);
    const deadline = performance.now() + timeouts.total;
    const left = (): number => Math.max(1, deadline - performance.now());
    const retries = readRetries(settings.retries, options.retries);
    const allowed = isRepeatable(operation, options.repeat) ? retries : 0;
    // Ending a session must not open one.
    const renews = operation !== contract.logout && credentials.wantsSession(operation);

    /** Waits for a login that other calls may share; gives up with this call alone. */
    const patiently = async <T>(number: number, wait: (patience: AbortSignal) => Promise<T>): Promise<T> => {
      const expiry = AbortSignal.timeout(Math.ceil(left()));
      try {
        return await wait(options.signal ? AbortSignal.any([options.signal, expiry]) : expiry);
      } catch (error) {
        if (isEdgeError(error)) throw error;
        throw options.signal?.aborted ? abortedError({request, number}) : expiredError({request, number});
      }
    };

    const again = async (number: number, error: EdgeError, delay: number): Promise<void> => {
      const {method, path} = request;
      observer.retry(() => ({
        ...{method, path, attempt: number, error: error.code, delay},
        ...(error.status !== undefined && {status: error.status}),
        at: new Date(Date.now() + delay),
      }));
      if (delay > 0 && !(await pause(delay, options.signal))) throw abortedError({request, number});
    };

    let renewed = false;
    let repeats = 0;
    for (let number = 1; ; number++) {
      const attempt = {request, number};
      if (options.signal?.aborted) throw abortedError(attempt);
      if (renews && credentials.account) await patiently(number - 1, renewal.ensure);
      const credential = credentials.pick(operation);
      if (!credential && operation.base === 'console') throw noConsoleToken(request);
      try {
        const limits = {timeouts: {...timeouts, total: left()}, signal: options.signal};
        const answered = await send({operation, attempt, credential, ...limits});
        if (credential) renewal.accepted(credential);
        return answered;
      } catch (error) {
        if (!isEdgeError(error)) throw error;
        const refused: HeldCredential | undefined = renews && !renewed && error.status === 401 ? credential : undefined;
        if (refused && (await patiently(number, patience => renewal.replace(refused, patience)))) {
          renewed = true;
          await again(number, error, 0);
        } else {
          if (!error.retryable || ++repeats > allowed) throw error;
          const delay = Math.round(retryDelay(repeats, error.retryAfter, Math.random));
          if (delay >= left()) throw error;
          await again(number, error, delay);
        }
      }
    }
  };

  // The row types the input and the answer for the caller; inside, every row is handled alike.
  const call = (id: OperationId, input: RawInput, options: CallOptions = {}) =>
    callPromise(perform(contract[id], input, options), data => data);
  return call as Call;
};

const noConsoleToken = (request: EncodedRequest): EdgeError =>
  edgeError({request, number: 0}, 'invalid_request', {
    what: 'The console needs an API token, and none is held',
    advice: 'give an API token, or a console token of its own',
  });
