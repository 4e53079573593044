import {Secret} from '@edge-console/schema/values';
import {type Connection, loginTo, logout} from '../../core/connection/connection.ts';
import {toFailure} from '../../core/failure.ts';
import {type Effect, effect, type Target} from '../../core/screen.ts';
import {type Form, type Values, valuesOf} from '../../form/form.ts';
import type {SessionAction} from './session-form.ts';

export const signIn = (form: Form, current: Connection | undefined, pinSha256?: string): Effect<SessionAction> =>
  effect<SessionAction>(
    'sign-in',
    async ({open}, signal) => {
      const values = valuesOf(form);
      const connection = await open({...targetOf(values, current), ...(pinSha256 !== undefined && {pinSha256})});
      let taken = false;
      try {
        const byAccount = values.method === 'account';
        // A count is the cheapest request that checks the API token.
        if (!byAccount) await connection.client.apiTokens.count({signal});
        const identified = byAccount ? await login(connection, values, signal) : connection;
        taken = true;
        return {kind: 'signed-in', connection: identified, unsaved: await store(identified)};
      } catch (error) {
        const failure = toFailure(error);
        if (failure.certificate === undefined || connection.tls === 'pinned') throw error;
        const pin = current?.url === connection.url ? current.pin : undefined;
        const host = new URL(connection.url).host;
        return {kind: 'untrusted', failure, certificate: failure.certificate, host, pin, form};
      } finally {
        if (!taken) connection.client.close();
      }
    },
    failure => ({kind: 'failed', failure}),
  );

export const signOut = (connection: Connection): Effect<SessionAction> =>
  effect<SessionAction>(
    'sign-out',
    async ({open}, signal) => {
      try {
        await logout(connection, signal);
      } finally {
        await connection.saved?.forget();
      }
      const {profile, url, consoleUrl} = connection;
      return {kind: 'signed-out', connection: await open({profile, url, consoleUrl})};
    },
    failure => ({kind: 'sign-out-failed', failure}),
  );

const login = (connection: Connection, values: Values, signal: AbortSignal): Promise<Connection> => {
  const {username = '', password = '', remember, plugin = ''} = values;
  const body = {username, password, remember: remember === 'yes', ...(plugin.trim() !== '' && {plugin: plugin.trim()})};
  return loginTo(connection, body, signal);
};

/** Resolves to the reason why the session cannot be saved, or to undefined. */
const store = async (connection: Connection): Promise<string | undefined> => {
  try {
    await connection.saved?.save(connection, 'always');
    return undefined;
  } catch (error) {
    return toFailure(error).message;
  }
};

const targetOf = (values: Values, current: Connection | undefined): Target => {
  const {consoleUrl = '', token = '', consoleToken = '', method} = values;
  const url = (values.url ?? '').trim().replace(/\/$/, '');
  return {
    profile: current?.url === url ? current.profile : (URL.parse(url)?.hostname ?? url),
    url,
    ...(consoleUrl.trim() !== '' && {consoleUrl: consoleUrl.trim()}),
    ...(method === 'api-token' && {apiToken: new Secret(token.trim())}),
    ...(consoleToken.trim() !== '' && {consoleToken: new Secret(consoleToken.trim())}),
  };
};
