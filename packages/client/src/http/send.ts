import type {Operation} from '@edge-console/schema';
import type {HeldCredential} from '../auth/credentials.ts';
import {isEdgeError} from '../errors.ts';
import type {Timeouts} from '../options.ts';
import {readAnswer, requestIdOf} from './answer.ts';
import type {WithResponse} from './call-promise.ts';
import {type Attempt, abortedError, sendFailure} from './failure.ts';
import type {Observer} from './observer.ts';
import {bodySecrets, createRedact, safeHeaders} from './redact.ts';
import {type Answer, requestHeaders, type Transport} from './transport.ts';

/** One attempt of a call. */
export interface Sending {
  readonly operation: Operation;
  readonly attempt: Attempt;
  readonly credential: HeldCredential | undefined;
  readonly timeouts: Required<Timeouts>;
  readonly signal: AbortSignal | undefined;
}

/** Sends one attempt, tells the observers, and reads the answer; rejects with an EdgeError. */
export type Send = (sending: Sending) => Promise<WithResponse<unknown>>;

interface SendParts {
  readonly transport: Transport;
  readonly observer: Observer;
  /** Values that no text may show, whatever the attempt carries. */
  readonly secrets: readonly string[];
}

export const createSend = ({transport, observer, secrets}: SendParts): Send => {
  let attempts = 0;
  return async ({operation, attempt, credential, timeouts, signal}) => {
    const {request} = attempt;
    const redact = createRedact([
      ...secrets,
      ...(credential ? [credential.token.reveal()] : []),
      ...bodySecrets(request),
    ]);
    const startedAt = new Date();
    const {method, path} = request;
    const about = {id: ++attempts, method, path, attempt: attempt.number, at: startedAt};
    const {origin} = request.url;
    const ms = (): number => Date.now() - startedAt.getTime();
    const finish = (answer: Answer | undefined, error?: unknown): void =>
      observer.exchange(() => ({
        ...about,
        ms: ms(),
        ...(answer && {status: answer.status}),
        ...(isEdgeError(error) && {error: error.code}),
      }));

    const headers = requestHeaders(request, credential);
    observer.request(() => ({...about, origin, headers: safeHeaders(headers, redact)}));
    let answer: Answer | undefined;
    try {
      const got = await transport.send({request, headers, timeouts, signal}).catch((thrown: unknown) => {
        // Whatever the reason that the signal gives, such as that of AbortSignal.timeout.
        throw signal?.aborted ? abortedError(attempt) : sendFailure(thrown, attempt);
      });
      answer = got;
      const {status, firstByte} = got;
      const facts = {status, ...requestIdOf(got, redact)};
      const received = got.headers;
      observer.response(() => ({...about, origin, ...facts, ms: ms(), headers: safeHeaders(received, redact)}));
      const data = readAnswer(got, {operation, attempt, credential, redact});
      finish(got);
      const timing = {startedAt, total: ms(), ...(firstByte !== undefined && {firstByte})};
      return {data, response: {...facts, headers: received, attempt: attempt.number, timing}};
    } catch (error) {
      finish(answer, error);
      throw error;
    }
  };
};
