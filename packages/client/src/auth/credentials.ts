import type {Credential, Operation} from '@edge-console/schema';
import {CREDENTIAL_HEADERS, Secret} from '@edge-console/schema/values';
import {invalidOption} from '../errors.ts';
import type {Auth, CredentialsAuth, Session} from '../options.ts';

export interface HeldCredential {
  readonly kind: Credential;
  readonly token: Secret;
}

export type Credentials = ReturnType<typeof createCredentials>;

/** Throws `invalid_request` if a header cannot carry the token, as with a line break. */
export const toSecret = (option: string, value: Secret | string): Secret => {
  const secret = typeof value === 'string' ? new Secret(value) : value;
  if (!/^[\x21-\x7e]+$/.test(secret.reveal())) {
    throw invalidOption(option, 'must be ASCII text without spaces and line breaks, and not empty');
  }
  return secret;
};

interface CredentialOptions {
  readonly auth: Auth | undefined;
  readonly consoleToken: Secret | undefined;
  /** Whether `baseUrl` and `consoleUrl` have the same origin. If not, the session token is sent only to `baseUrl`. */
  readonly sameOrigin: boolean;
  readonly onSession: (session: Session | undefined) => void;
}

/** `session` has the details of a login. It is absent for `auth` of the kind `session`, which has only a token. */
interface ActiveSession {
  readonly token: Secret;
  readonly endsAt?: Date;
  readonly session?: Session;
}

interface Held {
  readonly apiToken?: Secret;
  readonly account?: CredentialsAuth;
  readonly active?: ActiveSession;
}

const readAuth = (auth: Auth | undefined): Held => {
  switch (auth?.kind) {
    case undefined:
      return {};
    case 'api-token':
      return {apiToken: toSecret('auth.token', auth.token)};
    case 'session':
      return {active: {token: toSecret('auth.token', auth.token)}};
    case 'credentials': {
      const {session, password} = auth;
      return {
        // A Secret does not show the password in `inspect` and JSON.
        account: {...auth, password: typeof password === 'string' ? new Secret(password) : password},
        ...(session && {active: {...session, token: toSecret('auth.session.token', session.token)}}),
      };
    }
    default:
      throw invalidOption('auth.kind', 'must be api-token, session or credentials');
  }
};

export const createCredentials = ({auth, consoleToken, sameOrigin, onSession}: CredentialOptions) => {
  let held = readAuth(auth);

  const credential = (kind: Credential, token: Secret | undefined): HeldCredential | undefined =>
    token && {kind, token};
  const consoleApiToken = () => consoleToken ?? held.apiToken;
  const wantsSession = ({auth: accepted, base}: Operation): boolean => {
    if (accepted.length === 0) return false;
    if (base === 'console') return sameOrigin && consoleApiToken() === undefined;
    return held.active !== undefined || held.account !== undefined || !accepted.includes('api-token');
  };
  const close = (): void => {
    const {active, ...rest} = held;
    held = rest;
    if (active) onSession(undefined);
  };

  return {
    /** Whether a call uses the session of the client, even if there is none yet. */
    wantsSession,
    pick(operation: Operation): HeldCredential | undefined {
      if (operation.auth.length === 0) return undefined;
      if (wantsSession(operation)) return credential('session', held.active?.token);
      return credential('api-token', operation.base === 'console' ? consoleApiToken() : held.apiToken);
    },
    setAuth(next: Auth | undefined): void {
      const read = readAuth(next);
      close();
      held = read;
    },
    open(session: Session): void {
      held = {...held, active: {token: session.token, endsAt: session.endsAt, session}};
      onSession(session);
    },
    close,
    /** The secrets to redact: all tokens, and the password unless a function returns it. */
    secrets(): readonly string[] {
      const {apiToken, active, account} = held;
      const all = [apiToken, consoleToken, active?.token, account?.password];
      return all.flatMap(secret => (secret instanceof Secret ? [secret.reveal()] : []));
    },
    get account() {
      return held.account;
    },
    get session() {
      return held.active?.session;
    },
    get token() {
      return held.active?.token;
    },
    get endsAt() {
      return held.active?.endsAt;
    },
  };
};

export const credentialHeader = (credential: HeldCredential | undefined): Record<string, string> =>
  credential ? {[CREDENTIAL_HEADERS[credential.kind]]: credential.token.reveal()} : {};
