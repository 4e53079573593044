import {X509Certificate} from 'node:crypto';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeAll, expect, it} from 'vitest';
import {makeCertificate} from '../support/certificate.ts';
import {startConsole} from '../support/console/start-console.ts';
import {sharedFolder} from '../support/folder.ts';
import {PASSWORD, sharedGateway, USERNAME, withToken} from '../support/gateway.ts';

let pems = {key: '', cert: ''};
const folder = sharedFolder('tls');
beforeAll(async () => {
  pems = await makeCertificate();
  writeFileSync(join(folder, 'ca.pem'), pems.cert);
});
const gateway = sharedGateway(() => ({tls: pems}));

const open = (...flags: string[]) =>
  startConsole(['--url', gateway().url, '--tab', 'tokens', ...flags], {env: withToken});

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
  await console.press('global.quit').exits(0);
});

it('a screen reads its data once the certificate is trusted', async () => {
  const console = await open();
  await console.see('Unknown certificate').press('dialog.turn').see('[trust this time]').press('dialog.press');
  await console.gone('Unknown certificate').see('for tests');
  expect(console.screen()[0]).toContain('TLS pinned');
});

it('the pin of a certificate is saved in the profile in use, and the next start uses it', async () => {
  const config = join(folder, 'config.jsonc');
  writeFileSync(config, JSON.stringify({profiles: {prod: {url: gateway().url}}}));
  const flags = ['--config', config, '--profile', 'prod', '--tab', 'tokens'];
  const console = await startConsole(flags, {env: withToken});
  await console.see(/\[Cancel\] +trust this time +pin for this profile/);
  await console.press('dialog.turn-back').see('[pin for this profile]').press('dialog.press');
  await console.gone('Unknown certificate').see('for tests').press('global.quit').exits(0);
  expect(JSON.parse(readFileSync(config, 'utf8')).profiles.prod.pinSha256).toBe(
    new X509Certificate(pems.cert).fingerprint256,
  );
  const next = await startConsole(flags, {env: withToken});
  await next.see('for tests');
  expect(next.screen()[0]).toContain('TLS pinned');
});

it('the certificate dialog stays open and says why if the pin cannot be saved', async () => {
  const config = join(folder, 'broken.jsonc');
  writeFileSync(config, JSON.stringify({profiles: {prod: {url: gateway().url}}}));
  const console = await startConsole(['--config', config, '--profile', 'prod', '--tab', 'tokens'], {env: withToken});
  await console.see(/\[Cancel\] +trust this time +pin for this profile/);
  writeFileSync(config, '{');
  await console.press('dialog.turn-back').press('dialog.press').see('broken.jsonc').see('Unknown certificate');
});

it('a sign-in continues after the certificate is trusted, without asking for the password again', async () => {
  const console = await startConsole(['--url', gateway().url]);
  await console.see('Password').type(`${USERNAME}\t`).type(PASSWORD).press('session.submit');
  await console.see('Unknown certificate').press('dialog.turn').see('[trust this time]').press('dialog.press');
  await console.gone('Unknown certificate').see(`Signed in as ${USERNAME}`);
  expect(console.screen()[0]).toContain('TLS pinned');
});

it('a pin trusts its certificate and no other', async () => {
  const pin = new X509Certificate(pems.cert).fingerprint256;
  const console = await open('--pin-sha256', pin);
  await console.see('for tests');
  expect(console.screen()[0]).toContain('TLS pinned');
  const other = await open('--pin-sha256', 'ab'.repeat(32));
  await other.see('! 127.0.0.1 presented another certificate than the pinned one');
  expect(other.text()).not.toContain('Unknown certificate');
  const shown = other.text().replaceAll(/\s+/g, '');
  expect(shown).toContain(`presentsSHA-256${pin}`);
  expect(shown).toContain(`pinnedisAB${':AB'.repeat(31)}`);
});

it('--ca-file adds a trusted authority', async () => {
  const console = await open('--ca-file', join(folder, 'ca.pem'));
  await console.see('for tests');
  expect(console.screen()[0]).toContain('TLS own CA');
  await console
    .press('global.command-line')
    .type('as-curl')
    .press('dialog.run')
    .see('--cacert')
    .see(/edge-tls-\w+\/ca\.pem/);
});

it('--insecure shows TLS UNVERIFIED in the header at every size', async () => {
  const console = await open('--insecure');
  await console.see('for tests');
  const {y, cell} = console.find('TLS UNVERIFIED');
  expect(y).toBe(0);
  expect(cell).toMatchObject({fg: 1, inverse: true});
  await console.resize(40, 12).see(/^.*TLS UNVERIFIED[\s\S]*quit.*$/);
});
