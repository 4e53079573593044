import {execFile, spawnSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {beforeAll, describe, expect, test} from 'vitest';
import {createScreens} from '../../src/screens/registry.ts';
import {TOKEN} from '../frames/seed.ts';
import {application} from '../support/application.ts';
import {makeCertificate} from '../support/certificate.ts';
import {sharedFolder} from '../support/folder.ts';
import {sharedGateway} from '../support/gateway.ts';
import {manyEntries} from '../support/logs.ts';
import {plainEnv} from '../support/program.ts';
import {rowsOf, run} from './run-headless.ts';
import {openView, wordsOf} from './view-rows.ts';

const hasCurl = spawnSync('curl', ['--version']).status === 0;
const call = promisify(execFile);

const folder = sharedFolder("curl it's $(x) ");
const caFile = join(folder, 'ca.pem');
let pems = {key: '', cert: ''};
beforeAll(async () => {
  pems = await makeCertificate();
  writeFileSync(caFile, pems.cert);
});

const seed = {
  error_logs: manyEntries(420),
  tokens: [{username: 'ann', name: 'for tests', expire: 0, token: TOKEN}],
  agents: [
    {id: 1, name: 'one', applications: [1, 2, 3].map(id => application(id, `app ${id}`, {online: id !== 2}))},
    {id: 2, name: 'two', applications: [4, 5].map(id => application(id, `app ${id}`))},
  ],
};
const gateway = sharedGateway(() => ({seed}));
const secure = sharedGateway(() => ({seed, tls: pems}));

const inShell = async (shell: string, line: string, env: Readonly<Record<string, string>> = {}) => {
  const {stdout} = await call(shell, ['-c', line], {env: {...plainEnv, EDGE_CONSOLE_API_TOKEN: TOKEN, ...env}});
  return stdout;
};
const idsIn = (body: string): readonly number[] => {
  const {data} = JSON.parse(body);
  return (data.data ?? data).map(({id}: {id: number}) => id);
};
const hrefOf = (line: string): URL => new URL(/'?(https?:\/\/[^\s']+)'?$/.exec(line)?.[1] ?? '');

const VIEWS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  tokens: [[]],
  applications: [[], ['online']],
  'error-logs': [['level alert', 'app 4'], ["req it's $(none)"], ['range 2026-01-10 06:00 to 2026-01-10 07:00']],
};

test('every tab with rows has a test of its curl command', () => {
  const withRows = createScreens().filter(({commands}) => commands.some(({id}) => id === 'as-curl'));
  expect(withRows.map(({id}) => id).toSorted()).toEqual(Object.keys(VIEWS).toSorted());
});

describe.skipIf(!hasCurl)('curl commands', () => {
  const cases = Object.entries(VIEWS).flatMap(([tab, views]) => views.map(lines => [tab, lines] as const));

  test.each(cases)('the curl command of the tab %s after %j returns the rows on the screen', async (tab, lines) => {
    const view = await openView(gateway(), tab, lines);
    const line = await view.copied('as-curl');
    expect(line).not.toContain(TOKEN);
    const {pathname, search} = hrefOf(line);
    expect(view.frame.exchanges.map(({path}) => path)).toContain(`${pathname}${search}`);
    const ids = await view.ids();
    for (const shell of ['bash', 'sh']) expect(idsIn(await inShell(shell, line))).toEqual(ids.map(Number));
  });

  test('a list of several agents has a curl command for each, one a line', async () => {
    const view = await openView(gateway(), 'applications', ['agent 2,1']);
    const lines = (await view.copied('as-curl')).split('\n');
    const bodies = await Promise.all(lines.map(line => inShell('sh', line)));
    expect(bodies.map(idsIn)).toEqual([
      [4, 5],
      [1, 2, 3],
    ]);
    expect((await view.ids()).map(Number)).toEqual([4, 5, 1, 2, 3]);
    await view.command('as-curl');
    const shown = view.frame.lines().join('\n');
    expect(shown.match(/│ printf/g)).toHaveLength(2);
    expect(shown).toContain('Each returns one page.');
  });

  test('the curl command requests the page at the top of the screen', async () => {
    const view = await openView(gateway(), 'error-logs', ['last']);
    const line = await view.copied('as-curl');
    expect(hrefOf(line).search).toBe('?page=5&page_size=100');
    expect(idsIn(await inShell('bash', line))).toHaveLength(20);
  });

  test('the curl command sends the console token only to the console', async () => {
    const wrong = {EDGE_CONSOLE_API_TOKEN: 'wrong', EDGE_CONSOLE_CONSOLE_TOKEN: TOKEN};
    const apps = await openView(gateway(), 'applications', []);
    expect(idsIn(await inShell('sh', await apps.copied('as-curl'), wrong))).toHaveLength(3);
    const tokens = await openView(gateway(), 'tokens', []);
    expect(await inShell('sh', await tokens.copied('as-curl'), wrong)).not.toContain('for tests');
  });

  test('the curl command trusts the same certificates as the console', async () => {
    const {url} = secure();
    const own = await openView({url, trust: {tls: {ca: pems.cert}, caFile}}, 'tokens', []);
    const line = await own.copied('as-curl');
    expect(idsIn(await inShell('sh', line))).toEqual([1]);
    const [, ...words] = wordsOf(await own.copied('as-command'));
    expect(words).toContain(caFile);
    expect(rowsOf(await run(words, {env: {EDGE_CONSOLE_API_TOKEN: TOKEN}})).map(({id}) => id)).toEqual([1]);
    const insecure = await openView({url, trust: {tls: {insecure: true}}}, 'tokens', []);
    const unchecked = await insecure.copied('as-curl');
    expect(unchecked).toContain(' -k ');
    expect(idsIn(await inShell('sh', unchecked))).toEqual([1]);
    await expect(inShell('sh', unchecked.replace(' -k ', ' '))).rejects.toMatchObject({code: 60});
  });
});

test.each(['as-command', 'as-curl'])('the dialog of the command %s says whether the text was copied', async id => {
  const copied = await openView(gateway(), 'tokens', [id]);
  const text = (lines: readonly string[]) => lines.join(' ').replaceAll(/[\s│]+/g, ' ');
  expect(text(copied.frame.lines())).toContain(
    'It was sent to the clipboard of the terminal, which does not confirm it.',
  );
  const refused = await openView({...gateway(), copyProblem: 'It is too large.'}, 'tokens', [id]);
  expect(text(refused.frame.lines())).toContain('It was not copied. It is too large.');
  expect(text(refused.frame.lines())).not.toContain('It was sent');
  expect(text(refused.frame.lines())).not.toContain('Copied');
});
