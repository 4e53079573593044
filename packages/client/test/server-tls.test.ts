import {afterAll, beforeAll, expect, test} from 'vitest';
import {createClient} from '../src/index.ts';
import {makeCertificate, type Pems} from './support/certificates.ts';
import {type Gateway, startGateway} from './support/gateway.ts';
import {failing} from './support/outcomes.ts';
import {MASTER_TOKEN, PASSWORD, seed} from './support/seed.ts';

let pems: Pems;
let gateway: Gateway;

beforeAll(async () => {
  pems = await makeCertificate();
  gateway = await startGateway({seed, tls: pems});
});
afterAll(() => gateway?.stop());

const auth = {kind: 'api-token', token: MASTER_TOKEN} as const;

test('the fingerprint of a refused certificate works as a pin', async () => {
  const refused = await failing(createClient({baseUrl: gateway.url, auth}).errorLogs.count());
  expect(refused).toMatchObject({code: 'tls', certificate: {fingerprint256: pems.fingerprint256}});
  const pinSha256 = refused.certificate?.fingerprint256 ?? '';
  const client = createClient({baseUrl: gateway.url, tls: {pinSha256}});
  await client.session.login({username: 'ann', password: PASSWORD});
  expect(await client.errorLogs.count()).toBe(45);
  client.close();
});

test.each([
  ['a CA file', () => ({ca: pems.cert})],
  ['insecure', () => ({insecure: true})],
])('the server is trusted by %s', async (_, tls) => {
  const client = createClient({baseUrl: gateway.url, auth, tls: tls()});
  expect(await client.applications.agents()).toHaveLength(2);
  client.close();
});
