import {createApplications} from './applications.ts';
import {createCredentials} from './auth.ts';
import {createCall} from './call.ts';
import type {Client} from './client.ts';
import {createErrorLogs} from './error-logs.ts';
import {createObserver} from './observer.ts';
import type {ClientOptions} from './options.ts';
import {createRenewal} from './renewal.ts';
import {createSend} from './send.ts';
import {createSessions, requestSessionOf} from './session.ts';
import {readSettings} from './settings.ts';
import {createApiTokens} from './tokens.ts';
import {createTransport} from './transport.ts';

/** Makes a client of one gateway and its console. Throws an EdgeError `invalid_request` for options of no use. */
export const createClient = (options: ClientOptions): Client => {
  const settings = readSettings(options);
  const {baseUrl, consoleUrl} = settings;
  const credentials = createCredentials({...settings, sameOrigin: baseUrl.origin === consoleUrl.origin});
  const observer = createObserver(settings.hooks);
  const transport = createTransport(settings);
  const send = createSend({
    transport,
    observer,
    secrets: Object.values(settings.proxies).flatMap(proxy => proxy?.secrets ?? []),
  });
  const renewal = createRenewal(credentials, (account, signal) => requestSessionOf(call, account, signal));
  const call = createCall({settings, credentials, renewal, observer, send});
  return {
    baseUrl: new URL(baseUrl),
    consoleUrl: new URL(consoleUrl),
    apiTokens: createApiTokens(call),
    errorLogs: createErrorLogs(call),
    applications: createApplications(call),
    session: createSessions(call, credentials),
    setAuth: credentials.setAuth,
    close: transport.close,
  };
};
