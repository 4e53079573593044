import {X509Certificate} from 'node:crypto';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeAll, expect, it} from 'vitest';
import type {Profile} from '../../src/cli/config/config-schema.ts';
import {makeCertificate} from '../support/certificate.ts';
import {startConsole} from '../support/console/start-console.ts';
import {sharedFolder} from '../support/folder.ts';
import {PASSWORD, startGateway, USERNAME, withToken} from '../support/gateway.ts';
import {sharedConsole} from './support/shared-console.ts';

let pems = {key: '', cert: ''};
const folder = sharedFolder('tls');
beforeAll(async () => {
  pems = await makeCertificate();
  writeFileSync(join(folder, 'ca.pem'), pems.cert);
});
const openShared = sharedConsole({gateway: () => ({tls: pems}), firstTab: 'tokens'});

const open = async (profile: Partial<Profile> = {}) => (await openShared(undefined, {profile})).console;

it('the console asks about a self-signed certificate, and Cancel leaves an error with --pin-sha256', async () => {
  const console = await open();
  const {fingerprint256, subject} = new X509Certificate(pems.cert);
  await console.see('Unknown certificate').see(`Subject: ${subject}`).see('Valid: 2024-01-01 to ').see('[Cancel]');
  expect(console.text().replaceAll(/[\s│]+/g, '')).toContain(
    `SHA-256:${fingerprint256.slice(0, 47)}${fingerprint256.slice(48)}`,
  );
  await console.press('dialog.press').gone('Unknown certificate');
  await console.see('! The certificate of 127.0.0.1 is self-signed (GET /admin-api/api_token');
  expect(console.text().replaceAll(/\s+/g, '')).toContain(`--pin-sha256${fingerprint256}`);
});

it('a screen reads its data once the certificate is trusted', async () => {
  const console = await open();
  await console.see('Unknown certificate').press('dialog.turn').see('[trust this time]').press('dialog.press');
  await console.gone('Unknown certificate').see('for tests');
  expect(console.screen()[0]).toContain('TLS pinned');
});

it('a pin is written to the profile in use, and a failure to write it keeps the dialog open, with the reason', async () => {
  const {url} = await startGateway({tls: pems});
  const config = join(folder, 'config.jsonc');
  const text = JSON.stringify({profiles: {prod: {url}}});
  writeFileSync(config, text);
  const console = await startConsole(['--config', config, '--profile', 'prod', '--tab', 'tokens'], {env: withToken});
  await console.see(/\[Cancel\] +trust this time +pin for this profile/);
  writeFileSync(config, '{');
  await console.press('dialog.turn-back').press('dialog.press').see('config.jsonc').see('Unknown certificate');
  writeFileSync(config, text);
  await console.see('[pin for this profile]').press('dialog.press').gone('Unknown certificate').see('for tests');
  expect(JSON.parse(readFileSync(config, 'utf8')).profiles.prod.pinSha256).toBe(
    new X509Certificate(pems.cert).fingerprint256,
  );
});

it('a sign-in continues after the certificate is trusted, without asking for the password again', async () => {
  const {url} = await startGateway({tls: pems});
  const console = await startConsole(['--url', url]);
  await console.see('Password').type(`${USERNAME}\t`).type(PASSWORD).press('session.submit');
  await console.see('Unknown certificate').press('dialog.turn').see('[trust this time]').press('dialog.press');
  await console.gone('Unknown certificate').see(`Signed in as ${USERNAME}`);
  expect(console.screen()[0]).toContain('TLS pinned');
});

it('a pin trusts its certificate and no other', async () => {
  const pin = new X509Certificate(pems.cert).fingerprint256;
  const console = await open({pinSha256: pin});
  await console.see('for tests');
  expect(console.screen()[0]).toContain('TLS pinned');
  const other = await open({pinSha256: 'ab'.repeat(32)});
  await other.see('! 127.0.0.1 presented another certificate than the pinned one');
  expect(other.text()).not.toContain('Unknown certificate');
  const shown = other.text().replaceAll(/\s+/g, '');
  expect(shown).toContain(`presentsSHA-256${pin}`);
  expect(shown).toContain(`pinnedisAB${':AB'.repeat(31)}`);
});

it('caFile of a profile adds a trusted authority', async () => {
  const console = await open({caFile: join(folder, 'ca.pem')});
  await console.see('for tests');
  expect(console.screen()[0]).toContain('TLS own CA');
  await console
    .press('global.command-line')
    .type('as-curl')
    .press('dialog.run')
    .see('--cacert')
    .see(/edge-tls-\w+\/ca\.pem/);
});

it('insecure of a profile shows TLS UNVERIFIED in the header at every size', async () => {
  const console = await open({insecure: true});
  await console.see('for tests');
  const {y, cell} = console.find('TLS UNVERIFIED');
  expect(y).toBe(0);
  expect(cell).toMatchObject({fg: 1, inverse: true});
  await console.resize(40, 12).see(/^.*TLS UNVERIFIED[\s\S]*quit.*$/);
});
