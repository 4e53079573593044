import {createCredentials} from './auth/credentials.ts';
import {createRenewal} from './auth/renewal.ts';
import type {Core} from './client.ts';
import {createCall} from './http/call.ts';
import {createObserver} from './http/observer.ts';
import {createSend} from './http/send.ts';
import {createTransport} from './http/transport.ts';
import type {ClientOptions} from './options.ts';
import {createSessions, requestSessionOf} from './resources/session.ts';
import {readSettings} from './settings.ts';

/**
 * A client without its resources, for bundles that use few of them: `createErrorLogs(core.call)` and its like add one
 * each. Throws as `createClient` does.
 */
export const createCore = (options: ClientOptions): Core => {
  const settings = readSettings(options);
  const {baseUrl, consoleUrl, proxies} = settings;
  const credentials = createCredentials({...settings, sameOrigin: baseUrl.origin === consoleUrl.origin});
  const observer = createObserver(settings.hooks);
  const transport = createTransport(settings);
  const secrets = Object.values(proxies).flatMap(proxy => proxy?.secrets ?? []);
  const send = createSend({transport, observer, secrets});
  const renewal = createRenewal(credentials, (account, signal) => requestSessionOf(call, account, signal));
  const call = createCall({settings, credentials, renewal, observer, send});
  return {
    baseUrl: new URL(baseUrl),
    consoleUrl: new URL(consoleUrl),
    session: createSessions(call, credentials),
    call,
    setAuth: credentials.setAuth,
    close: transport.close,
  };
};
