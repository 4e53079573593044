import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {stat, writeFile} from 'node:fs/promises';
import {connect} from 'node:net';
import {join} from 'node:path';
import type {Readable} from 'node:stream';
import {text} from 'node:stream/consumers';
import {fileURLToPath} from 'node:url';
import {beforeAll, describe, expect, onTestFinished, test, vi} from 'vitest';
import {createServer} from '../src/index.ts';
import {sharedFolder} from './folder.ts';
import {ANN_TOKEN, call, SEED, startOn} from './support.ts';

const BIN = fileURLToPath(new URL('../bin/edge-server.mjs', import.meta.url));
const directory = sharedFolder('server');
let seedFile = '';

beforeAll(async () => {
  seedFile = await file('seed.json', JSON.stringify(SEED));
});

const file = async (name: string, content: string): Promise<string> => {
  const path = join(directory, name);
  await writeFile(path, content);
  return path;
};

interface Program {
  readonly child: ChildProcess;
  readonly url: string;
  /** Sends a signal (default SIGTERM) to the process. Resolves with its exit code and output. */
  stop(signal?: NodeJS.Signals): Promise<{code: number; out: string; err: string}>;
}

const exitOf = async (child: ChildProcess): Promise<number> => ((await once(child, 'exit')) as [number])[0];

const launch = (...flags: string[]): {child: ChildProcess; done: Promise<{code: number; out: string; err: string}>} => {
  const child = spawn(process.execPath, [BIN, ...flags], {stdio: ['ignore', 'pipe', 'pipe']});
  onTestFinished(() => void child.kill('SIGKILL'));
  const {stdout, stderr} = child;
  if (!stdout || !stderr) throw new Error('no pipes');
  const done = Promise.all([exitOf(child), text(stdout), text(stderr)]).then(([code, out, err]) => ({code, out, err}));
  return {child, done};
};

const serve = async (...flags: string[]): Promise<Program> => {
  const {child, done} = launch('--port', '0', ...flags);
  const ready = Promise.withResolvers<string>();
  child.stdout?.on('data', (chunk: Buffer) => {
    const url = /^edge-server listening on (\S+)\n$/.exec(String(chunk))?.[1];
    if (url) ready.resolve(url);
  });
  void done.then(({err}) => ready.reject(new Error(err)));
  const url = await ready.promise;
  return {
    child,
    url,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return done;
    },
  };
};

const tokens = async (url: string) => {
  const response = await fetch(`${url}/admin-api/api_token`, {headers: {'API-Token': ANN_TOKEN}});
  return (await response.json()) as {data: {data: {name: string}[]}};
};

describe('edge-server', () => {
  test('edge-server prints its URL, and exits with 0 on SIGINT', async () => {
    const program = await serve('--seed', seedFile);
    expect((await tokens(program.url)).data.data.length).toBe(3);
    // The open keep-alive connection must not delay the exit.
    expect(await program.stop('SIGINT')).toEqual({code: 0, out: `edge-server listening on ${program.url}\n`, err: ''});
  });

  test('edge-server prints its URL, responds to active requests on SIGTERM, then exits with 0', async () => {
    const faults = await file('slow.json', '[{"kind": "delay", "ms": 300, "operation": "listApiTokens"}]');
    const secret = await file('control', 'correct horse battery staple');
    const program = await serve('--seed', seedFile, '--faults', faults, '--control-secret-file', secret);
    const held = tokens(program.url);
    const arrived = await fetch(`${program.url}/__control/requests?state=active&wait=10000`, {
      headers: {'Control-Secret': 'correct horse battery staple'},
    });
    expect(arrived.status).toBe(200);
    const stopped = program.stop('SIGTERM');
    expect((await held).data.data.length).toBe(3);
    expect(await stopped).toEqual({code: 0, out: `edge-server listening on ${program.url}\n`, err: ''});
  });

  test('edge-server warns about a database without users, and exits at once on a second signal', async () => {
    const program = await serve();
    const {port} = new URL(program.url);
    // An incomplete upload keeps the server from stopping after the first signal.
    const upload = connect(Number(port), '127.0.0.1').on('error', () => undefined);
    onTestFinished(() => void upload.destroy());
    upload.write('POST /admin-api/user/login HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n');
    expect(String(await once(upload, 'data'))).toContain('100 Continue');
    const stopped = program.stop('SIGTERM');
    await vi.waitFor(() => expect(fetch(program.url)).rejects.toThrow(), {interval: 10});
    program.child.kill('SIGINT');
    expect(await stopped).toMatchObject({
      code: 130,
      err: expect.stringMatching(/^edge-server: the database has no users; --seed .*\n$/),
    });
  });

  test('edge-server keeps the data of a database file across restarts', async () => {
    const database = join(directory, 'kept.db');
    const first = await startOn(createServer, database, {seed: SEED});
    const made = await call(first, '/admin-api/api_token', {token: ANN_TOKEN, json: {name: 'kept'}});
    const {token} = made.body.data as {token: string};
    await first.close();
    const second = await serve('--database', database);
    expect(JSON.stringify((await call(second, '/admin-api/api_token', {token})).body)).toContain('"kept"');
    expect((await second.stop()).err).toBe('');
    const again = await serve('--database', database, '--seed', seedFile);
    expect(JSON.stringify(await tokens(again.url))).toContain('"kept"');
    expect((await again.stop()).err).toMatch(/^edge-server: the database has data, so --seed was skipped; .*\n$/);
  });

  test('edge-server --seed demo prints the credentials of the demo user', async () => {
    const flags = '--seed demo --seed-logs 50 --live --errors envelope --password-cost minimal';
    const program = await serve(...flags.split(' '));
    expect((await fetch(`${program.url}/nothing`)).status).toBe(200);
    const {code, err} = await program.stop();
    expect([code, err]).toEqual([
      0,
      expect.stringMatching(/^edge-server: demo user edge-admin, password \S+, API token \S+\n$/),
    ]);
  });

  test('edge-server stops at once on SIGTERM while it loads a seed', async () => {
    const database = join(directory, 'large.db');
    const {child, done} = launch('--port', '0', '--database', database, '--seed', 'demo', '--seed-logs', '10000000');
    await vi.waitFor(() => stat(database), {timeout: 10_000});
    child.kill('SIGTERM');
    expect(await done).toEqual({code: 0, out: '', err: ''});
  });

  test('edge-server prints its version for --version', async () => {
    expect(await launch('--version').done).toEqual({code: 0, out: '0.1.0\n', err: ''});
  });

  test('edge-server stops at once on SIGTERM while it waits for a database', async () => {
    const {child, done} = launch('--database', 'postgres://ann:s3cret@127.0.0.1:1/edge', '--wait', '10m');
    await once(child.stderr as Readable, 'data');
    child.kill('SIGTERM');
    expect(await done).toMatchObject({code: 0, out: ''});
  });
});
