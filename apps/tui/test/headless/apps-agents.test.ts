import {expect, test} from 'vitest';
import {application, serveAgents} from '../support/agents.ts';
import {rowsOf, run} from './run.ts';

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

test('an agent that fails stops no other, and has a line with its exit code', async () => {
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

test('apps list reports an invalid condition before it sends a request', async () => {
  const list = await open();
  expect(await list('1', '--keep', '/(/')).toMatchObject({code: 2, err: expect.stringContaining('/(/: not a regular')});
  expect(await list('1', '--keep', 'change:new')).toMatchObject({code: 2, err: expect.stringContaining('last look')});
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
