import {X509Certificate} from 'node:crypto';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {generate} from 'selfsigned';
import {beforeAll, expect, test} from 'vitest';
import {sharedFolder} from '../../../apps/server/test/folder.ts';
import {conformance, expectAllHeld, serve} from './support/programs.ts';
import {SEED, TOKEN, USER} from './support/seed.ts';

const folder = sharedFolder('reference');
const paths = {
  seed: join(folder, 'seed.json'),
  cert: join(folder, 'cert.pem'),
  key: join(folder, 'key.pem'),
  password: join(folder, 'password'),
  token: join(folder, 'token'),
};
let pin = '';
beforeAll(async () => {
  const altNames = [{type: 7, ip: '127.0.0.1'}] as const;
  const pems = await generate([{name: 'commonName', value: 'edge'}], {
    keySize: 2048,
    extensions: [{name: 'subjectAltName', altNames: [...altNames]}],
  });
  pin = new X509Certificate(pems.cert).fingerprint256;
  await writeFile(paths.seed, JSON.stringify(SEED));
  await writeFile(paths.cert, pems.cert);
  await writeFile(paths.key, pems.private);
  await writeFile(paths.password, `${USER.password}\n`);
  await writeFile(paths.token, `${TOKEN}\n`);
});

const examined = (url: string, ...flags: string[]) => [
  ...['--base-url', url, '--api-token-file', paths.token, '--username', USER.username],
  ...['--password-file', paths.password, '--output', 'ndjson', '--strict', ...flags],
];
const server = (...flags: string[]) => serve('--seed', paths.seed, ...flags);
const tls = () => ['--tls-cert', paths.cert, '--tls-key', paths.key];

// Two servers on one PostgreSQL, in postgres.test.ts, are examined over HTTP with --errors http.
const servers = [
  ['https', 'envelope', tls, () => ['--ca-file', paths.cert]],
  ['http', 'envelope', () => [], () => []],
  ['https', 'http', tls, () => ['--ca-file', paths.cert]],
] as const;
test.each(process.env.EDGE_THOROUGH === undefined ? servers.slice(0, 1) : servers.slice(1))(
  'the reference server passes every check over %s with --errors %s',
  async (_, errors, certificate, trust) => {
    const url = await server('--errors', errors, ...certificate());
    expectAllHeld(await conformance(examined(url, '--write', ...trust())));
  },
);

test('edge-conformance accepts a self-signed certificate only with --insecure or its --pin', async () => {
  const url = await server(...tls());
  for (const trust of [['--insecure'], ['--pin', pin]]) {
    expect((await conformance(['--base-url', url, ...trust])).code).toBe(0);
  }
  for (const trust of [[], ['--pin', '00'.repeat(32)]]) {
    expect(await conformance(examined(url, ...trust))).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(/^edge-conformance: .*(DEPTH_ZERO_SELF_SIGNED_CERT|SHA-256).*\n$/),
    });
  }
});
