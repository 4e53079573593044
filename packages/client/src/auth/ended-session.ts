import type {EdgeError} from '../errors.ts';

const NAME = '(?:session|log-?in|authentication|(?:edge|access|session|auth|login)[- _]?token|token)';
const STATE =
  '(?:expired|timed out|time-?out|ended|invalid|revoked|missing|required|unknown|not (?:valid|found|active|logged)|no longer)';

/** Messages of an ended session, in any case. */
const MESSAGES: readonly RegExp[] = [
  // session has expired; edge-token is not valid or has expired; login required; authentication is required
  new RegExp(`\\b${NAME}(?: (?:id|has|have|is|was|are|been|already))* ${STATE}\\b`, 'i'),
  // invalid session; expired token; missing edge-token; but not: invalid token name
  new RegExp(
    `\\b(?:invalid|expired|missing|unknown|no valid|no) ${NAME}\\b(?! (?:name|id|expir|label|body|field))`,
    'i',
  ),
  // not logged in; please log in again; you must sign in first
  /\b(?:not|no longer|please|must|need to|have to) (?:be )?(?:re-?)?(?:log|sign)(?:ged|ned)?[ -]?(?:in|on)\b/i,
  /\b(?:unauthori[sz]ed|unauthenticated|not (?:yet )?authenticated)\b/i,
];

/**
 * Whether a gateway refused a call because its session has ended: HTTP 401, or a refusal with code `envelope`
 * (docs/field-facts.md#24) whose `msg` says that a session, login, authentication or token is expired, timed out, ended,
 * invalid, revoked, missing, unknown or required, or that the caller is not logged in, not authenticated or unauthorized.
 * English only. It is the default of {@link ClientOptions.renewOn}.
 *
 * @example
 * const renewOn = error => isEndedSession(error) || error.msg === 'Sitzung abgelaufen';
 */
export const isEndedSession = ({code, msg = ''}: EdgeError): boolean =>
  code === 'unauthenticated' || (code === 'envelope' && MESSAGES.some(message => message.test(msg)));
