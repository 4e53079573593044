import {type EdgeError, type EdgeErrorCode, isEdgeError} from '../errors.ts';
import type {CredentialsAuth, Session} from '../options.ts';
import {createSingleFlight} from '../single-flight.ts';
import type {Credentials, HeldCredential} from './credentials.ts';

/** A session is renewed this long before it ends, in milliseconds. */
const RENEWAL_MARGIN = 60_000;
/** Pause after a refused login, in milliseconds: gateways lock accounts. */
const REFUSAL_COOLDOWN = 10_000;
const REFUSALS: ReadonlySet<EdgeErrorCode> = new Set(['unauthenticated', 'forbidden', 'envelope', 'rate_limited']);

/** Logs in for calls, one login at a time. Does nothing without username and password. */
export interface Renewal {
  /** Opens a session unless one is open and valid for another minute. Rejects with `signal.reason` on abort. */
  ensure(signal: AbortSignal): Promise<void>;
  /** After a refused session. True when a session other than the refused one is open now. */
  replace(refused: HeldCredential, signal: AbortSignal): Promise<boolean>;
  /** Reports that a call with this credential succeeded. */
  accepted(credential: HeldCredential): void;
}

type Login = (account: CredentialsAuth, signal: AbortSignal) => Promise<Session>;

export const createRenewal = (credentials: Credentials, login: Login): Renewal => {
  let refused: {readonly account: CredentialsAuth; readonly error: EdgeError; readonly until: number} | undefined;
  // A session that no call succeeded with: if it is refused as well, another login does not help.
  let unproven: {readonly session: Session; readonly until: number} | undefined;

  const logins = createSingleFlight(async (account: CredentialsAuth, signal): Promise<void> => {
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
    async ensure(signal) {
      const {account, endsAt, token} = credentials;
      const lasts = endsAt === undefined || endsAt.getTime() - Date.now() > RENEWAL_MARGIN;
      if (account && !(token && lasts)) await logins.join(account, signal);
    },
    async replace({kind, token}, signal) {
      const {account} = credentials;
      if (!account || kind !== 'session') return false;
      if (credentials.token !== token) return true;
      if (unproven?.session.token === token && performance.now() < unproven.until) return false;
      await logins.join(account, signal);
      return true;
    },
    accepted({token}) {
      if (unproven?.session.token === token) unproven = undefined;
    },
  };
};
