import type {Operation} from '@edge-console/schema';
import type {HeldCredential} from '../../auth/credentials.ts';
import {isEdgeError} from '../../errors.ts';
import type {Timeouts} from '../../options.ts';
import type {WithResponse} from '../call-promise.ts';
import {type Attempt, abortedError, isOutcomeUnknown, sendFailure} from '../failure.ts';
import type {Observer} from '../observer.ts';
import {type RedactFor, safeHeaders} from '../redact.ts';
import {readResponse, requestIdOf} from './response.ts';
import {requestHeaders, type Transport} from './transport.ts';

interface SendInput {
  readonly operation: Operation;
  readonly attempt: Attempt;
  readonly credential: HeldCredential | undefined;
  readonly timeouts: Required<Timeouts>;
  readonly signal: AbortSignal | undefined;
}

export type Send = ReturnType<typeof createSend>;

interface SendParts {
  readonly transport: Transport;
  readonly observer: Observer;
  readonly redactFor: RedactFor;
}

/** Sends one attempt of a call. Rejects with an EdgeError. */
export const createSend = ({transport, observer, redactFor}: SendParts) => {
  let attempts = 0;
  return async (input: SendInput): Promise<WithResponse<unknown>> => {
    const {operation, attempt, credential, timeouts, signal} = input;
    const {request, number} = attempt;
    const {method, site} = request;
    const token = credential ? [credential.token.reveal()] : [];
    const redact = redactFor([...token, ...request.secrets]);
    const at = new Date();
    const ms = (): number => Date.now() - at.getTime();
    const id = ++attempts;
    const event = () => ({id, method, origin: site.origin, path: request.path(), attempt: number, at});
    const headers = requestHeaders(request, credential);
    let status: number | undefined;
    let failed: unknown;
    observer.request(() => ({...event(), headers: safeHeaders(headers, redact)}));
    try {
      const received = await transport({request, headers, timeouts, signal}).catch((thrown: unknown) => {
        const error = signal?.aborted ? abortedError(attempt, signal) : sendFailure(thrown, attempt);
        throw isOutcomeUnknown(thrown) ? Object.assign(error, {outcomeUnknown: true}) : error;
      });
      status = received.status;
      const facts = {status, ...requestIdOf(received, redact)};
      observer.response(() => ({...event(), ...facts, ms: ms(), headers: safeHeaders(received.headers, redact)}));
      const data = readResponse(received, {operation, attempt, credential, redact});
      const {firstByte, headers: receivedHeaders} = received;
      const timing = {startedAt: at, total: ms(), ...(firstByte !== undefined && {firstByte})};
      return {data, response: {...facts, headers: receivedHeaders, attempt: number, timing}};
    } catch (error) {
      failed = error;
      throw error;
    } finally {
      observer.exchange(() => ({
        ...event(),
        ms: ms(),
        ...(status !== undefined && {status}),
        ...(isEdgeError(failed) && {error: failed.code}),
      }));
    }
  };
};
