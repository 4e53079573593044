import {type EdgeError, type EdgeErrorCode, isEdgeError} from '../errors.ts';
import type {CredentialsAuth, Session} from '../options.ts';
import type {Credentials, HeldCredential} from './credentials.ts';
import {createSingleFlight} from './single-flight.ts';

/** A session is renewed this long before it ends, in milliseconds. */
const RENEWAL_MARGIN = 60_000;
/** After a refused login, no login is sent for this many milliseconds, since repeated failures may lock the account. */
const REFUSAL_COOLDOWN = 10_000;
const REFUSALS: ReadonlySet<EdgeErrorCode> = new Set(['unauthenticated', 'forbidden', 'envelope', 'rate_limited']);

export type Renewal = ReturnType<typeof createRenewal>;

type Login = (account: CredentialsAuth, signal: AbortSignal) => Promise<Session>;

/** Returns functions that log in, one login at a time. They do nothing without username and password. */
export const createRenewal = (credentials: Credentials, login: Login) => {
  let refused: {readonly account: CredentialsAuth; readonly error: EdgeError; readonly until: number} | undefined;
  // A new session with which no call has succeeded yet. A refusal within 10 seconds of the login does not cause another
  // login.
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
    /** Logs in if no session is open or the open one ends within a minute. Rejects with `signal.reason` on abort. */
    async ensure(signal: AbortSignal): Promise<void> {
      const {account, endsAt, token} = credentials;
      const lasts = endsAt === undefined || endsAt.getTime() - Date.now() > RENEWAL_MARGIN;
      if (account && !(token && lasts)) await joinLogin(account, signal);
    },
    /** Logs in after a refused call. Resolves to whether the call can be repeated with another session token. */
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
