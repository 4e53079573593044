import {X509Certificate} from 'node:crypto';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {generate} from 'selfsigned';
import {afterAll, beforeAll, expect, it} from 'vitest';
import {placeOf, startConsole} from './support/console.ts';
import {sharedGateway, withToken} from './support/gateway.ts';
import {press} from './support/keys.ts';

const makeCertificate = async () => {
  const {private: key, cert} = await generate([{name: 'commonName', value: 'gateway.test'}], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date('2024-01-01'),
    notAfterDate: new Date(Date.now() + 86_400_000),
    extensions: [
      {name: 'basicConstraints', cA: true},
      {name: 'subjectAltName', altNames: [{type: 7, ip: '127.0.0.1'}]},
    ],
  });
  return {key, cert};
};

let pems = {key: '', cert: ''};
let folder = '';
beforeAll(async () => {
  pems = await makeCertificate();
  folder = mkdtempSync(join(tmpdir(), 'edge-tls-'));
  writeFileSync(join(folder, 'ca.pem'), pems.cert);
});
afterAll(() => rmSync(folder, {recursive: true, force: true}));
const gateway = sharedGateway(() => ({tls: pems}));

const open = (...flags: string[]) =>
  startConsole(['--url', gateway().url, '--tab', 'tokens', ...flags], {env: withToken});

it('refuses a certificate that nobody vouches for, and says what to do', async () => {
  const pty = await open();
  await pty.waitFor('! The certificate of 127.0.0.1 is self-signed (GET /admin-api/api_token');
  const {fingerprint256, subject} = new X509Certificate(pems.cert);
  const said = pty.screen().join(' ').replaceAll(/\s+/g, '');
  expect(said).toContain(`It presents ${subject}`.replaceAll(/\s+/g, ''));
  expect(said).toContain(`--pin-sha256${fingerprint256}`);
  press(pty, 'global.quit');
  expect(await pty.exit).toEqual({code: 0, signal: 0});
});

it('trusts a pinned certificate, and no other', async () => {
  const pin = new X509Certificate(pems.cert).fingerprint256;
  const pty = await open('--pin-sha256', pin);
  await pty.waitFor('for tests');
  expect(pty.row(0)).toContain('TLS pinned');
  const other = await open('--pin-sha256', 'ab'.repeat(32));
  await other.waitFor('! 127.0.0.1 presented another certificate than the pinned one');
});

it('trusts the authority of a file', async () => {
  const pty = await open('--ca-file', join(folder, 'ca.pem'));
  await pty.waitFor('for tests');
  expect(pty.row(0)).toContain('TLS own CA');
});

it('shows all the time that it trusts anybody', async () => {
  const pty = await open('--insecure');
  await pty.waitFor('for tests');
  const {x, y} = placeOf(pty, 'TLS UNVERIFIED');
  expect(y).toBe(0);
  expect(pty.cell(x, y)).toMatchObject({fg: 1, inverse: true});
  pty.resize(40, 12);
  await pty.waitFor(() => pty.row(0).includes('TLS UNVERIFIED') && pty.row(11).includes('quit'));
});
