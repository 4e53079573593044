import {BUILTIN_PLUGIN} from '@edge-console/schema/values';
import {type ConnectOptions, openConnection} from '../core/connect.ts';
import type {Connection} from '../core/connection.ts';
import type {Target} from '../core/screen.ts';
import type {CredentialStore} from './store.ts';

/** Opens a connection with the credential of the target, else with the one kept for it. Sends nothing. */
export const openSaved = async (
  target: Target,
  options: ConnectOptions,
  {store, now}: {readonly store: CredentialStore; readonly now: number},
): Promise<Connection> => {
  if (target.apiToken !== undefined) return openConnection(target, options);
  const saved = await store.read(target, now);
  if (saved === undefined) return openConnection(target, options);
  const forget = async () => void (await store.remove(target));
  if (saved.kind === 'api-token') return {...openConnection({...target, apiToken: saved.token}, options), forget};
  const {username, role, endsAt, token} = saved;
  const withSession = (connection: Connection): Connection => {
    connection.client.setAuth({kind: 'session', token});
    return connection;
  };
  const connection = openConnection(target, options);
  return {
    ...withSession(connection),
    forget,
    trust(sha256) {
      return withSession(connection.trust.call(this, sha256));
    },
    identity: {
      ...{kind: 'session', username, role, endsAt, secondFactorDue: false},
      loginOptions: {remember: false, plugin: BUILTIN_PLUGIN},
    },
  };
};
