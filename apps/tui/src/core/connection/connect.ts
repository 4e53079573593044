import {type ClientOptions, createClient} from '@edge-console/client';
import type {Secret} from '@edge-console/schema';
import type {Target} from '../screen.ts';
import type {Connection, Identity, Tag, TlsState} from './connection.ts';
import type {Journal} from './recorded-changes.ts';
import {createWrites, type Writes} from './writes.ts';

export interface ConnectOptions extends Pick<ClientOptions, 'tls' | 'onExchange' | 'userAgent'> {
  readonly caFile?: string | undefined;
  readonly journal?: Journal | undefined;
  readonly writes?: Writes;
  readonly tag?: Tag | undefined;
}

/** Sends no request. Throws an EdgeError for an invalid URL. */
export const openConnection = (target: Target, options: ConnectOptions): Connection => {
  const {tls: trusted, caFile, journal, tag, ...shared} = options;
  const {writes = createWrites({name: target.profile, policy: 'write', now: Date.now})} = options;
  const tls = target.pinSha256 === undefined ? trusted : {...trusted, pinSha256: target.pinSha256};
  const client = createClient({
    ...shared,
    readOnly: writes.refusal,
    ...(tls !== undefined && {tls}),
    baseUrl: target.url,
    ...(target.consoleUrl !== undefined && {consoleUrl: target.consoleUrl}),
    ...(target.apiToken !== undefined && {auth: {kind: 'api-token', token: target.apiToken}}),
    ...(target.consoleToken !== undefined && {consoleToken: target.consoleToken}),
  });
  const identity: Identity =
    target.apiToken === undefined ? {kind: 'anonymous'} : {kind: 'api-token', fingerprint: target.apiToken.fingerprint};
  let resumed: Secret | undefined;
  return {
    profile: target.profile,
    url: target.url,
    consoleUrl: target.consoleUrl ?? target.url,
    tls: tlsState(client.baseUrl, tls),
    caFile,
    identity,
    writes,
    tag,
    client,
    journal,
    withToken: apiToken => openConnection({...target, apiToken}, options),
    resume(token) {
      resumed = token;
      client.setAuth({kind: 'session', token});
    },
    trust(pinSha256) {
      const next = openConnection({...target, pinSha256}, options);
      const token = client.session.current?.token ?? resumed;
      if (token !== undefined) next.resume(token);
      const {trust, resume, withToken} = next;
      // Copies `this` instead of `target`, because a login may have changed the identity since `target` was created.
      return {...this, client: next.client, tls: next.tls, trust, resume, withToken};
    },
  };
};

const tlsState = (url: URL, tls: ClientOptions['tls']): TlsState => {
  if (url.protocol !== 'https:') return 'none';
  if (tls?.pinSha256 !== undefined) return 'pinned';
  if (tls?.insecure === true) return 'unverified';
  return tls?.ca === undefined ? 'verified' : 'ca';
};
