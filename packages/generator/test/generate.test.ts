import {isUtf8} from 'node:buffer';
import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';
import {memoryStore} from '@edge-console/server';
import {createTestServer} from '@edge-console/test-tools';
import {expect, onTestFinished, test} from 'vitest';
import {temporaryFolder} from '../../../apps/server/test/folder.ts';
import {run} from '../src/cli/edge-logs.ts';
import {importNginx} from '../src/import/import-nginx.ts';

const generate = async (...flags: string[]) => {
  const output = {out: '', err: ''};
  const code = await run(['generate', ...flags], {
    out: text => {
      output.out += text;
    },
    err: text => {
      output.err += text;
    },
    stopped: new AbortController().signal,
    version: '1.2.3',
  });
  return {code, ...output};
};

const SECRET = 'a secret of the control plane';
const START = ['--start', '2026-11-20T12:00:00Z'];

test('edge-logs generate prints the same for the same flags, and /__control/error_logs accepts it', async () => {
  const flags = ['--count', '300', '--rate', '10', '--levels', '4=1', '--hostile', '0.03', '--size', '400', ...START];
  const {code, out} = await generate(...flags);
  expect([code, await generate(...flags)]).toEqual([0, {code: 0, out, err: ''}]);
  expect((await generate(...flags, '--seed', '2')).out).not.toBe(out);
  const server = await createTestServer({passwordCost: 'minimal', controlSecret: SECRET});
  onTestFinished(() => server.close());
  const headers = {'Control-Secret': SECRET};
  const response = await fetch(`${server.url}/__control/error_logs`, {method: 'POST', headers, body: out});
  expect(await response.json()).toEqual({status: 0, data: {stored: 300}});
  const {rows} = await server.store.errorLogs.list({level: 4}, {offset: 0, limit: 300});
  expect(rows.every(({level, log}) => level === 4 && log.length >= 400)).toBe(true);
  expect([rows.length, rows[0]?.log_time]).toEqual([300, Date.parse('2026-11-20T12:00:29Z') / 1000]);
});

test('the output of edge-logs generate --format nginx can be imported', async () => {
  const folder = temporaryFolder('generate');
  const path = join(folder, 'error.log');
  const {out} = await generate('--count', '200', '--levels', '4=2,5=1', '--format', 'nginx', ...START);
  await writeFile(path, out);
  const store = memoryStore();
  onTestFinished(() => store.close());
  const origin = {node_id: 0, node_type: 0, app_id: 0};
  expect((await importNginx({store, path, origin})).entries).toBe(200);
});

test('edge-logs generate prints invalid UTF-8 with --format nginx, but not with --format ndjson', async () => {
  const hostile = ['--count', '60', '--hostile', '1', ...START];
  const chunks: Buffer[] = [];
  const code = await run(['generate', '--format', 'nginx', ...hostile], {
    out: chunk => chunks.push(Buffer.from(chunk)),
    err: () => undefined,
    stopped: new AbortController().signal,
    version: '1.2.3',
  });
  const bytes = Buffer.concat(chunks);
  expect([code, isUtf8(bytes), bytes.includes('\ufffd')]).toEqual([0, false, false]);
  const {out} = await generate(...hostile);
  expect(
    out
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line).log)
      .join('\n')
      .trimEnd() === bytes.toString().trimEnd(),
  ).toBe(true);
});

test.each([
  [['--nope=s3cret'], /unknown option '--nope'$/m],
  [['s3cret'], /too many arguments/],
  [['--seed', 's3cret'], /--seed: expected an integer/],
  [['--count', '-1'], /count/],
  [['--rate', '0'], /--rate: expected a number, 0.000001 or more/],
  [['--hostile', '2'], /--hostile: expected a number from 0 to 1/],
  [['--levels', '9=1'], /--levels: expected a mix/],
  [['--start', 'soon'], /--start: expected a time like/],
  [['--start', '99999'], /--start: expected a time like/],
  [['--count', '999999999999', '--rate', '0.0001'], /--count, --rate and --start: entries must be from 1970 to 9999/],
  [['--count', '9', '--start', '9999-12-31T23:59:59Z', '--rate', '1'], /--count, --rate and --start/],
  [['--size', '999999999999'], /--size: expected an integer from 0 to 8388608/],
  [['--count', '1.5'], /--count: expected an integer/],
  [['--levels', '4=0'], /--levels: expected a mix/],
  [['--format', 'toString'], /--format: Allowed choices/],
  [['--format', 'xml'], /--format: Allowed choices are ndjson, nginx/],
  [['--pace', ...START], /--start .*cannot be used with .*--pace/],
])('edge-logs generate %j fails with one line and exit code 2', async (flags, reason) => {
  const {code, out, err} = await generate(...flags);
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(/^edge-logs: [^\n]+\n$/);
  expect(err).toMatch(reason);
  expect(err).not.toContain('s3cret');
});

const launch = (...flags: string[]): ChildProcess => {
  const bin = fileURLToPath(new URL('../bin/edge-logs.mjs', import.meta.url));
  const child = spawn(process.execPath, [bin, 'generate', ...flags], {stdio: ['ignore', 'pipe', 'inherit']});
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
};

test('edge-logs generate --pace writes in real time until stopped', async () => {
  const child = launch('--pace', '--rate', '200');
  const lines = createInterface({input: child.stdout as NodeJS.ReadableStream});
  let seen = 0;
  for await (const line of lines) {
    expect(Math.abs(JSON.parse(line).log_time * 1000 - Date.now())).toBeLessThan(90_000);
    seen += 1;
    if (seen === 20) break;
  }
  child.kill('SIGINT');
  child.stdout?.resume();
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test.each([[[]], [['--pace']]])('edge-logs generate %j exits with 0 when the reader closes the pipe', async flags => {
  const child = launch('--count', '100000000', ...flags);
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  child.stdout?.destroy();
  expect(await once(child, 'exit')).toEqual([0, null]);
});
