import type {Session} from '../client.ts';
import {type EdgeError, type EdgeErrorCode, isEdgeError} from '../errors.ts';
import type {CredentialsAuth} from '../options.ts';
import type {Credentials, HeldCredential} from './credentials.ts';

/** A session is renewed this long before it ends, in milliseconds. */
const MARGIN = 60_000;
/** After a refusal no other login is tried for this long, in milliseconds: gateways lock accounts. */
const REST = 10_000;
const REFUSALS: ReadonlySet<EdgeErrorCode> = new Set(['unauthenticated', 'envelope', 'rate_limited']);

/** Logs in for calls, one login at a time. Without user and password it does nothing. */
export interface Renewal {
  /** Opens a session if there is none that lasts. `patience` ends the wait, and with the last wait the login. */
  ensure(patience: AbortSignal): Promise<void>;
  /** After HTTP 401: whether another session than the refused one is there now. */
  replace(refused: HeldCredential, patience: AbortSignal): Promise<boolean>;
  /** A call with this credential succeeded. */
  accepted(credential: HeldCredential): void;
}

type Login = (account: CredentialsAuth, signal: AbortSignal) => Promise<Session>;

interface Flight {
  readonly account: CredentialsAuth;
  readonly abort: AbortController;
  readonly landed: Promise<void>;
  waiting: number;
}

export const createRenewal = (credentials: Credentials, login: Login): Renewal => {
  let flight: Flight | undefined;
  let refused: {readonly account: CredentialsAuth; readonly error: EdgeError; readonly until: number} | undefined;
  // A session that no call was accepted with: if it is refused too, logging in does not help.
  let unproven: {readonly session: Session; readonly until: number} | undefined;

  const open = async (account: CredentialsAuth, signal: AbortSignal): Promise<void> => {
    if (refused?.account === account && performance.now() < refused.until) throw refused.error;
    try {
      const session = await login(account, signal);
      if (credentials.account !== account) return;
      unproven = {session, until: performance.now() + REST};
      credentials.open(session);
    } catch (error) {
      if (isEdgeError(error) && REFUSALS.has(error.code)) refused = {account, error, until: performance.now() + REST};
      throw error;
    }
  };

  const takeOff = (account: CredentialsAuth): Flight => {
    const abort = new AbortController();
    const landed = open(account, abort.signal).finally(() => leave(started));
    const started: Flight = {account, abort, landed, waiting: 0};
    return started;
  };

  const leave = (left: Flight): void => {
    if (flight === left) flight = undefined;
  };

  const join = async (account: CredentialsAuth, patience: AbortSignal): Promise<void> => {
    if (flight?.account !== account) flight = takeOff(account);
    const joined = flight;
    joined.waiting++;
    try {
      await unlessAborted(joined.landed, patience);
    } finally {
      if (--joined.waiting === 0) {
        leave(joined);
        joined.abort.abort();
      }
    }
  };

  return {
    async ensure(patience) {
      const {account, endsAt, token} = credentials;
      const lasts = endsAt === undefined || endsAt.getTime() - Date.now() > MARGIN;
      if (account && !(token && lasts)) await join(account, patience);
    },
    async replace({kind, token}, patience) {
      const {account} = credentials;
      if (!account || kind !== 'session') return false;
      if (credentials.token !== token) return true;
      if (unproven?.session.token === token && performance.now() < unproven.until) return false;
      await join(account, patience);
      return true;
    },
    accepted({token}) {
      if (unproven?.session.token === token) unproven = undefined;
    },
  };
};

/** Rejects with the signal's reason when it comes first. */
const unlessAborted = async <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> => {
  let stop = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
};
