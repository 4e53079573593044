import {expect, test} from 'vitest';
import {createScreens} from '../../src/screens/registry.ts';
import {TOKEN} from '../frames/seed.ts';
import {sharedGateway} from '../support/gateway.ts';
import {logEntry, manyEntries, REQUEST_ID} from '../support/logs.ts';
import {type Result, rowsOf, run} from './run.ts';
import {keyOf, openView, wordsOf} from './view-rows.ts';

const application = (id: number, name: string) => ({
  ...{id, name, online: id % 3 !== 0, created: id, modified: id, exe: `/bin/${name}`, cwd: '/', pgid: id},
  ...{cmd_line: `${name} -g 'daemon off;'`, processes: [], ports: [`0.0.0.0:${8000 + (id % 7)}`], version: {}},
});
const NAMES = ['web', 'Web', "it's $(none)", '-v', 'api', 'web2', 'web10', 'a"b', '上游'];
/** 2026-01-10 02:00 UTC, in Unix seconds. */
const FROM = 1_768_010_400;
const FULL =
  'pwrite() "/var/cache/1" failed (28: No space left on device), client: 10.0.7.9, server: api.example.com, request: "PUT /v1/items/7 HTTP/1.1", host: "api.example.com"';
const gateway = sharedGateway(() => ({
  seed: {
    error_logs: [
      ...manyEntries(1_020),
      ...Array.from({length: 60}, (_, at) => logEntry(FULL, {level: 3, log_time: FROM + 60 * at})),
    ],
    tokens: [
      {username: 'ann', name: 'for tests', expire: 0, token: TOKEN},
      ...NAMES.map((name, at) => ({username: 'ann', name, expire: Date.UTC(2030, 0, 1 + ((at * 5) % 9))})),
    ],
    agents: [
      {id: 1, name: 'one', applications: NAMES.map((name, at) => application(at + 1, name))},
      {id: 2, name: 'two', applications: NAMES.map((name, at) => application(at + 30, name)).toReversed()},
    ],
  },
}));

/** Lines to run on the command line of the console before each comparison, by tab. */
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

/** The command of the findings prints one report, the others a row per line. */
const printedBy = (tab: string, result: Result): readonly Record<string, unknown>[] =>
  tab === 'findings' ? JSON.parse(result.out).findings : rowsOf(result);

/** Tabs whose command prints on standard error which entries it has read. With conditions, every command does. */
const SUMMARIES: ReadonlySet<string> = new Set(['patterns', 'facets', 'changes']);

test('every tab with rows has a test of its shell command', () => {
  const withRows = createScreens().filter(({commands}) => commands.some(({id}) => id === 'as-command'));
  expect(withRows.map(({id}) => id).toSorted()).toEqual(Object.keys(VIEWS).toSorted());
});

const cases = Object.entries(VIEWS).flatMap(([tab, views]) => views.map(lines => [tab, lines] as const));

test.each(cases)('the shell command of the tab %s after %j prints the rows on the screen', async (tab, lines) => {
  const view = await openView(gateway(), tab, lines);
  const [program, ...words] = wordsOf(await view.copied('as-command'));
  expect(program).toBe('edge-console');
  const result = await run(words, {env: {EDGE_CONSOLE_API_TOKEN: TOKEN}});
  expect(result.code).toBe(0);
  const hasConditions = lines.some(line => /^(keep|drop) |alone|less/.test(line));
  const isSummarised = SUMMARIES.has(tab) || (hasConditions && tab !== 'findings');
  expect(result.err).toMatch(isSummarised ? /exact|All entries/ : /^$/);
  const ids = await view.ids();
  expect(printedBy(tab, result).map(keyOf)).toEqual(ids);
  if (!lines.some(line => line.includes('none'))) expect(ids).not.toEqual([]);
});
