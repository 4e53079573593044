import {CREDENTIAL_HEADERS, type Credential, type Operation, Secret} from '@edge-console/schema';
import type {Session} from './client.ts';
import type {Auth} from './options.ts';
import {refusal} from './refusal.ts';

export interface HeldCredential {
  readonly kind: Credential;
  readonly token: Secret;
}

/** What a client holds, and what it sends for an operation. */
export interface Credentials {
  /** The credential for an operation; undefined when none is held or none is needed. */
  pick(operation: Operation): HeldCredential | undefined;
  setAuth(auth: Auth | undefined): void;
  /** Begins to use the session of a login; an API token is kept for the console and for after logout. */
  open(session: Session): void;
  /** Forgets the session. */
  close(): void;
  readonly session: Session | undefined;
  /** Also for a session that another program opened and `setAuth` was given. */
  readonly holdsSession: boolean;
}

/** Wraps a credential; refuses one that no header can carry, such as a file's text with its line break. */
export const toSecret = (option: string, value: Secret | string): Secret => {
  const secret = typeof value === 'string' ? new Secret(value) : value;
  if (!/^[\x21-\x7e]+$/.test(secret.reveal())) {
    throw refusal(option, 'must not be empty, nor hold spaces, line breaks or other than ASCII characters');
  }
  return secret;
};

interface CredentialOptions {
  readonly auth: Auth | undefined;
  readonly consoleToken: Secret | undefined;
  /** Whether the console is on the admin site's origin: only then may it see a session of the admin site. */
  readonly sameOrigin: boolean;
}

export const createCredentials = ({auth, consoleToken, sameOrigin}: CredentialOptions): Credentials => {
  let apiToken: Secret | undefined;
  let sessionToken: Secret | undefined;
  let session: Session | undefined;

  const held = (kind: Credential, token: Secret | undefined): HeldCredential | undefined => token && {kind, token};
  const pickAdmin = () => held('session', sessionToken) ?? held('api-token', apiToken);
  const pickConsole = () =>
    held('api-token', consoleToken ?? apiToken) ?? (sameOrigin ? held('session', sessionToken) : undefined);

  const setAuth = (next: Auth | undefined): void => {
    const token = next && toSecret('auth.token', next.token);
    apiToken = next?.kind === 'api-token' ? token : undefined;
    sessionToken = next?.kind === 'session' ? token : undefined;
    session = undefined;
  };
  setAuth(auth);

  return {
    pick(operation) {
      if (operation.auth.length === 0) return undefined;
      if (operation.base === 'console') return pickConsole();
      return operation.auth.includes('api-token') ? pickAdmin() : held('session', sessionToken);
    },
    setAuth,
    open(opened) {
      session = opened;
      sessionToken = opened.token;
    },
    close() {
      session = undefined;
      sessionToken = undefined;
    },
    get session() {
      return session;
    },
    get holdsSession() {
      return sessionToken !== undefined;
    },
  };
};

/** The request header of a credential. */
export const credentialHeader = (credential: HeldCredential | undefined): Record<string, string> =>
  credential ? {[CREDENTIAL_HEADERS[credential.kind]]: credential.token.reveal()} : {};
