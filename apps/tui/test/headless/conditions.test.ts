import {existsSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {sharedFolder} from '../support/folder.ts';
import {serve, sharedGateway} from '../support/gateway.ts';
import {logEntry} from '../support/logs.ts';
import {rowsOf, run} from './run-headless.ts';

const folder = sharedFolder('conditions');
/** 2026-11-18 11:06:40 UTC, in Unix seconds. */
const START = 1_795_000_000;
const ENTRIES = 1_200;
/** Every 10th entry is a timeout of one of three upstreams. Several entries have the same second. */
const entries = Array.from({length: ENTRIES}, (_, n) =>
  logEntry(
    n % 10 === 0
      ? `entry ${n}: upstream timed out, client: 10.0.0.1, server: a.example.com, upstream: "http://10.1.0.${n % 3}:80/"`
      : `entry ${n}: keepalive closed`,
    {log_time: START + Math.floor(n / 7), level: n % 10 === 0 ? 4 : 6},
  ),
);
const TIMEOUTS = ENTRIES / 10;
const gateway = sharedGateway(() => ({seed: {error_logs: entries}}));
const logs = (...args: string[]) => run(['logs', ...args, '--url', gateway().url]);
const ids = async (...args: string[]) => rowsOf(await logs('list', ...args)).map(({id}) => id);

test('logs count with conditions reads the list and says that the count is exact', async () => {
  expect(await logs('count', '--keep', 'timed out')).toEqual({
    code: 0,
    out: `${TIMEOUTS}\n`,
    err: `${TIMEOUTS} kept of 1,200 read, exact.\n`,
  });
  const json = await logs('count', '--keep', 'timed out', '--json');
  const backTo = new Date(START * 1000).toISOString();
  expect(rowsOf(json)).toEqual([{count: TIMEOUTS, exact: true, read: ENTRIES, backTo}]);
});

test('logs count that reaches --read-limit says how far it read and exits with 8', async () => {
  const cut = await logs('count', '--keep', 'timed out', '--read-limit', '700', '--json');
  expect(cut.code).toBe(8);
  const [row] = rowsOf(cut);
  expect(row).toMatchObject({count: 70, exact: false, read: 700});
  expect(cut.err).toMatch(
    /^70 kept of 700 read, back to 2026-11-\d\d [\d:]{8}\.\nedge-console: read 700 of about 1,200, back to 2026-11-\d\d [\d:]{8}; --read-limit N reads on\n$/,
  );
  expect(await logs('count', '--keep', 'timed out', '--read-limit', '1200')).toMatchObject({code: 0});
  expect(await logs('count', '--keep', 'timed out', '--read-limit', 'none')).toMatchObject({code: 0});
});

test('logs list that reaches --read-limit prints the matches found so far and exits with 8', async () => {
  const cut = await logs('list', '--keep', 'timed out', '--read-limit', '600', '--errors', 'json');
  expect(cut.code).toBe(8);
  expect(rowsOf(cut)).toHaveLength(60);
  expect(JSON.parse(cut.err.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({code: 'cut', exit: 8});
});

test('--limit ends reading at the last printed entry', async () => {
  const first = await logs('list', '--keep', 'entry 1190:', '--limit', '1', '--fields', 'id');
  expect(first).toMatchObject({code: 0, out: '{"id":1191}\n'});
  expect(first.err).toMatch(/^Printed the first 1 kept of 10 read, back to .*; --limit sets how many\.\n$/);
});

test.each([
  ['keep', '!errno:111', `Use --drop errno:111, or quote the text: --keep '"!errno:111"'.`],
  ['keep', '-client', `Use --drop client, or quote the text: --keep '"-client"'.`],
  ['keep', '!-client', `Use --drop '"-client"', or quote the text: --keep '"!-client"'.`],
  ['drop', '! timed out', `Use --drop 'timed out', or quote the text: --drop '"! timed out"'.`],
  ['keep', '/refused/i', `enter /(?i)refused/ to ignore case, or "/refused/i" for the text`],
])('logs count refuses the ambiguous condition --%s %s and prints what to enter instead', async (verb, text, help) => {
  const refused = await logs('count', `--${verb}`, text);
  expect(refused).toMatchObject({code: 2, out: '', err: expect.stringContaining(help)});
});

test('--keep accepts a quoted text with a leading ! or -, and a single -', async () => {
  expect(await logs('count', '--keep', '"-client"')).toMatchObject({code: 0, out: '0\n'});
  expect(await logs('count', '--keep', '-')).toMatchObject({code: 0, out: '0\n'});
});

test.each(['list', 'count', 'follow', 'patterns', 'facets', 'diff', 'histogram', 'report', 'watch'])(
  'logs %s refuses an invalid condition before it sends a request',
  async verb => {
    const watch = verb === 'watch' ? ['--new-pattern'] : [];
    const at = (...args: string[]) => run(['logs', verb, ...watch, '--url', 'http://127.0.0.1:1', ...args]);
    expect(await at('--keep', '/(/')).toMatchObject({code: 2, out: '', err: expect.stringContaining('/(/')});
    expect(await at('--drop', 'level:loud')).toMatchObject({code: 2, err: expect.stringContaining('no level loud')});
    expect(await at('--keep', ' ')).toMatchObject({code: 2, err: expect.stringContaining('enter a text')});
    expect(await at('--keep', 'level:')).toMatchObject({code: 2, err: expect.stringContaining('enter a value')});
    expect(await at('--drop', 'node:3')).toMatchObject({code: 2, err: expect.stringContaining('cannot drop one')});
    expect(await at('--node', '4', '--keep', 'node:3')).toMatchObject({
      code: 2,
      err: expect.stringContaining('two values'),
    });
  },
);

test('logs list applies all --keep and --drop conditions', async () => {
  const kept = entries.flatMap(({log}, at) =>
    log.includes('timed out') && !/entry \d+[05]0:/.test(log) ? [at + 1] : [],
  );
  expect(await ids('--keep', 'timed out', '--drop', '/entry \\d+[05]0:/')).toEqual(kept.toReversed());
});

test('the conditions node:1 and level:>=error give the same count as --node 1 and --level error', async () => {
  expect(await logs('count', '--keep', 'node:1')).toEqual(await logs('count', '--node', '1'));
  expect(await logs('count', '--keep', 'level:>=error')).toEqual(await logs('count', '--level', 'error'));
});

test('an unknown field name in a condition is searched as text, with a warning unless quoted', async () => {
  const searched = await logs('count', '--keep', 'entry:7');
  expect(searched.err).toMatch(
    /^--keep entry:7: no field "entry".*; searched as text, as in quotes\. Fields: level, .*, node, app\.\n0 kept/,
  );
  expect((await logs('count', '--keep', '"entry:7"')).err).toMatch(/^0 kept/);
});

test('-C with a level condition prints entries of other levels around each match', async () => {
  const around = await ids('--keep', 'level:>=error', '--limit', '1', '-C', '1');
  expect(around).toEqual([1192, 1191, 1190]);
});

test('-C prints the entries around each match as grep does', async () => {
  const keep = ['--keep', '/entry (1190|1188|1150):/'];
  const {out} = await logs('list', ...keep, '-C', '1', '-o', 'raw');
  const numbers = out.split('\n').map(line => /entry (\d+)/.exec(line)?.[1] ?? line);
  expect(numbers).toEqual(['1191', '1190', '1189', '1188', '1187', '--', '1151', '1150', '1149', '']);
  const rows = rowsOf(await logs('list', ...keep, '-A', '1', '--fields', 'id,context'));
  expect(rows).toEqual([
    {id: 1191, context: false},
    {id: 1190, context: true},
    {id: 1189, context: false},
    {id: 1188, context: true},
    {id: 1151, context: false},
    {id: 1150, context: true},
  ]);
  const before = rowsOf(await logs('list', ...keep, '-C', '9', '-B', '2', '-A', '0', '--limit', '1', '--fields', 'id'));
  expect(before).toEqual([{id: 1193}, {id: 1192}, {id: 1191}]);
});

test('a table with -C marks the matches and has a line between groups', async () => {
  const args = ['list', '--keep', '/entry (1190|1150):/', '-B', '1', '-o', 'table', '--url', gateway().url];
  const {out} = await run(['logs', ...args], {terminal: true});
  expect(out.split('\n').map(line => line.slice(0, 2))).toEqual(['  ', '  ', '> ', '--', '  ', '> ', '']);
  const fields = await run(['logs', ...args, '--fields', 'id,context'], {terminal: true});
  expect(fields.out).toBe('id    context\n1192  true\n1191  false\n--\n1152  true\n1151  false\n');
});

test('logs list refuses -C without conditions', async () => {
  const refused = await run(['logs', 'list', '-C', '2', '--url', 'http://127.0.0.1:1']);
  expect(refused).toMatchObject({code: 2, err: expect.stringContaining('give --keep or --drop')});
  const ofGateway = await run(['logs', 'list', '-C', '2', '--keep', 'node:3', '--url', 'http://127.0.0.1:1']);
  expect(ofGateway).toMatchObject({code: 2, err: expect.stringContaining('give --keep or --drop')});
});

test('--resume continues an export that reached --read-limit, without lost or repeated entries', async () => {
  const path = join(folder, 'cut.ndjson');
  const args = ['export', path, '--keep', 'timed out', '--fields', 'id', '--read-limit', '500'];
  const first = await logs(...args);
  expect(first.code).toBe(8);
  expect(first.err).toMatch(/50 entries are in .*cut\.ndjson\.part; --resume continues\.\n.*read 500 of about 1,200/);
  expect(existsSync(path)).toBe(false);
  expect((await logs(...args, '--resume')).code).toBe(8);
  const last = await logs(...args, '--resume');
  expect(last).toMatchObject({code: 0, err: expect.stringMatching(/Wrote 120 entries \(1,200 read, exact\) to /)});
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  expect(lines.map(line => JSON.parse(line).id)).toEqual(await ids('--keep', 'timed out'));
});

test('logs export without any match reads further with each --resume until it has read the whole list', async () => {
  const path = join(folder, 'none.ndjson');
  const args = ['export', path, '--keep', 'no such text', '--read-limit', '500'];
  expect((await logs(...args)).code).toBe(8);
  expect((await logs(...args, '--resume')).code).toBe(8);
  expect(await logs(...args, '--resume')).toMatchObject({
    code: 0,
    err: expect.stringContaining('Wrote 0 entries (1,200 read'),
  });
});

test.each([
  ['patterns', ['--fields', 'count'], [{count: TIMEOUTS}]],
  ['facets', ['--fields', 'value,count', '--limit', '1'], [{value: 'ERROR', count: TIMEOUTS}]],
])('logs %s with --keep counts only matching entries', async (verb, flags, rows) => {
  const result = await logs(verb, '--keep', 'timed out', ...flags);
  expect(rowsOf(result)).toEqual(rows);
  expect(result.err).toContain(`${TIMEOUTS} kept of 1,200 read, exact.\n`);
});

const RANGE = ['--since', String(START), '--until', String(START + 200)];

test('logs histogram, diff and report with --keep count only matching entries', async () => {
  const histogram = await logs('histogram', ...RANGE, '--keep', 'timed out');
  expect(rowsOf(histogram).reduce((sum, {count}) => sum + Number(count), 0)).toBe(TIMEOUTS);
  expect(histogram.err).toContain(`${TIMEOUTS} kept of 1,200 read, exact.\n`);
  const diff = await logs('diff', ...RANGE, '--keep', 'timed out');
  expect(diff.err).toContain(`entries ${TIMEOUTS} (${TIMEOUTS} kept of 1,200 read, exact) against 0`);
  const report = await logs('report', ...RANGE, '--keep', 'timed out');
  expect(report.out).toContain(`- Entries: ${TIMEOUTS} kept of 1,200 read, exact\n`);
  expect(report.out).toContain('keep "timed out"');
});

test('logs count and list with --keep apply --since themselves if the gateway ignores start_time', async () => {
  onTestFinished(() => gateway().clearFaults());
  gateway().setFault({kind: 'ignored-parameters'});
  const half = ['--since', String(START + 86), '--keep', 'timed out', '--url', gateway().url];
  const inside = entries.filter(({log, log_time}) => log_time >= START + 86 && log.includes('timed out')).length;
  const count = await run(['logs', 'count', ...half]);
  expect(count).toMatchObject({code: 0, out: `${inside}\n`, err: `${inside} kept of 1,200 read, exact.\n`});
  const around = rowsOf(await run(['logs', 'list', ...half, '-C', '50']));
  expect(around.every(({log_time}) => Number(log_time) >= START + 86)).toBe(true);
});

test.each([{names: []}, {names: ['start_time']}, {names: ['end_time']}, {names: ['start_time', 'end_time']}])(
  'logs count prints the number of entries in the time range if the gateway ignores $names',
  async ({names}) => {
    const server = gateway();
    server.forgetRequests();
    onTestFinished(() => server.clearFaults());
    if (names.length > 0) server.setFault({kind: 'ignored-parameters', names});
    for (const [from, to] of [
      [86, 120],
      [86, 10_000],
      [-10_000, 86],
      [-START, 86],
    ] as const) {
      const [since = '', until = ''] = [from, to].map(each => new Date((START + each) * 1_000).toISOString());
      const range = ['--since', since, '--until', until];
      const inside = entries.filter(({log_time}) => log_time >= START + from && log_time <= START + to).length;
      expect(await run(['logs', 'count', ...range, '--url', server.url])).toMatchObject({
        code: 0,
        out: `${inside}\n`,
      });
    }
    const sent = server.requests().map(({query}) => query);
    expect(sent.filter(({end_time}) => Number(end_time) < 0)).toEqual([]);
    const pages = sent.map(({page}) => Number(page ?? 1));
    if (names.length === 0) expect(Math.max(...pages)).toBe(1);
  },
);

/** Starts a proxy of the shared gateway that removes counts from responses. */
const withoutCounts = () =>
  serve(async ({url = '', headers}, response) => {
    const upstream = await fetch(`${gateway().url}${url}`, {headers: {'api-token': String(headers['api-token'])}});
    const body = (await upstream.json()) as {data: {meta: {count?: number}}};
    delete body.data.meta.count;
    response.writeHead(upstream.status, {'content-type': 'application/json'}).end(JSON.stringify(body));
  });

test('logs count and facets with --keep are exact on a gateway without counts, unless a read limit is reached', async () => {
  const url = await withoutCounts();
  const keep = ['--keep', 'timed out', '--url', url];
  expect(await run(['logs', 'count', ...keep])).toMatchObject({
    code: 0,
    out: '120\n',
    err: '120 kept of 1,200 read, exact.\n',
  });
  const facets = await run(['logs', 'facets', ...keep, '--limit', '1', '--fields', 'value,count,plusMinus']);
  expect(facets).toMatchObject({code: 0, out: '{"value":"ERROR","count":120,"plusMinus":0}\n'});
  const cut = await run(['logs', 'count', ...keep, '--read-limit', '500']);
  expect(cut).toMatchObject({code: 8, err: expect.stringMatching(/edge-console: read 500, back to /)});
  const newest = await run(['logs', 'facets', ...keep, '--rows', '500']);
  expect(newest).toMatchObject({code: 7, err: expect.stringContaining('50 kept of newest 500')});
});
