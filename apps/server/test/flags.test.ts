import {generateKeyPairSync} from 'node:crypto';
import {once} from 'node:events';
import {readFile, writeFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import {get} from 'node:https';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import {fileURLToPath} from 'node:url';
import {generate} from 'selfsigned';
import {beforeAll, expect, onTestFinished, test} from 'vitest';
import {run} from '../src/cli/edge-server.ts';
import {createProgram} from '../src/cli/flags.ts';
import {openStore} from '../src/index.ts';
import {OPTIONS} from '../src/options.ts';
import {sharedFolder} from './folder.ts';
import {ANN_TOKEN, call, SEED} from './support.ts';

const HERE = fileURLToPath(import.meta.url);
const SHORT = '/dev/null';
const SECRET = 'correct horse battery staple';

const folder = sharedFolder('flags');
const BAD_FAULTS = join(folder, 'faults.json');
const CONTROL = join(folder, 'control');
const SEED_FILE = join(folder, 'seed.json');
const CERT = join(folder, 'cert.pem');
const KEY = join(folder, 'key.pem');
const OTHER_KEY = join(folder, 'other-key.pem');
beforeAll(async () => {
  await writeFile(BAD_FAULTS, '[{"kind": "hang"}, {"kind": "status", "status": 200}]');
  await writeFile(CONTROL, SECRET);
  await writeFile(SEED_FILE, JSON.stringify(SEED));
  const pems = await generate([{name: 'commonName', value: 'x'}], {
    keyType: 'ec',
    extensions: [{name: 'subjectAltName', altNames: [{type: 7, ip: '127.0.0.1'}]}],
  });
  await writeFile(CERT, pems.cert);
  await writeFile(KEY, pems.private);
  const {privateKey} = generateKeyPairSync('ed25519');
  await writeFile(OTHER_KEY, privateKey.export({type: 'pkcs8', format: 'pem'}));
});

const UNUSED_TERMINAL = {
  out: () => undefined,
  err: () => undefined,
  stopped: new Promise<void>(() => undefined),
  version: '1.2.3',
  controlSecret: undefined,
};

/** Runs edge-server in this process. Resolves with its exit code and output. */
const runHere = async (...flags: string[]) => {
  const output = {out: '', err: ''};
  const code = await run(flags, {
    ...UNUSED_TERMINAL,
    out: text => {
      output.out += text;
    },
    err: text => {
      output.err += text;
    },
  });
  return {code, ...output};
};

test.each([
  [['--nope=s3cret'], /unknown option '--nope'$/m],
  [['-ps3cret'], /unknown option '-p'$/m],
  [['s3cret'], /too many arguments/],
  [['--port'], /--port <port>.* argument missing/],
  [['--port', 'x'], /--port: expected an integer from 0 to 65535/],
  [['--port', '65536'], /--port: expected an integer from 0 to 65535/],
  [['--wait=30'], /--wait: expected a duration such as/],
  [['--wait=-1s'], /--wait: expected a duration such as/],
  [['--wait=1h'], /--wait: expected a duration such as/],
  [['--wait='], /--wait: expected a duration such as/],
  [['--wait=s'], /--wait: expected a duration such as/],
  [['--errors', 'loud'], /--errors: expected http or envelope/],
  [['--seed-logs', '5'], /seedLogs needs seed 'demo'/],
  [['--seed', 'demo', '--seed-logs', '-5'], /seed-logs/],
  [['--seed', '/missing.json'], /--seed: \/missing.json cannot be read/],
  [['--database', '/missing/edge.db'], /\/missing\/edge\.db.*unable to open/],
  [['--database', 'mysql://u:PW@h/d'], /the database must be postgres:\/\/.*, a SQLite file, or :memory:$/m],
  [['--tls-cert', HERE], /--tls-cert and --tls-key must be used together/],
  [['--tls-cert', HERE, '--tls-key', HERE], /--tls-cert and --tls-key: /],
  [
    ['--tls-cert', CERT, '--tls-key', OTHER_KEY],
    /--tls-cert and --tls-key: the key does not belong to the certificate/,
  ],
  [['--host', '203.0.113.1'], /203\.0\.113\.1/],
  [['--host', 'no such host'], /no such host/],
  [['--host', '0.0.0.0', '--seed', 'demo'], /demo credentials may only listen on a loopback address: use 127\.0\.0\.1/],
  [['--host', '::', '--seed', 'demo'], /demo credentials/],
  [['--control-secret-file', '/missing'], /--control-secret-file: \/missing cannot be read/],
  [['--control-secret-file', SHORT], /control secret needs 16 characters/],
  [['--log-level', 'loud'], /--log-level: expected fatal or error/],
  [['--fault-seed', 'x'], /--fault-seed: expected an integer/],
  [['--clock', 'noon'], /--clock: expected a time such as 2026-11-20T12:00:00Z/],
  [['--clock', '2026-11-20T12:00:00'], /--clock: expected a time/],
  [['--clock', '2026-13-20T12:00:00Z'], /--clock: expected a time/],
  [['--ids', 'random'], /--ids: expected an integer or sequential/],
  [['--login-limits', '3'], /--login-limits: expected limits such as account=3/],
  [['--password-cost', 'none'], /--password-cost: expected standard or minimal/],
  [['--password-cost', 'minimal', '--database', join(folder, 'edge.db')], /minimal password hashes are for in-memory/],
  [['--strict', 'yes'], /--strict: expected flag or refuse or off/],
  [['--record-bodies', 'yes'], /--record-bodies: expected on or off/],
  [['--faults', '/missing.json'], /--faults: \/missing.json cannot be read \(ENOENT\)/],
  [['--faults', HERE], /--faults: .* is not valid JSON/],
  [['--faults', BAD_FAULTS], /faults\[1\]: status: /],
  [['--control-allow', '172.17.0.0/16'], /controlAllow needs controlSecret/],
  [
    ['--control-allow', 'nonsense', '--control-allow', '::1/128', '--control-secret-file', CONTROL],
    /received "nonsense"/,
  ],
  [['--host', '0.0.0.0', '--ids', 'sequential'], /predictable tokens \(ids\)/],
])('edge-server with the flags %j fails with one line and exit code 2', async (flags, reason) => {
  const {code, out, err} = await runHere('--port', '0', ...flags);
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(/^edge-server: [^\n]+\n$/);
  expect(err).toMatch(reason);
  expect(err).not.toContain('s3cret');
});

/** Runs edge-server in this process while `work` runs. Resolves with the result of `work`. */
const serving = async <T>(flags: readonly string[], work: (url: string) => Promise<T>): Promise<T> => {
  const stop = Promise.withResolvers<void>();
  const ready = Promise.withResolvers<string>();
  let err = '';
  const exit = run(['--port', '0', ...flags], {
    out: text => ready.resolve(/^edge-server listening on (\S+)$/m.exec(String(text))?.[1] ?? ''),
    err: text => {
      err += text;
    },
    stopped: stop.promise,
    version: '1.2.3',
    controlSecret: SECRET,
  });
  try {
    return await work(await Promise.race([ready.promise, exit.then(() => Promise.reject(new Error(err)))]));
  } finally {
    stop.resolve();
    await exit;
  }
};

test('flags for tests set the clock, ids, login limits, password cost, faults and strict requests', async () => {
  const faults = join(folder, 'good-faults.json');
  await writeFile(faults, '[{"kind": "status", "status": 418, "operation": "listAgents"}]');
  const flags = [
    '--seed',
    SEED_FILE,
    '--clock',
    '2026-11-20T12:00:00Z',
    '--ids',
    'sequential',
    '--password-cost',
    'minimal',
  ];
  const more = [
    '--login-limits',
    'account=1,window=60',
    '--faults',
    faults,
    '--strict',
    'refuse',
    '--record-bodies',
    'off',
  ];
  await serving([...flags, ...more], async url => {
    const headers = {'Control-Secret': SECRET};
    const type = 'application/json; charset=utf-8';
    const loginAs = (password: string) =>
      call({url}, '/admin-api/user/login', {json: {username: 'ann', password}, type});
    expect((await call({url}, '/__control/clock', {headers})).body.data).toEqual({now: Date.UTC(2026, 10, 20, 12)});
    expect((await loginAs('ann-password')).body.data).toMatchObject({'edge-token': '1'.padStart(64, '0')});
    expect([(await loginAs('x')).code, (await loginAs('x')).code]).toEqual([401, 429]);
    expect((await loginAs('x')).headers.get('retry-after')).toBe('60');
    expect((await call({url}, '/api/agents', {token: ANN_TOKEN})).code).toBe(418);
    expect((await call({url}, '/admin-api/api_token?pagesize=1', {token: ANN_TOKEN})).code).toBe(400);
    const {body} = await call({url}, '/__control/requests?operation=login&limit=1', {headers});
    expect(body.data).toEqual([expect.not.objectContaining({body: expect.anything()})]);
  });
});

test('edge-server serves HTTPS with --tls-cert and --tls-key', async () => {
  const flags = ['--seed', SEED_FILE, '--password-cost', 'minimal', '--tls-cert', CERT, '--tls-key', KEY];
  await serving(flags, async url => {
    expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const ca = await readFile(CERT);
    const body = await new Promise<string>((resolve, reject) => {
      get(`${url}/api/agents`, {ca, headers: {'API-Token': ANN_TOKEN}}, response => resolve(text(response))).on(
        'error',
        reject,
      );
    });
    expect(JSON.parse(body)).toMatchObject({status: 0, data: [{id: 1}, {id: 2}]});
  });
});

test('edge-server fails if its port is in use, without changing the database', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const {port} = other.address() as AddressInfo;
  const database = join(folder, 'untouched.db');
  const ended = await runHere('--port', String(port), '--database', database, '--seed', SEED_FILE);
  expect(ended).toEqual({code: 2, out: '', err: expect.stringMatching(/^edge-server: .*EADDRINUSE.*\n$/)});
  const store = await openStore(database);
  onTestFinished(() => store.close());
  expect(await store.users.count()).toBe(0);
});

test('healthcheck exits with 0 for a ready server, 1 for an unreachable server and 2 for invalid flags', async () => {
  await serving([], async url => {
    expect(await runHere('healthcheck', '--url', url)).toEqual({code: 0, out: '', err: ''});
    expect(await runHere('healthcheck', '--url', `${url}/admin-api/`)).toEqual({code: 0, out: '', err: ''});
  });
  const closed = await runHere('healthcheck', '--url', 'http://127.0.0.1:1');
  expect([closed.code, closed.err]).toEqual([
    1,
    expect.stringMatching(/^edge-server: healthcheck: .*ECONNREFUSED.*\n$/),
  ]);
  expect(await runHere('healthcheck', '--url', 's3cret')).toEqual({
    code: 2,
    out: '',
    err: 'edge-server: --url: expected a URL with http or https\n',
  });
  expect((await runHere('healthcheck', '--help')).out).toContain('Usage: edge-server healthcheck');
});

test('healthcheck exits with 1 for a server that is not ready', async () => {
  const busy = createServer((_request, response) => response.writeHead(503).end()).listen(0, '127.0.0.1');
  onTestFinished(() => void busy.close());
  await once(busy, 'listening');
  const {port} = busy.address() as AddressInfo;
  const {code, err} = await runHere('healthcheck', '--url', `http://127.0.0.1:${port}`);
  expect([code, err]).toEqual([1, `edge-server: healthcheck: http://127.0.0.1:${port}/readyz returned HTTP 503\n`]);
});

test('the flag table of the reference equals the flags of the help, and the README names no other', async () => {
  const [reference = '', readme = ''] = await Promise.all(
    ['docs/reference.md', 'README.md'].map(file => readFile(new URL(`../${file}`, import.meta.url), 'utf8')),
  );
  const rows = [...reference.matchAll(/^\| `(--.*?)` +\| (.*?) *\|$/gm)].map(([, usage = '', help = '']) => [
    usage.replaceAll('\\|', '|').replace(/ (.*)/, (_text, value: string) => ` <${value.toLowerCase()}>`),
    help.replaceAll(/`|\\/g, ''),
  ]);
  const program = createProgram(OPTIONS, UNUSED_TERMINAL);
  const flags = program
    .createHelp()
    .visibleOptions(program)
    .map(({flags: usage, description}) => [usage, description]);
  expect(flags.length).toBeGreaterThan(15);
  expect(rows).toEqual(flags);
  const known = [...flags.map(([usage]) => usage?.split(' ')[0]), '--dry-run', '--save-dev', '--test', '--follow'];
  expect(readme.match(/--[a-z][a-z-]*/g)?.filter(flag => !known.includes(flag))).toEqual([]);
});

test('--help lists the flags, also those of the test tools if these are installed', async () => {
  const {code, out} = await runHere('--help');
  expect([code, out]).toEqual([0, expect.stringMatching(/--seed-logs <n>.*--control-secret-file <file>/s)]);
});

test('edge-server --wait reports that it waits for an unreachable database, and fails after the time', async () => {
  const {code, out, err} = await runHere('--database', 'postgres://ann:s3cret@127.0.0.1:1/edge', '--wait', '600ms');
  const [waiting = '', failed = '', ...others] = err.split('\n');
  expect(waiting).toMatch(
    /^edge-server: database postgres:\/\/127\.0\.0\.1:1\/edge: .*ECONNREFUSED.*; waiting for 0\.6 s at most$/,
  );
  expect(failed).toMatch(/^edge-server: database postgres:.*ECONNREFUSED/);
  expect([code, out, others]).toEqual([2, '', ['']]);
});

test('edge-server prints one line per problem of a seed file, without repeating its content', async () => {
  const bad = join(folder, 'bad.json');
  await writeFile(bad, JSON.stringify({users: [{username: 1, password: 2}]}));
  const {code, err} = await runHere('--seed', bad);
  expect([code, err.trim().split('\n').length]).toEqual([2, 2]);
  expect(err).toMatch(/^edge-server: --seed: users\[0\]\.username: expected string/);
  const broken = join(folder, 'broken.json');
  await writeFile(broken, '{"password": "s3cret" oops');
  const output = await runHere('--seed', broken);
  expect(output).toEqual({code: 2, out: '', err: `edge-server: --seed: ${broken} is not valid JSON\n`});
});
