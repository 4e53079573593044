import {createCredentials} from './auth.ts';
import {createCall} from './call.ts';
import type {Core} from './client.ts';
import {createObserver} from './observer.ts';
import type {ClientOptions} from './options.ts';
import {createRenewal} from './renewal.ts';
import {createSend} from './send.ts';
import {createSessions, requestSessionOf} from './session.ts';
import {readSettings} from './settings.ts';
import {createTransport} from './transport.ts';

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
