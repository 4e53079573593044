import type {EdgeError} from '../errors.ts';

const NAME = '(?:session|log-?in|authentication|(?:edge|access|session|auth|login)[- _]?token|token)';
const STATE =
  '(?:expired|timed out|time-?out|ended|invalid|revoked|missing|required|unknown|not (?:valid|found|active|logged)|no longer)';

const MESSAGES: readonly RegExp[] = [
  // Such as: session has expired; edge-token is not valid or has expired; login required
  new RegExp(`\\b${NAME}(?: (?:id|has|have|is|was|are|been|already))* ${STATE}\\b`, 'i'),
  // Such as: invalid session; expired token; missing edge-token. Not: invalid token name
  new RegExp(
    `\\b(?:invalid|expired|missing|unknown|no valid|no) ${NAME}\\b(?! (?:name|id|expir|label|body|field))`,
    'i',
  ),
  // Such as: not logged in; please log in again; you must sign in first
  /\b(?:not|no longer|please|must|need to|have to) (?:be )?(?:re-?)?(?:log|sign)(?:ged|ned)?[ -]?(?:in|on)\b/i,
  /\b(?:unauthori[sz]ed|unauthenticated|not (?:yet )?authenticated)\b/i,
];

/**
 * Default of {@link ClientOptions.renewOn}. Returns true for HTTP 401, and for an error with code `envelope`
 * (docs/field-facts.md#24) whose `msg` says in English that a session or token is not valid, or that the caller is not
 * logged in.
 *
 * @example
 * const renewOn = error => isEndedSession(error) || error.msg === 'Sitzung abgelaufen';
 */
export const isEndedSession = ({code, msg = ''}: EdgeError): boolean =>
  code === 'unauthenticated' || (code === 'envelope' && MESSAGES.some(message => message.test(msg)));
