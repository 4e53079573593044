import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {TestServer} from '@edge-console/test-tools';
import {beforeAll, expect, onTestFinished, test} from 'vitest';
import {sharedFolder} from '../support/folder.ts';
import {API_TOKEN, freePort, sharedGateway} from '../support/gateway.ts';
import {logEntry, NEWEST} from '../support/logs.ts';
import {rowsOf, run} from './run-headless.ts';

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
type FaultSpec = Parameters<TestServer['setFault']>[0];
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

test('logs list --limit applies to the entries of all profiles together', async () => {
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
  expect(await fleet('eu, us', ...args)).toEqual({code: 0, out, err: ''});
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

test.each([
  [['tokens', 'audit'], 'eu,us', 7],
  [['tokens', 'audit'], 'down,eu,us', 7],
  [['logs', 'list'], 'eu,us', 0],
  [['logs', 'list'], 'down,eu', 7],
  [['logs', 'investigate', '--since', '2026-01-10T11:00:00Z'], 'eu,us', 0],
])(
  'the command %j for the profiles %s exits with %i, also if the reader closes the pipe',
  async (args, profiles, code) => {
    const given = [...args, '-o', 'json', '--config', config, '--profile', profiles];
    for (const readerLeaves of [true, false]) expect(await run(given, {env: {}, readerLeaves})).toMatchObject({code});
  },
);

test('logs investigate prints separate findings for each profile, with the name of the profile', async () => {
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

/** The gateway resets connections, then responds with 503, and then responds again. */
const flap = (kinds: readonly FaultSpec[]): void => {
  for (const kind of kinds) us().setFault({operation: 'listErrorLogs', ...kind});
  onTestFinished(() => us().clearFaults());
};

test.each<[string, FaultSpec, RegExp, number]>([
  ['resets connections', {kind: 'reset'}, /us: .*(closed|reset|lost).*\(exit code 6\)/, 6],
  ['responds with 503', {kind: 'status', status: 503}, /us: .*HTTP 503.*\(exit code 3\)/, 3],
])(
  'if a gateway %s, logs list and logs count print the rows of the other gateway, and one error',
  async (_name, fault, line, exit) => {
    flap([fault]);
    const list = await fleet('eu,us', 'logs', 'list', '--fields', 'profile');
    expect([list.code, rowsOf(list).map(({profile}) => profile)]).toEqual([7, Array.from({length: 30}, () => 'eu')]);
    expect(list.err).toMatch(line);
    expect(list.err.match(/\n/g)).toHaveLength(1);
    const count = await fleet('eu,us', 'logs', 'count', '--errors', 'json');
    expect([count.code, count.out]).toEqual([7, 'eu\t30\n']);
    expect(JSON.parse(count.err)).toMatchObject({profile: 'us', exit});
  },
);

test('logs count succeeds if a gateway resets one connection and responds with 503 once', async () => {
  flap([
    {kind: 'reset', times: 1},
    {kind: 'status', status: 503, times: 1},
  ]);
  expect(await fleet('eu,us', 'logs', 'count')).toEqual({code: 0, out: 'eu\t30\nus\t30\n', err: ''});
});

test('logs follow prints entries of one gateway while another fails, and later each missed entry once', async () => {
  const since = new Date((NEWEST + 1) * 1000).toISOString();
  const add = (name: string, number: number) =>
    (name === 'eu' ? eu() : us()).store.errorLogs.append([
      logEntry(`${name} ${number}`, {log_time: NEWEST + 100 + number}),
    ]);
  const logs = (out: string): readonly unknown[] => rowsOf({code: 0, out, err: ''}).map(({log}) => log);
  await add('eu', 0);
  await add('us', 0);
  const steps: [(out: string, err: string) => boolean, () => Promise<unknown>][] = [
    [
      out => logs(out).length === 2,
      async () => {
        flap([{kind: 'reset'}]);
        await Promise.all([add('eu', 1), add('us', 1)]);
      },
    ],
    [
      (out, err) => logs(out).includes('eu 1') && /us: .*ECONNRESET.*Attempt 1/.test(err),
      async () => {
        us().clearFaults();
        flap([{kind: 'status', status: 503}]);
        await Promise.all([add('eu', 2), add('us', 2)]);
      },
    ],
    [(out, err) => logs(out).includes('eu 2') && /us: .*HTTP 503.*Attempt 2/.test(err), async () => us().clearFaults()],
    [(out, err) => logs(out).includes('us 2') && err.includes('us: The gateway responds again'), async () => undefined],
  ];
  let [out, err] = ['', ''];
  const advance = (stop: () => void): void => {
    const [isDue, act] = steps[0] ?? [];
    if (act === undefined || isDue?.(out, err) !== true) return;
    steps.shift();
    void act().then(() => (steps.length === 0 ? stop() : advance(stop)));
  };
  const result = await run(
    ['logs', 'follow', '--since', since, '--fields', 'profile,log', '--config', config, '--profile', 'eu,us'],
    {
      env: {},
      onOutput: (text, stop) => {
        out = text;
        advance(stop);
      },
      onError: (text, stop) => {
        err = text;
        advance(stop);
      },
    },
  );
  expect(logs(result.out).toSorted()).toEqual(['eu 0', 'eu 1', 'eu 2', 'us 0', 'us 1', 'us 2']);
  const lines = result.err.trimEnd().split('\n');
  expect(lines.filter(line => !/^us: .*(Attempt \d+; next in|responds again)/.test(line))).toEqual([]);
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

test.each([[['logs', 'count', '--keep', 'levle:error']], [['apps', 'list', '--agent', '1', '--drop', 'stat:offline']]])(
  'the warning of an unknown field for %j is printed once for several profiles',
  async args => {
    const {err} = await fleet('eu,us', ...args);
    expect(err.match(/no field "/g)).toHaveLength(1);
    expect(err).toMatch(/^--(?:keep|drop) \S+: no field/m);
  },
);
