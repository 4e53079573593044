import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {preferencesOfUrl} from '../../src/core/preferences.ts';
import {saveAgent} from '../../src/saved/agent-preferences.ts';
import {openPreferences} from '../../src/saved/preferences-file.ts';
import {serveAgents} from '../support/agents.ts';
import {application} from '../support/application.ts';
import {temporaryFolder} from '../support/folder.ts';
import {withToken} from '../support/gateway.ts';
import {rowsOf, run} from './run-headless.ts';

const open = async () => {
  const url = await serveAgents([
    {id: 1, name: 'fra-1', applications: [application(11, 'gateway'), application(12, 'cache', {online: false})]},
    {id: 2, name: 'ams-1', applications: [application(11, 'resolver')]},
    {id: 3, name: 'lon-1', applications: undefined},
  ]);
  return (agents: string, ...args: string[]) => run(['apps', 'list', '--agent', agents, '--url', url, ...args]);
};

test('apps list prints the applications of several agents as one list, with their agent', async () => {
  const list = await open();
  const result = await list('2,1', '--fields', 'agent,id,name');
  expect(result).toMatchObject({code: 0, err: ''});
  expect(rowsOf(result)).toEqual([
    {agent: '2', id: 11, name: 'resolver'},
    {agent: '1', id: 11, name: 'gateway'},
    {agent: '1', id: 12, name: 'cache'},
  ]);
  const sorted = await list('2,1', '--online', '--sort', 'agent', '--output', 'table');
  expect(sorted.out).toMatch(/^agent +state +name.*\n1 +● online +gateway.*\n2 +● online +resolver.*\n$/);
  expect(rowsOf(await list(' 1 ,', '--fields', 'name'))).toHaveLength(2);
});

test('apps list of one agent has the field agent, and no column for it', async () => {
  const list = await open();
  expect(rowsOf(await list('2'))).toEqual([expect.objectContaining({agent: '2', id: 11, name: 'resolver'})]);
  expect(rowsOf(await list('2', '--fields', 'agent,id', '--sort', 'agent'))).toEqual([{agent: '2', id: 11}]);
  expect((await list('2', '--output', 'table')).out).toMatch(/^state +name/);
});

test('`agents list` prints the names that the operator gave to agents of this URL in the field own_name', async () => {
  const url = await serveAgents([
    {id: 1, name: 'fra-1', applications: []},
    {id: 2, name: 'ams-1', applications: [application(11, 'resolver')]},
  ]);
  const env = {...withToken, XDG_STATE_HOME: temporaryFolder('state')};
  const saved = openPreferences(env)(new URL(url).hostname);
  await saveAgent(preferencesOfUrl(saved, url), {id: '2', name: 'Amsterdam'});
  await saveAgent(preferencesOfUrl(saved, 'https://elsewhere'), {id: '1', name: 'Berlin'});
  const agents = (...args: string[]) => run(['agents', 'list', '--url', url, ...args], {env});
  expect(rowsOf(await agents())).toEqual([
    {id: 1, name: 'fra-1'},
    {id: 2, name: 'ams-1', own_name: 'Amsterdam'},
  ]);
  expect((await agents('-o', 'table')).out).toMatch(/^id +name {22}own name\n1 +fra-1\n2 +ams-1 {21}Amsterdam\n$/);
  const apps = ['apps', 'list', '--agent', '1,2', '--url', url, '--keep', 'agent:Amsterdam', '--fields', 'name'];
  expect(rowsOf(await run(apps, {env}))).toEqual([{name: 'resolver'}]);
  const named = (...args: string[]) => run(['apps', ...args, '--url', url, '--fields', 'name'], {env});
  for (const agent of ['Amsterdam', 'ams-1', ' Amsterdam , 2'])
    expect(rowsOf(await named('list', '--agent', agent))).toEqual([{name: 'resolver'}]);
  expect(await named('get', 'resolver', '--agent', 'Amsterdam')).toMatchObject({code: 0, err: ''});
  expect(await named('compare', 'Amsterdam', '1')).toMatchObject({
    code: 7,
    err: expect.stringContaining('1 difference'),
  });
  expect(await named('list', '--agent', '1,Berlin')).toMatchObject({
    ...{code: 2, out: ''},
    err: 'edge-console: "Berlin" is neither an agent id nor the name of an agent; agents list shows both\n',
  });
  writeFileSync(join(env.XDG_STATE_HOME, 'edge-console', 'saved.json'), '{');
  const damaged = await agents();
  expect(rowsOf(damaged)).toHaveLength(2);
  expect(damaged.err).toMatch(/^Own names of agents are not known: .*saved.json cannot be read or is damaged/);
});

test('`apps list` continues after an agent that fails, and prints its error and exit code', async () => {
  const list = await open();
  const result = await list('3,1', '--fields', 'name');
  expect(result.code).toBe(7);
  expect(rowsOf(result)).toHaveLength(2);
  expect(result.err).toMatch(/^agent 3: .*the agent is away.* \(exit code 3\)\nedge-console: 1 of 2 agents failed/);
  expect((await list('3,3')).code).toBe(3);
  expect((await list('98,99')).code).toBe(5);
  expect((await list('98,3')).code).toBe(7);
});

test.each([
  [
    ['--keep', 'state:online'],
    ['gateway', 'resolver'],
  ],
  [
    ['--drop', 'gateway'],
    ['cache', 'resolver'],
  ],
  [['--keep', '/^(gate|reso)/', '--drop', 'port:8011', '--drop', 'agent:ams-1'], []],
  [['--keep', 'agent:ams-1'], ['resolver']],
  [['--keep', 'port:8012'], ['cache']],
  [['--keep', 'pid:4012'], ['cache']],
  [['--keep', 'version:1.27.1', '--keep', 'command:/etc/cache'], ['cache']],
])('apps list %j prints the applications that meet all conditions', async (args, names) => {
  const list = await open();
  const result = await list('1,2', '--fields', 'name', ...args);
  expect(result).toMatchObject({code: 0, err: ''});
  expect(rowsOf(result).map(({name}) => name)).toEqual(names);
});

test.each([
  [['list', '--agent', ''], "option '--agent <id>' argument ''"],
  [['list', '--agent', ' , '], "option '--agent <id>' argument ' , '"],
  [['get', 'x', '--agent', ''], "option '--agent <id>' argument ''"],
  [['compare', '1', ''], "argument value '' is invalid for argument 'other'"],
])('apps %j asks for an agent id before it sends a request', async (args, named) => {
  const {code, err} = await run(['apps', ...args, '--url', 'http://127.0.0.1:1']);
  expect(code).toBe(2);
  expect(err).toContain(named);
  expect(err).toContain('An agent id is needed; agents list shows them.');
});

test('apps list reports an invalid condition before it sends a request', async () => {
  const list = await open();
  expect(await list('1', '--keep', '/(/')).toMatchObject({code: 2, err: expect.stringContaining('/(/: not a regular')});
  const known =
    'changes since the last visit are known on screen only; ' +
    'leave it out here, or use it in the Applications tab (edge-console --tab applications)\n';
  for (const option of [
    ['--keep', 'change:new'],
    ['--drop', 'change:gone'],
    ['--sort', 'change'],
  ])
    expect(await list('1', ...option)).toEqual({code: 2, out: '', err: `edge-console: ${option.join(' ')}: ${known}`});
  for (const [state, problem] of [
    ['offlin', 'state:offlin: Did you mean offline? Allowed choices are online, offline.'],
    ['gone', 'state:gone: Allowed choices are online, offline.'],
  ] as const)
    expect(await list('1', '--drop', `state:${state}`)).toMatchObject({code: 2, err: expect.stringContaining(problem)});
  expect(await list('1', '--keep', '!x')).toMatchObject({code: 2, err: expect.stringContaining('--drop x')});
});

test('apps list warns of an unknown field, which it searches as text', async () => {
  const list = await open();
  const result = await list('1', '--keep', 'stat:offline');
  expect(result).toMatchObject({code: 0, out: ''});
  expect(result.err).toContain(
    '--keep stat:offline: no field "stat", did you mean state?; searched as text, as in quotes',
  );
});
