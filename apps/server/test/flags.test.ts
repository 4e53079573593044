import {generateKeyPairSync} from 'node:crypto';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {generate} from 'selfsigned';
import {afterAll, expect, test} from 'vitest';
import {run} from '../src/cli/run.ts';

const HERE = fileURLToPath(import.meta.url);
const SHORT = '/dev/null';

const folder = await mkdtemp(join(tmpdir(), 'edge-flags-'));
afterAll(() => rm(folder, {recursive: true}));
const OTHERS = {cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem')};
await writeFile(OTHERS.cert, (await generate([{name: 'commonName', value: 'x'}], {keySize: 2048})).cert);
const {privateKey} = generateKeyPairSync('ec', {namedCurve: 'P-256'});
await writeFile(OTHERS.key, privateKey.export({type: 'pkcs8', format: 'pem'}));

/** Runs the program within this process. */
const runHere = async (...flags: string[]) => {
  const output = {out: '', err: ''};
  const code = await run(flags, {
    out: text => {
      output.out += text;
    },
    err: text => {
      output.err += text;
    },
    stopped: new Promise(() => undefined),
    version: '1.2.3',
    controlSecret: undefined,
  });
  return {code, ...output};
};

test.each([
  [['--nope'], /--nope/],
  [['stray'], /stray/],
  [['--port', 'x'], /--port must be an integer/],
  [['--port', '65536'], /--port must be an integer/],
  [['--errors', 'loud'], /--errors must be http or envelope/],
  [['--seed-logs', '5'], /--seed demo/],
  [['--seed', 'demo', '--seed-logs', '-5'], /seed-logs/],
  [['--seed', '/missing.json'], /--seed: \/missing.json cannot be read/],
  [['--database', '/missing/edge.db'], /\/missing\/edge\.db.*unable to open/],
  [['--database', 'mysql://u:PW@h/d'], /the database must be postgres:\/\/.*, a SQLite file, or :memory:$/m],
  [['--tls-cert', 'x'], /--tls-cert and --tls-key must be used together/],
  [['--tls-cert', HERE, '--tls-key', HERE], /--tls-cert and --tls-key cannot be used/],
  [['--tls-cert', OTHERS.cert, '--tls-key', OTHERS.key], /cannot be used: the key does not belong to the certificate/],
  [['--host', '203.0.113.1'], /203\.0\.113\.1/],
  [['--host', 'no such host'], /no such host/],
  [['--host', '0.0.0.0', '--seed', 'demo'], /demo credentials may only listen on a loopback address: use 127\.0\.0\.1/],
  [['--host', '::', '--seed', 'demo'], /demo credentials/],
  [['--control-secret-file', '/missing'], /--control-secret-file: \/missing cannot be read/],
  [['--control-secret-file', SHORT], /control secret needs 16 characters/],
  [['--log-level', 'loud'], /--log-level must be one of fatal, error/],
  [['--fault-seed', 'x'], /--fault-seed must be an integer/],
])('%j fails with one line and exit code 2', async (flags, reason) => {
  const {code, out, err} = await runHere('--port', '0', ...flags);
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(/^edge-server: [^\n]+\n$/);
  expect(err).toMatch(reason);
});

test.each(['generate', 'import'])('edge-server %s names the command that replaces it', async command => {
  const {code, out, err} = await runHere(command, '--help');
  expect([code, out]).toEqual([2, '']);
  expect(err).toBe(`edge-server: use edge-logs ${command}, a command of the package @edge-console/generator\n`);
});
