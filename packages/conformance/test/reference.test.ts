import {X509Certificate} from 'node:crypto';
import {generate} from 'selfsigned';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {conformance, folder, serve} from './support/programs.ts';
import {expectAllHeld} from './support/results.ts';
import {SEED, TOKEN, USER} from './support/seed.ts';

/** The reference server keeps all of it, however it is started. */
const files = await folder();
afterAll(files.remove);
const paths = {seed: '', cert: '', key: '', password: '', token: ''};
let pin = '';
beforeAll(async () => {
  const altNames = [{type: 7, ip: '127.0.0.1'}] as const;
  const pems = await generate([{name: 'commonName', value: 'edge'}], {
    keySize: 2048,
    extensions: [{name: 'subjectAltName', altNames: [...altNames]}],
  });
  pin = new X509Certificate(pems.cert).fingerprint256;
  paths.seed = await files.file('seed.json', JSON.stringify(SEED));
  paths.cert = await files.file('cert.pem', pems.cert);
  paths.key = await files.file('key.pem', pems.private);
  paths.password = await files.file('password', `${USER.password}\n`);
  paths.token = await files.file('token', `${TOKEN}\n`);
});

const examined = (url: string, ...flags: string[]) => [
  ...['--base-url', url, '--api-token-file', paths.token, '--username', USER.username],
  ...['--password-file', paths.password, '--output', 'ndjson', '--strict', ...flags],
];
const server = (...flags: string[]) => serve('--seed', paths.seed, ...flags);
const tls = () => ['--tls-cert', paths.cert, '--tls-key', paths.key];

describe.each([
  ['http', () => ['--ca-file', paths.cert]],
  ['envelope', () => ['--pin', pin]],
] as const)('the reference server with --errors %s', (errors, trust) => {
  test('holds everything over http', async () => {
    expectAllHeld(await conformance(examined(await server('--errors', errors), '--write')));
  });

  test('holds everything over self-signed https', async () => {
    const url = await server('--errors', errors, ...tls());
    expectAllHeld(await conformance(examined(url, '--write', ...trust())));
  });
});

test('a certificate that nobody vouches for is not trusted but on request', async () => {
  const url = await server(...tls());
  // Nothing but what anyone may ask: the certificate is what this is about.
  expect((await conformance(['--base-url', url, '--insecure'])).code).toBe(0);
  for (const trust of [[], ['--pin', '00'.repeat(32)]]) {
    expect(await conformance(examined(url, ...trust))).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(/^edge-conformance: .*(DEPTH_ZERO_SELF_SIGNED_CERT|SHA-256).*\n$/),
    });
  }
});
