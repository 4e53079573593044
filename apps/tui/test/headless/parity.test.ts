import {expect, test} from 'vitest';
import {CONDITION_FIELDS} from '../../src/logs/conditions/entry-condition.ts';
import {createScreens} from '../../src/screens/registry.ts';
import {TOKEN} from '../frames/seed.ts';
import {application} from '../support/application.ts';
import {sharedGateway} from '../support/gateway.ts';
import {logEntry, manyEntries, REQUEST_ID} from '../support/logs.ts';
import {similar} from '../support/similar.ts';
import {type Result, rowsOf, run} from './run-headless.ts';
import {keyOf, openView, wordsOf} from './view-rows.ts';

const listed = (id: number, name: string) =>
  application(id, name, {online: id % 3 !== 0, created: id, ports: [`0.0.0.0:${8000 + (id % 7)}`]});
const NAMES = ['web', 'Web', "it's $(none)", '-v', 'api', 'web2', 'web10', 'a"b', '上游'];
/** 2026-01-10 02:00 UTC, in Unix seconds. */
const FROM = 1_768_010_400;
const FULL =
  'pwrite() "/var/cache/1" failed (28: No space left on device), client: 10.0.7.9, server: api.example.com, request: "PUT /v1/items/7 HTTP/1.1", host: "api.example.com"';
/** Some entries have every condition field. Others have the fields by which only the gateway can filter. */
const RICH = [
  'upstream timed out (110: Connection timed out), client: 10.0.7.8, server: b.example.com, request: "GET /v1/users HTTP/1.1", upstream: "http://10.1.0.4:8080/v1/users", host: "c.example.com"',
  '[lua] auth.lua:31: no memory in dictionary "tokens", client: 10.0.7.8',
  'limiting requests, excess: 7.1 by zone "otp", client: 10.0.7.8',
  'no live upstreams in upstream "backend"',
  'cannot load certificate "/etc/a.pem"',
].map((log, at) => logEntry(log, {level: 5, log_time: FROM + 60 * at, node_id: 3, node_type: 1, req_id: 'rich'}));
const gateway = sharedGateway(() => ({
  seed: {
    error_logs: [
      ...manyEntries(1_020),
      ...RICH,
      ...Array.from({length: 60}, (_, at) => logEntry(FULL, {level: 3, log_time: FROM + 60 * at})),
      // A few of the entries also occur on the day before.
      ...Array.from({length: 3}, (_, at) => logEntry(FULL, {level: 3, log_time: FROM - 86_400 + 900 * at})),
      ...Array.from({length: 40}, (_, at) => logEntry(`entry ${at} of Friday`, {log_time: FROM - 86_400 + 60 * at})),
    ],
    tokens: [
      {username: 'ann', name: 'for tests', expire: 0, token: TOKEN},
      ...NAMES.map((name, at) => ({username: 'ann', name, expire: Date.UTC(2030, 0, 1 + ((at * 5) % 9))})),
    ],
    agents: [
      {id: 1, name: 'one', applications: NAMES.map((name, at) => listed(at + 1, name))},
      {id: 2, name: 'two', applications: NAMES.map((name, at) => listed(at + 30, name)).toReversed()},
    ],
  },
}));

/** Lines for the command line of the console, by tab. */
const VIEWS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  tokens: [
    [],
    ['search Web'],
    ['search !web', 'sort', 'sort', 'sort', 'reverse-sort'],
    ["search it's \\$\\("],
    ['search -v'],
  ],
  applications: [
    [],
    ['agent 2', 'online', 'sort', 'sort'],
    ['online', 'search 800[1-4]', 'sort', 'sort', 'reverse-sort'],
    ['search web\\d|上', 'sort', 'sort'],
    ['agent 2,1', 'keep state:online', 'drop /web[12]/', 'sort', 'reverse-sort'],
    ['keep agent:one', 'drop "it\'s none"'],
  ],
  'error-logs': [
    ['level alert', 'app 4'],
    ['filter app=7 level=error', 'range 2026-01-10 02:00 to 2026-01-10 03:30'],
    [`req ${REQUEST_ID}`],
    ["req it's $(none) of these"],
    ['keep /entry 10[01]\\d/', 'drop level:alert'],
    ['keep server:api.example.com', 'drop "items/8"', 'level crit'],
    ["keep it's $(none) of these"],
    ['level error alone'],
    ['filter level=warn severity=less app=7'],
    ['level crit alone', 'keep level:>=error', 'drop level:alert'],
    ['keep level:<=warn', 'drop "entry 2"'],
    ['keep level:>crit'],
  ],
  patterns: [
    [],
    ['tab-error-logs', 'level alert', 'patterns'],
    ['search day', 'sort', 'reverse-sort'],
    ['level error alone'],
    ['keep pwrite'],
  ],
  facets: [
    [],
    ['keep level:alert', 'drop "entry 1"'],
    ['tab-error-logs', 'range 2026-01-10 02:00 to 2026-01-10 02:30', 'facets'],
    ['search example', 'sort'],
    ['level warn less', 'keep level:>=debug'],
  ],
  findings: [
    ['tab-error-logs', 'range 2026-01-10 00:00 to 2026-01-10 04:59', 'investigate'],
    ['tab-error-logs', 'range 2026-01-10 00:00 to 2026-01-10 04:59', 'keep pwrite', 'level crit', 'investigate'],
  ],
  changes: [
    ['tab-error-logs', 'range 2026-01-10 02:00 to 2026-01-10 02:59', 'drop level:info', 'changes'],
    ['tab-error-logs', 'range 2026-01-10 02:00 to 2026-01-10 02:59', 'changes'],
    ['tab-error-logs', 'range 2026-01-10 02:00 to 2026-01-10 02:59', 'level crit', 'changes', 'sort'],
    [
      'tab-error-logs',
      'range 2026-01-10 02:00 to 2026-01-10 02:59',
      'changes',
      'search full|pwrite|28',
      'sort',
      'reverse-sort',
    ],
  ],
};

const NARROW = 'range 2026-01-10 02:00 to 2026-01-10 02:09';
/** Conditions of each kind, with all level comparisons and all fields. */
const CONDITIONS = [
  ...['pwrite', 'Pwrite', '"of the"', '/entry \\d*5 of/'],
  ...['level:alert', 'level:=alert', 'level:<error', 'level:<=warn', 'level:>warn', 'level:>=error'],
  ...['server:api.example.com', 'upstream:10.1.0.4:8080', 'request:/v1/items/*', 'path:/v1/users', 'client:10.0.7.8'],
  ...[
    'host:c.example.com',
    'errno:28',
    'req:rich',
    'file:auth.lua',
    'lua:auth.lua:31',
    'zone:otp',
    'dictionary:tokens',
  ],
  ...['group:backend', 'certificate:/etc/a.pem', 'pattern:entry <*> of the day'],
];
/** Conditions that only the gateway can test. */
const OF_GATEWAY = ['node:3', 'app:4', 'node-type:admin site', 'req:rich', 'level:>=error'];

const conditionViews: readonly (readonly string[])[] = [
  ...CONDITIONS.flatMap(text => [
    [NARROW, `keep ${text}`],
    [NARROW, `drop ${text}`],
  ]),
  ...OF_GATEWAY.filter(text => !CONDITIONS.includes(text)).map(text => [NARROW, `keep ${text}`]),
];

test('the parity tests cover every condition field', () => {
  const fields = new Set([...CONDITIONS, ...OF_GATEWAY].map(text => text.slice(0, text.indexOf(':'))));
  for (const field of Object.keys(CONDITION_FIELDS)) expect(fields).toContain(field);
});

/** `logs investigate` prints one report. The other commands print one row per line. */
const printedBy = (tab: string, result: Result): readonly Record<string, unknown>[] =>
  tab === 'findings' ? JSON.parse(result.out).findings : rowsOf(result);

/** The commands of these tabs always print on standard error which entries they read. With conditions, all commands do. */
const SUMMARIES: ReadonlySet<string> = new Set(['patterns', 'facets', 'changes', 'findings']);

test('every tab with rows has a test of its shell command', () => {
  const withRows = createScreens().filter(({commands}) => commands.some(({id}) => id === 'as-command'));
  expect(withRows.map(({id}) => id).toSorted()).toEqual(Object.keys(VIEWS).toSorted());
});

const cases = Object.entries({...VIEWS, 'error-logs': [...(VIEWS['error-logs'] ?? []), ...conditionViews]}).flatMap(
  ([tab, views]) => views.map(lines => [tab, lines] as const),
);

test.each(similar(cases, 16))(
  'the shell command of the tab %s after %j prints the rows on the screen',
  async (tab, lines) => {
    const view = await openView(gateway(), tab, lines);
    const [program, ...words] = wordsOf(await view.copied('as-command'));
    expect(program).toBe('edge-console');
    const result = await run(words, {env: {EDGE_CONSOLE_API_TOKEN: TOKEN}});
    expect(result.code).toBe(0);
    const isOfConsole = (line: string): boolean => !OF_GATEWAY.includes(line.replace(/^keep /, ''));
    const hasConditions = lines.some(line => /^(keep|drop) |alone|less/.test(line) && isOfConsole(line));
    const isSummarised = SUMMARIES.has(tab) || (hasConditions && tab !== 'applications');
    expect(result.err).toMatch(isSummarised ? /exact|All entries|compared with/ : /^$/);
    const ids = await view.ids();
    expect(printedBy(tab, result).map(keyOf)).toEqual(ids);
    if (!lines.some(line => /none|keep Pwrite/.test(line))) expect(ids).not.toEqual([]);
  },
);

test.each(['patterns', 'facets', 'changes'])('read-all on the tab %s adds --all to its shell command', async tab => {
  const view = await openView(gateway(), tab, []);
  expect(await view.copied('as-command')).not.toContain('--all');
  await view.command('read-all');
  expect(await view.copied('as-command')).toContain(' --all');
});
