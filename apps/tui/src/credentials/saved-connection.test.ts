import {X509Certificate} from 'node:crypto';
import {Secret} from '@edge-console/schema';
import {expect, onTestFinished, test} from 'vitest';
import {makeCertificate} from '../../test/support/certificate.ts';
import {sharedFolder} from '../../test/support/folder.ts';
import {PASSWORD, startGateway, USERNAME} from '../../test/support/gateway.ts';
import {loginTo} from '../core/connection/connection.ts';
import {openCredentialStore} from './open-store.ts';
import {openSaved} from './saved-connection.ts';

const folder = sharedFolder('saved-connection');

test('a connection that trusts another certificate has the session of the last login, not the saved one', async () => {
  const pems = await makeCertificate();
  const users = [USERNAME, 'bob'].map(username => ({username, password: PASSWORD, role: 'master'}));
  const gateway = await startGateway({tls: pems, seed: {users}});
  const store = openCredentialStore({XDG_STATE_HOME: folder, EDGE_CONSOLE_CREDENTIALS: 'file'});
  const target = {profile: 'prod', url: gateway.url};
  const pin = new X509Certificate(pems.cert).fingerprint256;
  const session = {kind: 'session', username: USERNAME, role: 'master', endsAt: Date.now() + 60_000} as const;
  await store.save(target, {...session, token: new Secret('old')});
  const saved = await openSaved({...target, pinSha256: pin}, {}, {store, now: Date.now});
  const first = saved.trust(pin);
  await expect(first.client.apiTokens.count()).rejects.toMatchObject({code: 'unauthenticated'});
  const again = await loginTo(first, {username: 'bob', password: PASSWORD});
  const trusted = again.trust(pin).trust(pin);
  onTestFinished(() => {
    for (const {client} of [saved, first, trusted]) client.close();
  });
  expect(trusted.identity).toMatchObject({username: 'bob'});
  expect(await trusted.client.apiTokens.count()).toBe(1);
});
