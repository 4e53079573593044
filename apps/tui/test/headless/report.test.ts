import {existsSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {saveBookmark} from '../../src/saved/bookmarks.ts';
import {openPreferences} from '../../src/saved/preferences-file.ts';
import {temporaryFolder} from '../support/folder.ts';
import {startGateway, withToken} from '../support/gateway.ts';
import {logEntry, NEWEST} from '../support/logs.ts';
import {run} from './run-headless.ts';

const line = (client: string, at: number) =>
  `2026/01/10 12:00:00 [error] 31#31: *${at} upstream timed out (110: Connection timed out) while connecting to upstream, client: ${client}, server: api.example.com, request: "GET /v1/items/${at} HTTP/1.1", upstream: "http://10.1.0.9:8080/", host: "api.example.com"`;
const HOSTILE = '[lua] a.lua:1: ``` </x> | \u001b[2J # not a heading\n```\n# still not';
const entries = [
  ...Array.from({length: 40}, (_, at) =>
    logEntry(line(at % 2 === 0 ? '10.0.7.9' : '2001:db8::7', at), {log_time: NEWEST - at}),
  ),
  logEntry(HOSTILE, {log_time: NEWEST, level: 3}),
];
const range = [
  '--since',
  new Date((NEWEST - 899) * 1000).toISOString(),
  '--until',
  new Date(NEWEST * 1000).toISOString(),
];

test('logs report writes counts, changes, notes and patterns to a new Markdown file', async () => {
  const folder = temporaryFolder('report');
  const {url} = await startGateway({seed: {error_logs: entries}});
  const file = join(folder, 'report.md');
  const config = join(folder, 'config.json');
  writeFileSync(config, '{"runbooks": {"upstream-timed-out": "https://wiki.example.com/a>b"}}');
  const preferences = openPreferences({XDG_STATE_HOME: folder})('127.0.0.1');
  await saveBookmark(preferences, {id: 7, time: NEWEST - 5, note: 'deploy of *shop* by 10.0.7.9\n# not a heading'});
  await saveBookmark(preferences, {id: 8, time: NEWEST - 5_000, note: 'before the range'});
  const args = ['logs', 'report', file, ...range, '--title', 'Timeouts *of* items', '--url', url, '--config', config];
  const env = {...withToken, XDG_STATE_HOME: folder};
  expect(await run(args, {env})).toMatchObject({code: 0, out: '', err: `Wrote ${file}.\n`});
  const text = readFileSync(file, 'utf8');
  expect(text).toContain('# Timeouts \\*of\\* items\n');
  expect(text).toContain('- Range: 2026-01-10T11:45:01Z to 2026-01-10T12:00:00Z\n- Entries: exact, 41\n');
  expect(text).toContain('| ERROR | 40 | 98 % |');
  expect(text).toContain('Most entries: 30 from 2026-01-10T11:59:30Z to 2026-01-10T11:59:59Z.');
  expect(text).toContain('### 1. `upstream timed out (<*>) while connecting to upstream`');
  expect(text).toContain('\nRunbook: <https://wiki.example.com/a%3Eb>\n');
  expect(text).toContain(
    '\n## Notes\n\n- 2026-01-10T11:59:55Z, entry 7: deploy of \\*shop\\* by 10.0.7.9 \\# not a heading\n\n##',
  );
  expect(text).toContain('client: 10.0.7.9');
  expect(await run(args)).toMatchObject({code: 2, err: `edge-console: ${file} exists; --force replaces it\n`});
  writeFileSync(file, 'of yesterday');
  expect(await run([...args, '--force'], {env})).toMatchObject({code: 0, err: `Wrote ${file}.\n`});
  expect(readFileSync(file, 'utf8')).toContain('# Timeouts \\*of\\* items\n');
  expect((await run([...args.map(word => (word === file ? folder : word)), '--force'])).err).toContain('is a folder');
  expect(existsSync(`${file}.lock`)).toBe(false);
  // A path below a file cannot be created.
  const inFile = await run(args.map(word => (word === file ? join(file, 'x') : word)));
  expect(inFile).toMatchObject({code: 2, err: expect.stringContaining(': there is no such folder')});
});

test.each(['export', 'report'])(
  'logs %s to a file that cannot be written is a usage error, and sends no request',
  async verb => {
    const folder = temporaryFolder('refused');
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const refused = async (path: string) => {
      const {code, err} = await run(['logs', verb, path, '--url', 'http://127.0.0.1:1']);
      return {code, err: err.slice('edge-console: '.length).replaceAll(folder, '')};
    };
    expect(await refused(file)).toEqual({code: 2, err: '/file exists; --force replaces it\n'});
    expect(await refused(folder)).toEqual({code: 2, err: ' is a folder; name a file in it\n'});
  },
);

test('a report masks client addresses, and puts hostile text into code fences', async () => {
  const {url} = await startGateway({seed: {error_logs: entries}});
  const {out} = await run(['logs', 'report', ...range, '--mask-clients', '--url', url]);
  expect(out).not.toMatch(/10\.0\.7\.9|2001:db8::7/);
  expect(out).toContain('client: client-1');
  expect(out).toContain('\\u001b');
  // No log text may become a heading: outside of code fences, there are only the headings of the report.
  const outside = out.replaceAll(/^(`{3,})text\n[\s\S]*?^\1$/gm, '');
  expect(outside.match(/^#+ .*$/gm)?.map(heading => heading.replace(/`.*/, ''))).toEqual([
    ...['# Incident report', '## Levels', '## Over time', '## What changed against the time before', '## Patterns'],
    ...['### 1. ', '### 2. '],
  ]);
  expect(out).toContain('upstream: "http://10.1.0.9:8080/"');
});

test('--mask-clients masks every address except those of upstream servers', async () => {
  const log = '*3 client 203.0.113.7 closed keepalive connection (ip=203.0.113.79:443, 2001:db8::9)';
  const {url} = await startGateway({seed: {error_logs: [logEntry(log, {log_time: NEWEST})]}});
  const {out} = await run(['logs', 'report', '-', ...range, '--mask-clients', '--url', url]);
  expect(out).toContain('*3 client client-1 closed keepalive connection (ip=client-2:443, client-3)');
});

test('logs report without a range begins at the oldest entry and has no comparison', async () => {
  const {url} = await startGateway({seed: {error_logs: entries}});
  const {out} = await run(['logs', 'report', '--url', url]);
  expect(out).toContain('- Range: 2026-01-10T11:59:21Z to ');
  expect(out).toContain('- Entries: exact, 41\n');
  expect(out).toContain('Entries 41 (exact) against 0 (exact).\n\nNothing was compared: the baseline has no entry.\n');
  const until = ['--until', new Date((NEWEST - 30) * 1000).toISOString()];
  expect((await run(['logs', 'report', ...until, '--url', url])).out).toContain(
    '- Range: 2026-01-10T11:59:21Z to 2026-01-10T11:59:30Z\n- Entries: exact, 10\n',
  );
});

test.each(['report', 'export'])('other users cannot read the file of logs %s', async verb => {
  const file = join(temporaryFolder('private'), 'file');
  const {url} = await startGateway({seed: {error_logs: entries}});
  expect(await run(['logs', verb, file, '--url', url])).toMatchObject({code: 0});
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('logs report writes a document if no entry matches', async () => {
  const {url} = await startGateway();
  const {code, out} = await run(['logs', 'report', ...range, '--url', url]);
  expect(code).toBe(0);
  expect(out).toContain('- Entries: exact, 0');
  expect(out).toContain(
    'Entries 0 (exact) against 0 (exact).\n\nNothing was compared: no entry matches on either side.\n',
  );
});

test.each(['patterns', 'facets'])('logs %s says that no entry matches', async verb => {
  const {url} = await startGateway();
  expect(await run(['logs', verb, ...range, '--url', url])).toMatchObject({
    code: 0,
    out: '',
    err: 'No entry matches.\n',
  });
});

test('logs diff prints both time ranges even if --limit leaves out rows', async () => {
  const before = Array.from({length: 40}, (_, at) =>
    logEntry('cache is full', {log_time: NEWEST - 900 - at, level: 6}),
  );
  const {url} = await startGateway({seed: {error_logs: [...before, ...entries]}});
  const {err} = await run(['logs', 'diff', ...range, '--limit', '1', '--url', url]);
  expect(err).toMatch(/ against .*: entries 41 \(exact\).*\n(?:.*\n)*Printed 1 value; there are more\./);
});

test('logs report shows its progress on a terminal only', async () => {
  const {url} = await startGateway({seed: {error_logs: entries}});
  const piped = await run(['logs', 'diff', ...range, '--url', url]);
  expect(piped.err).not.toContain('reading');
  const shown = await run(['logs', 'diff', ...range, '--url', url], {terminal: true});
  expect(shown.err).toMatch(
    /\r\u001b\[Kreading 41 of 41 rows\r\u001b\[Kreading 0 of 0 rows\n.* against .*: entries 41 \(exact\)/,
  );
});
