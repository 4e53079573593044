import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeAll, expect, test} from 'vitest';
import {application} from '../support/application.ts';
import {sharedFolder, temporaryFolder} from '../support/folder.ts';
import {connect, sharedGateway, startGateway, USERNAME, withToken} from '../support/gateway.ts';
import {logEntry, REQUEST_ID} from '../support/logs.ts';
import {prepareRecipes, recipes, runRecipe} from './recipe-runner.ts';

const now = Math.floor(Date.now() / 1000);
const line = (n: number) =>
  `2026/11/20 12:00:03 [error] 31#31: *${n} upstream timed out (110: Connection timed out), client: 10.0.7.9`;
const gateway = sharedGateway(() => ({
  seed: {
    tokens: [
      {username: USERNAME, name: 'for tests', expire: 0, token: withToken.EDGE_CONSOLE_API_TOKEN},
      {username: USERNAME, name: 'deploy', expire: 0, token: 'a1d3c1de-0000-4000-8000-000000000001'},
    ],
    error_logs: [1, 2, 3, 4].map(n =>
      logEntry(line(n), {log_time: now - 7_200 + n * 1_600, req_id: n === 2 ? REQUEST_ID : 'other'}),
    ),
    agents: [
      {id: 1, name: 'edge-ams-1', applications: [application(1, 'app-1'), application(2, 'app-2', {online: false})]},
    ],
  },
}));

const folder = sharedFolder('recipes');
beforeAll(() => prepareRecipes(folder, {url: gateway().url}));

const file = (name: string) => readFileSync(join(folder, name), 'utf8');

const outcomes: Readonly<Record<string, (out: string) => void>> = {
  'Nightly audit of API tokens': () => expect(file('audit.md')).toContain('| never-expires |'),
  'Rotate a token in CI': () => expect(file('deploy.secret')).toMatch(/^[0-9a-f-]{36}\n$/),
  'Create a token for a short job, and delete it': out => expect(out).toContain('{"name":"nightly job"}'),
  'Errors of one deploy as a Markdown comment': () => {
    expect(file('comment.md')).toMatch(/^Errors since the deploy at .*Z: 2\n\n\| log\\_time \| log \|\n/);
  },
  'Fail a pipeline if errors appeared': out => expect(out).toBe(''),
  'Rows of one request as CSV': () => {
    expect(file('request.csv')).toBe(`id,log_time,level,log\n2,${now - 4_000},4,"${line(2)}"\n`);
  },
  'The most frequent messages of a level': out => {
    expect(out).toBe('count,plusMinus,template\n4,0,upstream timed out (<*>)\n');
  },
  'Entries that match a text, with their neighbours': () => {
    expect(file('timeouts.csv')).toMatch(/^id,context,log\n4,false,/);
  },
  'Count in a long list, with a read limit': () => {
    expect(JSON.parse(file('count.json'))).toMatchObject({count: 4, exact: true, read: 4});
  },
  'Is it one node': () => {
    expect(file('nodes.csv')).toMatch(/^value,kind,count,plusMinus,[^\n]+\n0,value,4,0,/);
    expect(file('clients.csv')).toMatch(/\n10\.0\.7\.9,value,4,0,/);
  },
  'Follow into a file that logrotate moves': () =>
    expect(JSON.parse(file('follow.position'))).toMatchObject({version: 1}),
  'Export everything, and continue after an interruption': () =>
    expect(file('all.ndjson.gz').length).toBeGreaterThan(50),
  'Which applications of an agent are offline': out => expect(out).toBe('{"name":"app-2","online":false}\n'),
  'Check a gateway before a change window': () =>
    expect(JSON.parse(file('doctor.json'))).toContainEqual(expect.objectContaining({name: 'gateway', result: 'ok'})),
  'A script that tells a refused credential from a gateway that is away': out => {
    expect(JSON.parse(out)).toMatchObject({identity: 'api-token'});
  },
};

test('every recipe of docs/recipes.md has a test', () => {
  expect([...recipes.keys()]).toEqual(Object.keys(outcomes));
});

test('the recipe for a monthly token rotation deletes expired tokens in a later run', async () => {
  const server = await startGateway({
    seed: {
      tokens: [
        {username: USERNAME, name: 'for tests', expire: 0, token: withToken.EDGE_CONSOLE_API_TOKEN},
        {username: USERNAME, name: 'deploy', expire: 0, token: 'a1d3c1de-0000-4000-8000-000000000001'},
      ],
    },
  });
  const home = temporaryFolder('monthly');
  prepareRecipes(home, {url: server.url});
  const month = 30 * 86_400_000;
  const ids: number[][] = [];
  for (const run of [0, 1, 2]) {
    if (run > 0) server.clock.advance(month);
    // The program's clock advances together with the gateway's.
    const clock = `const now = Date.now; Date.now = () => now() + ${run * month};`;
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(clock)}`;
    await runRecipe('Rotate a token in CI', home, {NODE_OPTIONS});
    const {items} = await connect(server.url).apiTokens.list();
    ids.push(items.map(({id}) => id));
  }
  expect(ids).toEqual([
    [1, 2, 3],
    [1, 3, 4],
    [1, 4, 5],
  ]);
  const secret = readFileSync(join(home, 'deploy.secret'), 'utf8').trim();
  expect(await connect(server.url, secret).apiTokens.get(5)).toMatchObject({name: 'deploy'});
});

test.each(Object.entries(outcomes))('the recipe "%s" has the expected output and files', async (title, check) => {
  check(await runRecipe(title, folder));
});
