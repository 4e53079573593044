import {BUILTIN_PLUGIN} from '@edge-console/schema/values';
import {type ConnectOptions, openConnection} from '../core/connection/connect.ts';
import type {Connection, SavedCredentials} from '../core/connection/connection.ts';
import type {Target} from '../core/screen.ts';
import type {SavedCredential} from './credential-store.ts';
import type {CredentialStore} from './open-store.ts';

interface SavedOptions {
  readonly store: CredentialStore;
  now(): number;
}

export const openUnsaved = (target: Target, options: ConnectOptions, saved: SavedOptions): Connection => ({
  ...openConnection(target, options),
  saved: savedCredentials(target, saved),
});

/** Uses the API token of the target, or else the saved credential. Sends no request. */
export const openSaved = async (target: Target, options: ConnectOptions, saved: SavedOptions): Promise<Connection> => {
  const found = target.apiToken === undefined ? await saved.store.read(target, saved.now()) : undefined;
  if (found?.kind === 'api-token') return openUnsaved({...target, apiToken: found.token}, options, saved);
  const connection = openUnsaved(target, options, saved);
  return found === undefined ? connection : withSession(connection, found);
};

type SavedSession = SavedCredential & {readonly kind: 'session'};

const withSession = (connection: Connection, session: SavedSession): Connection => {
  const {username, role, userId, endsAt, token} = session;
  connection.resume(token);
  return {
    ...connection,
    identity: {
      ...{kind: 'session', username, role, userId, endsAt, needsSecondFactor: false},
      loginOptions: {remember: false, plugin: BUILTIN_PLUGIN},
    },
  };
};

const savedCredentials = (target: Target, {store, now}: SavedOptions): SavedCredentials => {
  const isSaved = async () => (await store.read(target, Number.NEGATIVE_INFINITY)) !== undefined;
  return {
    forget: async () => void (await store.remove(target)),
    async save({client, identity}, when) {
      const token = client.session.current?.token;
      if (identity.kind !== 'session' || token === undefined) return;
      if (when === 'if-saved' && !(await isSaved())) return;
      const {username, role, userId, endsAt} = identity;
      await store.save(target, {kind: 'session', token, username, role, userId, endsAt});
    },
    async newer(connection) {
      const found = await store.read(target, now());
      if (found?.kind !== 'session' || found.endsAt === endOf(connection)) return undefined;
      return withSession(connection, found);
    },
  };
};

/** Sessions are compared by their end, since the client does not return a token that was set with `setAuth`. */
const endOf = ({identity}: Connection): number | undefined =>
  identity.kind === 'session' ? identity.endsAt : undefined;
