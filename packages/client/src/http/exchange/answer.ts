import type {Operation} from '@edge-console/schema';
import {issueText} from '@edge-console/schema/values';
import type {HeldCredential} from '../../auth/credentials.ts';
import type {EdgeError, EdgeErrorCode} from '../../errors.ts';
import {oneLine} from '../../one-line.ts';
import {type Attempt, edgeError, type Sentence} from '../failure.ts';
import type {Redact} from '../redact.ts';
import {parseRetryAfter} from './retry.ts';
import type {Answer} from './transport.ts';

/** The call that an answer belongs to. */
interface AnswerContext {
  readonly operation: Operation;
  readonly attempt: Attempt;
  readonly credential: HeldCredential | undefined;
  readonly redact: Redact;
}

/**
 * Validates an answer against the contract and gives its value.
 *
 * @throws EdgeError for a refused call, and `invalid_response` for an answer that does not match the contract.
 */
export const readAnswer = (answer: Answer, context: AnswerContext): unknown => {
  const {attempt, operation, redact} = context;
  const isEmpty = answer.status === 204 && operation.response.read.safeParse(NOTHING).success;
  const value = isEmpty ? NOTHING : parseJson(answer.text);
  const status = isRecord(value) ? value.status : undefined;
  const ok = answer.status >= 200 && answer.status < 300;
  if (!ok || (typeof status === 'number' && status !== 0)) throw refusedError(answer, context);
  const facts = () => ({status: answer.status, ...requestIdOf(answer, redact)});
  if (value === undefined) throw edgeError(attempt, 'invalid_response', {...notJson(answer, attempt), ...facts()});
  const result = operation.response.read.safeParse(value, {reportInput: true});
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  // A path may contain keys of the answer, and so may the issue's text.
  const where = issue?.path.length ? issue.path.map(key => redact.text(String(key))).join('.') : 'the top level';
  const why = redact.text(issue ? issueText(issue) : 'wrong shape');
  throw edgeError(attempt, 'invalid_response', {
    what: `The response does not match the contract at ${oneLine(where, 120)}: ${why}`,
    advice: 'check the URL and the version of the gateway',
    ...facts(),
  });
};

/** HTTP 204 as the envelope of an operation without data: update, delete and logout. */
const NOTHING = {status: 0};

const RETRYABLE = new Set([408, 429, 502, 503, 504]);

const refusedError = (answer: Answer, context: AnswerContext): EdgeError => {
  const {attempt, redact} = context;
  const value = parseJson(answer.text);
  const body = isRecord(value) ? value : {};
  const envelopeStatus = typeof body.status === 'number' ? body.status : undefined;
  const msg = typeof body.msg === 'string' ? redact.text(body.msg) : undefined;
  const wait = parseRetryAfter(answer.headers['retry-after'], new Date());
  const code = codeOf(answer.status, envelopeStatus);
  return edgeError(attempt, code, {
    ...refusedSentence(code, answer, {msg, context}),
    status: answer.status,
    retryable: RETRYABLE.has(answer.status),
    ...(envelopeStatus !== undefined && {envelopeStatus}),
    ...(msg !== undefined && {msg}),
    ...('err' in body && {err: redact.json(body.err)}),
    ...(wait !== undefined && {retryAfter: wait}),
    ...requestIdOf(answer, redact),
  });
};

const codeOf = (status: number, envelopeStatus: number | undefined): EdgeErrorCode => {
  if (status >= 500) return 'server';
  if (status === 401) return 'unauthenticated';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not_found';
  if (status === 429) return 'rate_limited';
  return envelopeStatus === undefined || envelopeStatus === 0 ? 'http' : 'envelope';
};

const refusedSentence = (
  code: EdgeErrorCode,
  answer: Answer,
  {msg, context}: {readonly msg: string | undefined; readonly context: AnswerContext},
): Sentence => {
  const reason = msg ? `: ${oneLine(msg, MAX_REASON)}` : '';
  const host = context.attempt.request.url.host;
  switch (code) {
    case 'unauthenticated':
      return {what: `${host} rejected the credential${reason}`, advice: authAdvice(context)};
    case 'forbidden':
      return {what: `${host} does not permit this call${reason}`, advice: rightAdvice(context)};
    case 'not_found':
      return msg
        ? {what: `${host} did not find the record${reason}`, advice: 'check the identifier; it may have been deleted'}
        : {what: `${host} does not know this path`, advice: 'check that the URL is that of the gateway'};
    case 'rate_limited':
      return {what: `${host} received too many requests${reason}`, advice: 'wait, then try again'};
    case 'envelope':
      return {what: `${host} refused the call${reason}`, advice: 'check the input and the credential'};
    case 'server':
      return {
        what: `${host} answered HTTP ${answer.status}${reason}`,
        advice: 'try again later, or check the log of the gateway',
      };
    default:
      return httpSentence(answer, context);
  }
};

const httpSentence = (answer: Answer, {attempt, redact}: AnswerContext): Sentence => {
  const {location} = answer.headers;
  const {url} = attempt.request;
  if (answer.status >= 300 && answer.status < 400 && typeof location === 'string' && URL.canParse(location, url.href)) {
    const {protocol, origin, pathname} = new URL(location, url);
    const target = /^https?:$/.test(protocol) ? origin + pathname : `an address of the scheme ${protocol}`;
    const shown = oneLine(redact.text(target), MAX_REASON);
    return {
      what: `${url.host} redirects to ${shown}, which is not followed`,
      advice: 'if that is the gateway, use its URL',
    };
  }
  return {
    what: `${url.host} answered HTTP ${answer.status}`,
    advice: 'check that the URL is that of the gateway',
  };
};

const authAdvice = ({operation, credential}: AnswerContext): string => {
  if (operation.auth.length === 0) return 'check the user name and password';
  if (operation.base === 'console') {
    // docs/contract.md#authentication: the call takes an API token.
    return `${credential?.kind === 'session' ? 'a session is not enough: ' : ''}give a valid API token of the console`;
  }
  if (!credential) return 'log in, or give an API token';
  return credential.kind === 'session' ? 'log in again' : 'give a valid API token';
};

const rightAdvice = ({operation, credential}: AnswerContext): string => {
  if (operation.auth.length === 0) return 'use an account that may log in';
  if (!credential) return 'log in, or give an API token';
  return `use ${credential.kind === 'session' ? 'an account' : 'an API token'} with the right to it`;
};

const notJson = (answer: Answer, {request}: Attempt): Sentence => {
  const isHtml = /^\s*</.test(answer.text);
  const kind = answer.text.trim() === '' ? 'is empty' : isHtml ? 'is HTML, not JSON' : 'is not complete JSON';
  return {what: `The answer ${kind}`, advice: `check that ${request.url.origin} is the URL of the gateway`};
};

/** Most characters of a gateway's text in a message. */
const MAX_REASON = 200;

/** The redacted `x-request-id` header, if there is one. */
export const requestIdOf = ({headers}: Answer, redact: Redact): {requestId?: string} => {
  const id = headers['x-request-id'];
  return typeof id === 'string' ? {requestId: redact.text(id)} : {};
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
