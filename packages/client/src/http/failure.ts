import {AbortError, MaxRedirectsError, RequestError, TimeoutError} from 'got';
import {EdgeError, type EdgeErrorCode, type EdgeErrorDetails, isTimeLimit, oneLine} from '../errors.ts';
import {ConnectFailure} from '../net/connect.ts';
import type {EncodedRequest} from './request/encode-request.ts';

export interface Attempt {
  readonly request: EncodedRequest;
  /** Number of the attempt, from 1. 0 if no request was sent. */
  readonly number: number;
}

type Extras = Partial<Omit<EdgeErrorDetails, 'code' | 'method' | 'path' | 'attempt'>>;

/** An error message has the form `what (METHOD path); advice.` */
export interface Sentence {
  readonly what: string;
  readonly advice: string;
}

const MAX_WHAT = 240;
const MAX_PATH = 140;

export const edgeError = (
  attempt: {readonly request: Pick<EncodedRequest, 'base' | 'method' | 'path'>; readonly number: number},
  code: EdgeErrorCode,
  {what, advice, ...extras}: Sentence & Extras,
): EdgeError => {
  const {base, method} = attempt.request;
  const path = attempt.request.path();
  // `EdgeError` cuts long messages at the end. `what` and the path are shortened, so that `advice` is not cut.
  return new EdgeError(`${oneLine(what, MAX_WHAT)} (${method} ${oneLine(path, MAX_PATH)}); ${advice}.`, {
    code,
    base,
    method,
    path,
    attempt: attempt.number,
    retryable: false,
    ...extras,
  });
};

export const abortedError = (attempt: Attempt, signal: AbortSignal | undefined): EdgeError =>
  isTimeLimit(signal?.reason)
    ? edgeError(attempt, 'timeout', {
        what: "The caller's signal timed out",
        advice: 'try again later, or allow more time',
        retryable: true,
      })
    : edgeError(attempt, 'aborted', {what: 'The call was aborted by its caller', advice: 'repeat it if needed'});

export const readOnlyError = (request: Attempt['request'], reason: string): EdgeError =>
  edgeError({request, number: 0}, 'read_only', {what: reason, advice: 'nothing was sent'});

export const closedError = (attempt: Attempt): EdgeError =>
  edgeError(attempt, 'network', {what: 'The client was closed during the call', advice: 'repeat it if needed'});

export const expiredError = (attempt: Attempt): EdgeError =>
  edgeError(attempt, 'timeout', {what: TOO_LONG, advice: MORE_TIME, retryable: true});

/** Copies only the code of an error, because its texts may contain credentials. */
export const sendFailure = (thrown: unknown, attempt: Attempt): EdgeError => {
  const {origin, host} = attempt.request.site;
  const cause = causeOf(thrown);
  if (cause instanceof ResponseRefused) return edgeError(attempt, 'invalid_response', cause.details);
  if (cause instanceof ConnectFailure) return connectError(cause, attempt);
  if (thrown instanceof AbortError) return abortedError(attempt, undefined);
  if (thrown instanceof TimeoutError) {
    const what = thrown.event === 'response' ? `${host} did not respond in time` : TOO_LONG;
    return edgeError(attempt, 'timeout', {what, advice: MORE_TIME, retryable: true});
  }
  const received = thrown instanceof RequestError ? thrown.response?.statusCode : undefined;
  const status = received === undefined ? {} : {status: received};
  if (thrown instanceof MaxRedirectsError) {
    return edgeError(attempt, 'http', {what: `${origin} redirects in a loop`, advice: 'check the URL', ...status});
  }
  const code = (cause as NodeJS.ErrnoException | undefined)?.code ?? '';
  if (code === 'HPE_HEADER_OVERFLOW') {
    const what = `The headers of the response of ${host} are too long`;
    return edgeError(attempt, 'invalid_response', {what, advice: 'check the gateway and any proxy'});
  }
  if (/^(HPE_|ERR_HTTP_)/.test(code) && code !== 'ERR_HTTP_CONTENT_LENGTH_MISMATCH') {
    const what = `The server at ${host} does not speak HTTP`;
    return edgeError(attempt, 'invalid_response', {what, advice: 'check the port, and whether https:// is needed'});
  }
  // Z_BUF_ERROR means that the connection was closed before the end of the body.
  if (/^(Z_(?!BUF)|ERR_+(BROTLI|ERROR_FORMAT)|ERR_PADDING|ZSTD_)/.test(code)) {
    const what = `The body of the response of ${host} cannot be decompressed (${code})`;
    return edgeError(attempt, 'invalid_response', {what, advice: 'check the gateway and any proxy', ...status});
  }
  if (/^ERR_SSL_.*(ALERT_(BAD_|UNKNOWN_)?C(A|ERTIFICATE)|HANDSHAKE_FAILURE)/.test(code)) {
    const what = `${host} did not accept the client certificate, or requires one (${code})`;
    return edgeError(attempt, 'tls', {what, advice: 'give a client certificate and key that it accepts'});
  }
  if (/^(EPROTO|ERR_SSL_|ERR_TLS_)/.test(code)) {
    const what = `${host} does not speak a supported TLS (${code})`;
    return edgeError(attempt, 'tls', {what, advice: 'check the port, and whether http:// is needed'});
  }
  if (code === 'ERR_INVALID_CHAR') {
    const what = 'The user agent or session cannot be sent in a header';
    return edgeError(attempt, 'invalid_request', {what, advice: 'correct it, or log in again'});
  }
  return edgeError(attempt, 'network', {...networkSentence(code, host), retryable: true});
};

const causeOf = (thrown: unknown): unknown =>
  thrown instanceof RequestError && thrown.cause instanceof Error ? thrown.cause : thrown;

/** Codes of errors that occur before the request is sent. */
const UNSENT = /^(ECONNREFUSED|ENOTFOUND|EAI_|EPROTO|ERR_SSL_|ERR_TLS_|ERR_INVALID_CHAR)/;

/** Whether the gateway may have executed the request. */
export const isOutcomeUnknown = (thrown: unknown): boolean => {
  const cause = causeOf(thrown);
  if (cause instanceof ConnectFailure) return cause.kind === 'closed';
  const {code = ''} = (cause ?? {}) as NodeJS.ErrnoException;
  return !(UNSENT.test(code) || thrown instanceof MaxRedirectsError);
};

/** Thrown by the transport for a response that is too large or has too many content codings. */
export class ResponseRefused extends Error {
  readonly details: Sentence & {readonly status: number};

  constructor(details: ResponseRefused['details']) {
    super(details.what);
    this.details = details;
  }
}

const MORE_TIME = 'try again later, or raise the timeout';
const TOO_LONG = 'The call exceeded its time limit';

const networkSentence = (code: string, host: string): Sentence => {
  switch (code) {
    case 'ECONNREFUSED':
      return {what: `${host} refused the connection`, advice: 'check that the gateway runs, its address and its port'};
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_NODATA':
      return {what: `The host name of ${host} could not be resolved`, advice: 'check the spelling and DNS'};
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EADDRNOTAVAIL':
      return {what: `There is no route to ${host}`, advice: 'check the address, your network and VPN'};
    case 'ETIMEDOUT':
      return {what: `${host} cannot be reached`, advice: 'check the address and any firewall'};
    default: {
      const what = `${host} closed the connection before the response was complete`;
      return {what: code ? `${what} (${code})` : what, advice: 'try again, or check the port and any proxy'};
    }
  }
};

const connectError = ({kind, reason, certificate}: ConnectFailure, attempt: Attempt): EdgeError => {
  const {host, hostname} = attempt.request.site;
  switch (kind) {
    case 'timeout': {
      const what = `Connecting to ${host} timed out`;
      return edgeError(attempt, 'timeout', {what, advice: 'check the address and any firewall', retryable: true});
    }
    case 'busy': {
      const what = `All connections to ${host} were in use`;
      return edgeError(attempt, 'timeout', {what, advice: `${MORE_TIME} or maxSockets`, retryable: true});
    }
    case 'closed':
      return closedError(attempt);
    case 'proxy':
      return proxyError(reason, attempt);
    case 'untrusted':
      return edgeError(attempt, 'tls', {...trustSentence(reason, hostname), ...(certificate && {certificate})});
    default:
      return kind satisfies never;
  }
};

// The proxy's URL may contain a password, so the message names the gateway.
const proxyError = (reason: string, attempt: Attempt): EdgeError => {
  const host = attempt.request.site.host;
  const retryable = /^(50[234]|ECONN|EPIPE|ETIMEDOUT|EAI_AGAIN)/.test(reason);
  if (reason === '407') {
    const what = `The proxy for ${host} requires a user and password`;
    return edgeError(attempt, 'network', {what, advice: 'add valid ones to the URL of the proxy'});
  }
  const hasStatus = /^\d+$/.test(reason);
  const what = hasStatus
    ? `The proxy for ${host} did not connect (HTTP ${reason})`
    : `The proxy for ${host} failed (${reason})`;
  const advice = hasStatus
    ? 'check that it can reach the gateway, or bypass it (NO_PROXY)'
    : 'check its URL in the option or in HTTPS_PROXY, or bypass it (NO_PROXY)';
  return edgeError(attempt, 'network', {what, advice, retryable});
};

const trustSentence = (reason: string, host: string): Sentence => {
  switch (reason) {
    case 'PIN_MISMATCH':
      return {
        what: `${host} presented another certificate than the pinned one`,
        advice: 'pin the new SHA-256 only if the operator confirms it',
      };
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return {
        what: `The certificate of ${host} is self-signed`,
        advice: 'verify its SHA-256 with the operator, then pin it, or give it as the CA file',
      };
    case 'CERT_HAS_EXPIRED':
    case 'CERT_NOT_YET_VALID':
      return {
        what: `The certificate of ${host} is ${reason === 'CERT_HAS_EXPIRED' ? 'expired' : 'not valid yet'}`,
        advice: 'check the clock, renew it, or pin its SHA-256',
      };
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return {
        what: `The certificate is for another name than ${host}`,
        advice: 'use a name in the certificate, or pin its SHA-256',
      };
    default:
      return {
        what: `The certificate of ${host} is not from a trusted authority (${reason})`,
        advice: 'give the CA file of its issuer, or pin its SHA-256',
      };
  }
};
