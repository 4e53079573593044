import type {Operation} from '@edge-console/schema';
import {issueText, tryParseJson} from '@edge-console/schema/values';
import type {HeldCredential} from '../../auth/credentials.ts';
import {type EdgeError, type EdgeErrorCode, oneLine} from '../../errors.ts';
import {type Attempt, edgeError, type Sentence} from '../failure.ts';
import type {Redact} from '../redact.ts';
import {parseRetryAfter} from './retry.ts';
import type {HttpResponse} from './transport.ts';

interface ResponseContext {
  readonly operation: Operation;
  readonly attempt: Attempt;
  readonly credential: HeldCredential | undefined;
  readonly redact: Redact;
}

/** Throws if the gateway refused the call or the response does not match the contract. */
export const readResponse = (response: HttpResponse, context: ResponseContext): unknown => {
  const {attempt, operation, redact} = context;
  const isEmpty = response.status === 204 && operation.response.read.safeParse(NOTHING).success;
  const value = isEmpty ? NOTHING : tryParseJson(response.text);
  const status = isRecord(value) ? value.status : undefined;
  const ok = response.status >= 200 && response.status < 300;
  if (!ok || (typeof status === 'number' && status !== 0))
    throw refusedError(response, isRecord(value) ? value : {}, context);
  const facts = () => ({status: response.status, ...requestIdOf(response, redact), outcomeUnknown: true});
  if (value === undefined) throw edgeError(attempt, 'invalid_response', {...notJson(response, attempt), ...facts()});
  const result = operation.response.read.safeParse(value, {reportInput: true});
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  // Keys of the response may contain a secret.
  const where = issue?.path.length ? issue.path.map(key => redact.text(String(key))).join('.') : 'the top level';
  const why = redact.text(issue ? issueText(issue) : 'wrong shape');
  throw edgeError(attempt, 'invalid_response', {
    what: `The response does not match the contract at ${oneLine(where, 120)}: ${why}`,
    advice: 'check the URL and the version of the gateway',
    ...facts(),
  });
};

/** The envelope of an empty HTTP 204 response, such as that to a delete. */
const NOTHING = {status: 0};

const RETRYABLE = new Set([408, 429, 502, 503, 504]);
/** Sent by a proxy that received no valid response from the gateway. */
const OF_PROXY = new Set([502, 504]);

const refusedError = (response: HttpResponse, body: Record<string, unknown>, context: ResponseContext): EdgeError => {
  const {attempt, redact} = context;
  const envelopeStatus = typeof body.status === 'number' ? body.status : undefined;
  const msg = typeof body.msg === 'string' ? redact.text(body.msg) : undefined;
  const wait = parseRetryAfter(response.headers['retry-after'], new Date());
  const code = codeOf(response.status, envelopeStatus);
  return edgeError(attempt, code, {
    ...refusedSentence(code, response, {msg, context}),
    status: response.status,
    retryable: RETRYABLE.has(response.status),
    ...(envelopeStatus !== undefined && {envelopeStatus}),
    ...(msg !== undefined && {msg}),
    ...('err' in body && {err: redact.json(body.err)}),
    ...(wait !== undefined && {retryAfter: wait}),
    ...(OF_PROXY.has(response.status) && {outcomeUnknown: true}),
    ...requestIdOf(response, redact),
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
  response: HttpResponse,
  {msg, context}: {readonly msg: string | undefined; readonly context: ResponseContext},
): Sentence => {
  const reason = msg ? `: ${oneLine(msg, MAX_REASON)}` : '';
  const host = context.attempt.request.site.host;
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
        what: `${host} returned HTTP ${response.status}${reason}`,
        advice: 'try again later, or check the log of the gateway',
      };
    default:
      return httpSentence(response, context);
  }
};

const httpSentence = (response: HttpResponse, {attempt, redact}: ResponseContext): Sentence => {
  const {location} = response.headers;
  const {site, href} = attempt.request;
  const isRedirect = response.status >= 300 && response.status < 400;
  const to = isRedirect && typeof location === 'string' ? URL.parse(location, href) : null;
  if (to) {
    const {protocol, origin, pathname} = to;
    const target = /^https?:$/.test(protocol) ? origin + pathname : `an address of the scheme ${protocol}`;
    const shown = oneLine(redact.text(target), MAX_REASON);
    return {
      what: `${site.host} redirects to ${shown}, which is not followed`,
      advice: 'if that is the gateway, use its URL',
    };
  }
  return {
    what: `${site.host} returned HTTP ${response.status}`,
    advice: 'check that the URL is that of the gateway',
  };
};

const authAdvice = ({operation, credential}: ResponseContext): string => {
  if (operation.auth.length === 0) return 'check the user name and password';
  if (operation.base === 'console') {
    // The console accepts API tokens, but no session tokens (docs/contract.md#authentication).
    return `${credential?.kind === 'session' ? 'a session is not enough: ' : ''}give a valid API token of the console`;
  }
  if (!credential) return 'log in, or give an API token';
  return credential.kind === 'session' ? 'log in again' : 'give a valid API token';
};

const rightAdvice = ({operation, credential}: ResponseContext): string => {
  if (operation.auth.length === 0) return 'use an account that may log in';
  if (!credential) return 'log in, or give an API token';
  return `use ${credential.kind === 'session' ? 'an account' : 'an API token'} with the right to it`;
};

const notJson = (response: HttpResponse, {request}: Attempt): Sentence => {
  const isHtml = /^\s*</.test(response.text);
  const kind = response.text.trim() === '' ? 'is empty' : isHtml ? 'is HTML, not JSON' : 'is not complete JSON';
  return {what: `The response ${kind}`, advice: `check that ${request.site.origin} is the URL of the gateway`};
};

/** Maximum number of characters of the gateway's `msg`, or of a redirect target, in an error message. */
const MAX_REASON = 200;

export const requestIdOf = ({headers}: HttpResponse, redact: Redact): {requestId?: string} => {
  const id = headers['x-request-id'];
  return typeof id === 'string' ? {requestId: redact.text(id)} : {};
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
