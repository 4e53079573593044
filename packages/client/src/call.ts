import {
  type BodyOf,
  contract,
  type Operation,
  type OperationId,
  type PathParams,
  type QueryOf,
  type ReadOf,
} from '@edge-console/schema';
import {readAnswer} from './answer.ts';
import type {Credentials} from './auth.ts';
import {type EncodedRequest, encodeRequest, type RawInput} from './encode.ts';
import {type EdgeError, isEdgeError} from './errors.ts';
import {type Attempt, abortedError, edgeError, sendFailure} from './failure.ts';
import type {CallOptions, Exchange} from './options.ts';
import {bodySecrets, createRedact} from './redact.ts';
import {pause, retryDelay} from './retry.ts';
import {readRetries, readTimeouts, type Settings} from './settings.ts';
import type {Transport} from './transport.ts';

/** Input of an operation, as its row of the contract has it. */
export type CallInput<Id extends OperationId> = (keyof PathParams<Id> extends never
  ? {readonly params?: undefined}
  : {readonly params: PathParams<Id>}) &
  (QueryOf<Id> extends undefined ? {readonly query?: undefined} : {readonly query?: QueryOf<Id> | undefined}) &
  (BodyOf<Id> extends undefined ? {readonly body?: undefined} : {readonly body: BodyOf<Id>});

/** Performs an operation of the contract; rejects with an EdgeError. */
export type Call = <Id extends OperationId>(id: Id, input: CallInput<Id>, options?: CallOptions) => Promise<ReadOf<Id>>;

interface CallParts {
  readonly settings: Settings;
  readonly credentials: Credentials;
  readonly transport: Transport;
}

/** The only way to HTTP: encode, send, read, and try again where that is safe. */
export const createCall = ({settings, credentials, transport}: CallParts): Call => {
  let exchanges = 0;
  const report = (attempt: Attempt, at: Date, outcome: Pick<Exchange, 'status' | 'error'>): void => {
    const {method, path} = attempt.request;
    const ms = Date.now() - at.getTime();
    try {
      settings.onExchange?.({id: ++exchanges, method, path, ms, at, attempt: attempt.number, ...outcome});
    } catch {
      // A broken observer must not break the call.
    }
  };

  const perform = async (operation: Operation, input: RawInput, options: CallOptions): Promise<unknown> => {
    const base = operation.base === 'console' ? settings.consoleUrl : settings.baseUrl;
    const request = encodeRequest(operation, base, input);
    const timeouts = readTimeouts(settings.timeouts, options.timeouts);
    const deadline = performance.now() + timeouts.total;
    const retries = operation.method === 'GET' ? readRetries(settings.retries, options.retries) : 0;

    const once = async (attempt: Attempt): Promise<unknown> => {
      if (options.signal?.aborted) throw abortedError(attempt);
      const credential = credentials.pick(operation);
      if (!credential && operation.base === 'console') throw noConsoleToken(request);
      const redact = createRedact([...(credential ? [credential.token.reveal()] : []), ...bodySecrets(request)]);
      const at = new Date();
      let status: number | undefined;
      try {
        const total = Math.max(1, deadline - performance.now());
        const answer = await transport
          .send({request, credential, timeouts: {...timeouts, total}, signal: options.signal})
          .catch((thrown: unknown) => Promise.reject(sendFailure(thrown, attempt)));
        status = answer.status;
        const value = readAnswer(answer, {operation, attempt, credential, redact});
        report(attempt, at, {status});
        return value;
      } catch (error) {
        report(attempt, at, {...(status !== undefined && {status}), ...(isEdgeError(error) && {error: error.code})});
        throw error;
      }
    };

    for (let number = 1; ; number++) {
      const attempt: Attempt = {request, number};
      try {
        return await once(attempt);
      } catch (error) {
        if (!isEdgeError(error) || !error.retryable || number > retries) throw error;
        const wait = retryDelay(number, error.retryAfter, Math.random);
        if (performance.now() + wait >= deadline) throw error;
        if (!(await pause(wait, options.signal))) throw abortedError(attempt);
      }
    }
  };

  // The row types the input and the answer for the caller; inside, every row is handled alike.
  const call = (id: OperationId, input: RawInput, options: CallOptions = {}) => perform(contract[id], input, options);
  return call as Call;
};

const noConsoleToken = (request: EncodedRequest): EdgeError =>
  edgeError({request, number: 0}, 'invalid_request', {
    what: 'The console needs an API token, and none is held',
    advice: 'give an API token, or a console token of its own',
  });
