import {type EdgeError, type EdgeErrorCode, isEdgeError} from '../errors.ts';
import type {CredentialsAuth, Session} from '../options.ts';
import type {Credentials, HeldCredential} from './credentials.ts';
import {createSingleFlight} from './single-flight.ts';

/** The client logs in again if the session ends within this time, in milliseconds. */
const RENEWAL_MARGIN = 60_000;
/** Milliseconds without a login after a refused one, because repeated failures may lock the account. */
const REFUSAL_COOLDOWN = 10_000;
const REFUSALS: ReadonlySet<EdgeErrorCode> = new Set(['unauthenticated', 'forbidden', 'envelope', 'rate_limited']);

export type Renewal = ReturnType<typeof createRenewal>;

type Login = (account: CredentialsAuth, signal: AbortSignal) => Promise<Session>;

/** `ensure` and `replace` log in only if `credentials` has a username and password. */
export const createRenewal = (credentials: Credentials, login: Login) => {
  let refused: {readonly account: CredentialsAuth; readonly error: EdgeError; readonly until: number} | undefined;
  // The session of the last login, while no call with this session has succeeded. If the gateway refuses the session
  // before the time `until`, the client does not log in again, because a new session would probably be refused too.
  let unproven: {readonly session: Session; readonly until: number} | undefined;

  const joinLogin = createSingleFlight(async (account: CredentialsAuth, signal): Promise<void> => {
    if (refused?.account === account && performance.now() < refused.until) throw refused.error;
    const until = () => performance.now() + REFUSAL_COOLDOWN;
    try {
      const session = await login(account, signal);
      if (credentials.account !== account) return;
      unproven = {session, until: until()};
      credentials.open(session);
    } catch (error) {
      if (isEdgeError(error) && REFUSALS.has(error.code)) refused = {account, error, until: until()};
      throw error;
    }
  });

  return {
    /** Rejects with `signal.reason` if the signal aborts. */
    async ensure(signal: AbortSignal): Promise<void> {
      const {account, endsAt, token} = credentials;
      const lasts = endsAt === undefined || endsAt.getTime() - Date.now() > RENEWAL_MARGIN;
      if (account && !(token && lasts)) await joinLogin(account, signal);
    },
    /** Resolves to whether the call can be repeated with a new session. */
    async replace({kind, token}: HeldCredential, signal: AbortSignal): Promise<boolean> {
      const {account} = credentials;
      if (!account || kind !== 'session') return false;
      if (credentials.token !== token) return true;
      if (unproven?.session.token === token && performance.now() < unproven.until) return false;
      await joinLogin(account, signal);
      return true;
    },
    accepted({token}: HeldCredential): void {
      if (unproven?.session.token === token) unproven = undefined;
    },
  };
};

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
