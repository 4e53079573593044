import {createCredentials} from './auth/credentials.ts';
import {createRenewal} from './auth/renewal.ts';
import {type Call, createCall, createPerform} from './http/call.ts';
import {createSend} from './http/exchange/send.ts';
import {createTransport} from './http/exchange/transport.ts';
import {createObserver} from './http/observer.ts';
import {createRedactFor} from './http/redact.ts';
import {createRequest, type RequestCall} from './http/request/request.ts';
import type {Auth, ClientOptions} from './options.ts';
import {type Applications, createApplications} from './resources/applications.ts';
import {createErrorLogs, type ErrorLogs} from './resources/error-logs.ts';
import {createSessions, loginWithAccount, type Sessions} from './resources/session.ts';
import {type ApiTokens, createApiTokens} from './resources/tokens.ts';
import {readSettings} from './settings.ts';

/**
 * A client of the gateway at `baseUrl`, and of the console at `consoleUrl`, which lists agents and applications. Failed
 * calls reject with an {@link EdgeError}.
 */
export interface Client {
  readonly apiTokens: ApiTokens;
  readonly errorLogs: ErrorLogs;
  readonly applications: Applications;
  readonly baseUrl: URL;
  readonly consoleUrl: URL;
  readonly session: Sessions;
  readonly call: Call;
  readonly request: RequestCall;
  /**
   * Sets the credential for later calls and discards the current session. The option `consoleToken` does not change.
   *
   * @throws EdgeError `invalid_request` for a token that a header cannot carry.
   */
  setAuth(auth: Auth | undefined): void;
  /**
   * Closes all sockets. Running calls reject with code `network`, later calls with `aborted`. Does not log out. Without
   * `close`, idle sockets stay open until the gateway closes them, but do not keep the process running.
   */
  close(): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Creates a client. The client keeps connections open for later calls until `close` is called.
 *
 * @throws EdgeError `invalid_request` for an invalid option.
 * @example
 * const client = createClient({baseUrl: 'https://edge.example.com', auth: {kind: 'api-token', token}});
 * const {items, count} = await client.errorLogs.list({level: 4});
 * client.close();
 */
export const createClient = (options: ClientOptions): Client => {
  const settings = readSettings(options);
  const {baseUrl, consoleUrl, proxies} = settings;
  const credentials = createCredentials({...settings, sameOrigin: baseUrl.origin === consoleUrl.origin});
  const observer = createObserver(options);
  const closing = new AbortController();
  const transport = createTransport(settings, closing.signal);
  const proxySecrets = Object.values(proxies).flatMap(proxy => proxy?.secrets ?? []);
  const redactFor = createRedactFor(() => [...proxySecrets, ...credentials.secrets()]);
  const send = createSend({transport, observer, redactFor});
  const renewal = createRenewal(credentials, (account, signal) => loginWithAccount(call, account, signal));
  const perform = createPerform({settings, closed: closing.signal, credentials, renewal, observer, send, redactFor});
  const call = createCall(perform);
  const close = (): void => closing.abort();
  return {
    apiTokens: createApiTokens(call),
    errorLogs: createErrorLogs(call),
    applications: createApplications(call),
    baseUrl: new URL(baseUrl),
    consoleUrl: new URL(consoleUrl),
    session: createSessions(call, credentials, settings.renewOn),
    call,
    request: createRequest(perform),
    setAuth: credentials.setAuth,
    close,
    [Symbol.asyncDispose]: async () => close(),
  };
};
