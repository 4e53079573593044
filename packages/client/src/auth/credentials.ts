import {CREDENTIAL_HEADERS, type Credential, type Operation, Secret} from '@edge-console/schema';
import type {Session} from '../client.ts';
import {invalidOption} from '../errors.ts';
import type {Auth, CredentialsAuth} from '../options.ts';

export interface HeldCredential {
  readonly kind: Credential;
  readonly token: Secret;
}

/** What a client holds, and what it sends for an operation. */
export interface Credentials {
  /** The credential for an operation; undefined when none is held or none is needed. */
  pick(operation: Operation): HeldCredential | undefined;
  /** Whether the operation would be called with the session, were there one. */
  wantsSession(operation: Operation): boolean;
  setAuth(auth: Auth | undefined): void;
  /** Begins to use the session of a login; an API token is kept for the console and for after logout. */
  open(session: Session): void;
  /** Forgets the session. */
  close(): void;
  /** User and password to open sessions with. */
  readonly account: CredentialsAuth | undefined;
  readonly session: Session | undefined;
  /** Also for a session that another program opened and `setAuth` was given. */
  readonly token: Secret | undefined;
  /** When the session ends, where that is known. */
  readonly endsAt: Date | undefined;
}

/** Wraps a credential; refuses one that no header can carry, such as a file's text with its line break. */
export const toSecret = (option: string, value: Secret | string): Secret => {
  const secret = typeof value === 'string' ? new Secret(value) : value;
  if (!/^[\x21-\x7e]+$/.test(secret.reveal())) {
    throw invalidOption(option, 'must not be empty, nor hold spaces, line breaks or other than ASCII characters');
  }
  return secret;
};

interface CredentialOptions {
  readonly auth: Auth | undefined;
  readonly consoleToken: Secret | undefined;
  /** Whether the console is on the admin site's origin: only then may it see a session of the admin site. */
  readonly sameOrigin: boolean;
  readonly onSession: (session: Session | undefined) => void;
}

interface Held {
  readonly apiToken?: Secret;
  readonly account?: CredentialsAuth;
  readonly sessionToken?: Secret;
  readonly endsAt?: Date;
}

const readAuth = (auth: Auth | undefined): Held => {
  switch (auth?.kind) {
    case undefined:
      return {};
    case 'api-token':
      return {apiToken: toSecret('auth.token', auth.token)};
    case 'session':
      return {sessionToken: toSecret('auth.token', auth.token)};
    case 'credentials': {
      const {session, password} = auth;
      return {
        // A password in plain text is not kept as such.
        account: {...auth, password: typeof password === 'string' ? new Secret(password) : password},
        ...(session && {sessionToken: toSecret('auth.session.token', session.token)}),
        ...(session?.endsAt && {endsAt: session.endsAt}),
      };
    }
    default:
      throw invalidOption('auth.kind', 'must be api-token, session or credentials');
  }
};

export const createCredentials = ({auth, consoleToken, sameOrigin, onSession}: CredentialOptions): Credentials => {
  let given = readAuth(auth);
  let sessionToken = given.sessionToken;
  let endsAt = given.endsAt;
  let session: Session | undefined;

  const held = (kind: Credential, token: Secret | undefined): HeldCredential | undefined => token && {kind, token};
  const consoleApiToken = () => consoleToken ?? given.apiToken;
  const wantsSession = ({auth: accepted, base}: Operation): boolean => {
    if (accepted.length === 0) return false;
    if (base === 'console') return sameOrigin && consoleApiToken() === undefined;
    return sessionToken !== undefined || given.account !== undefined || !accepted.includes('api-token');
  };
  const close = (): void => {
    const ended = sessionToken !== undefined;
    session = undefined;
    sessionToken = undefined;
    endsAt = undefined;
    if (ended) onSession(undefined);
  };

  return {
    wantsSession,
    pick(operation) {
      if (operation.auth.length === 0) return undefined;
      if (wantsSession(operation)) return held('session', sessionToken);
      return held('api-token', operation.base === 'console' ? consoleApiToken() : given.apiToken);
    },
    setAuth(next) {
      const read = readAuth(next);
      close();
      given = read;
      sessionToken = read.sessionToken;
      endsAt = read.endsAt;
    },
    open(opened) {
      session = opened;
      sessionToken = opened.token;
      endsAt = opened.endsAt;
      onSession(opened);
    },
    close,
    get account() {
      return given.account;
    },
    get session() {
      return session;
    },
    get token() {
      return sessionToken;
    },
    get endsAt() {
      return endsAt;
    },
  };
};

/** The request header of a credential. */
export const credentialHeader = (credential: HeldCredential | undefined): Record<string, string> =>
  credential ? {[CREDENTIAL_HEADERS[credential.kind]]: credential.token.reveal()} : {};
