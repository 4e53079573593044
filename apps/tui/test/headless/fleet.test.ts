import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeAll, expect, test} from 'vitest';
import {sharedFolder} from '../support/folder.ts';
import {API_TOKEN, freePort, sharedGateway} from '../support/gateway.ts';
import {logEntry, NEWEST} from '../support/logs.ts';
import {rowsOf, run} from './run.ts';

const entriesOf = (name: string, offset: number) =>
  Array.from({length: 30}, (_, at) =>
    logEntry(`${name} failed ${at}`, {level: 4, log_time: NEWEST - 10 * at - offset}),
  );
const eu = sharedGateway(() => ({seed: {error_logs: entriesOf('eu', 0)}}));
const us = sharedGateway(() => ({
  seed: {error_logs: entriesOf('us', 5), agents: [{id: 1, name: 'one', applications: []}]},
}));
const folder = sharedFolder('fleet');
const [config, token] = [join(folder, 'config.json'), join(folder, 'token')];
beforeAll(async () => {
  writeFileSync(token, API_TOKEN, {mode: 0o600});
  const of = (url: string) => ({url, apiTokenFile: token});
  const down = of(`http://127.0.0.1:${await freePort()}`);
  writeFileSync(config, JSON.stringify({profiles: {eu: of(eu().url), us: of(us().url), down}}));
});
const fleet = (profiles: string, ...args: string[]) =>
  run([...args, '--config', config, '--profile', profiles], {env: {}});

test('logs list merges the entries of several profiles by time, with their profile', async () => {
  const {code, out, err} = await fleet('eu,us', 'logs', 'list', '--fields', 'profile,log_time');
  expect({code, err}).toEqual({code: 0, err: ''});
  const rows = rowsOf({code, out, err});
  expect(rows).toHaveLength(60);
  expect(rows.slice(0, 4).map(({profile}) => profile)).toEqual(['eu', 'us', 'eu', 'us']);
  const times = rows.map(({log_time}) => Number(log_time));
  expect(times).toEqual(times.toSorted((one, other) => other - one));
});

test('--limit applies to the entries of all profiles together, and the rest is not read', async () => {
  const result = await fleet('eu,us', 'logs', 'list', '--limit', '5', '--fields', 'profile');
  expect(rowsOf(result)).toHaveLength(5);
  expect(result.code).toBe(0);
});

test('a failing profile does not stop the others, and its exit code is printed', async () => {
  const result = await fleet('down,eu', 'logs', 'list', '--fields', 'profile');
  expect(result.code).toBe(7);
  expect(new Set(rowsOf(result).map(({profile}) => profile))).toEqual(new Set(['eu']));
  expect(result.err).toMatch(/^edge-console: down: .*\(exit code 6\)\n$/);
  expect((await fleet('down', 'logs', 'list')).code).toBe(6);
  const json = await fleet('down,eu', 'logs', 'count', '--errors', 'json');
  expect(JSON.parse(json.err)).toMatchObject({profile: 'down', exit: 6, code: 'network'});
});

test.each([
  [['logs', 'count'], 'eu\t30\nus\t30\n'],
  [['logs', 'count', '-o', 'csv'], 'profile,count\neu,30\nus,30\n'],
])('the command %j prints a count for each profile, in order', async (args, out) => {
  expect(await fleet('eu,us', ...args)).toEqual({code: 0, out, err: ''});
});

test.each([
  ['logs', 'patterns'],
  ['logs', 'diff', '--since', '2026-01-10T11:57:00Z', '--until', '2026-01-10T12:00:01Z'],
  ['tokens', 'audit'],
  ['apps', 'list', '--agent', '1'],
])('the command %s %s prints the profile of each row', async (...args) => {
  const result = await fleet('eu,us', ...args, '-o', 'ndjson');
  for (const row of rowsOf(result)) expect(['eu', 'us']).toContain(row.profile);
  expect([0, 7]).toContain(result.code);
});

test('logs investigate prints a document for each profile', async () => {
  const range = ['--since', '2026-01-10T11:00:00Z', '--until', '2026-01-10T12:00:01Z'];
  const json = rowsOf(await fleet('eu,us', 'logs', 'investigate', ...range, '-o', 'json'));
  expect(json.map(({profile}) => profile)).toEqual(['eu', 'us']);
  expect(json[0]).toHaveProperty('coverage');
  const {out} = await fleet('eu,us', 'logs', 'investigate', ...range, '-o', 'markdown');
  expect(out.match(/^# (eu|us|Findings)$/gm)).toEqual(['# eu', '# Findings', '# us', '# Findings']);
});

test('logs follow prints the entries of all profiles in order of arrival', async () => {
  const result = await run(
    [
      'logs',
      'follow',
      '--since',
      '2026-01-10T11:59:30Z',
      '--fields',
      'profile',
      '--config',
      config,
      '--profile',
      'eu,us',
    ],
    {env: {}, onOutput: (out, stop) => (out.split('\n').length > 7 ? stop() : undefined)},
  );
  expect(new Set(rowsOf(result).map(({profile}) => profile))).toEqual(new Set(['eu', 'us']));
  expect(result.code).toBe(130);
});

test.each([
  [['tokens', 'delete', 'x', '--yes'], 'tokens delete takes one profile'],
  [['whoami'], 'whoami takes one profile'],
  [['logs', 'follow', '--resume', 'x'], '--resume takes one profile'],
  [['logs', 'list', '--levle', 'x'], 'unknown option'],
])('the command %j for several profiles is refused once, before any request', async (args, message) => {
  const {code, out, err} = await fleet('eu,us', ...args);
  expect({code, out}).toEqual({code: 2, out: ''});
  expect(err).toContain(message);
  expect(err.match(/\n/g)).toHaveLength(1);
});
