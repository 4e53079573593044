import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {callables} from '../../scripts/commands-doc.ts';
import {createProgram, WITHOUT_OUTPUT} from '../../src/headless/create-program.ts';
import {sharedFolder} from '../support/folder.ts';
import {sharedGateway, withToken} from '../support/gateway.ts';
import {logEntry} from '../support/logs.ts';
import {rowsOf, run} from './run-headless.ts';

const folder = sharedFolder('output-options');
const env = {...withToken, XDG_CONFIG_HOME: folder, XDG_STATE_HOME: folder};
const gateway = sharedGateway(() => ({seed: {error_logs: [logEntry('one', {}), logEntry('two', {})]}}));
const at = (...args: string[]) => run([...args, '--url', gateway().url], {env});

const all = callables(await createProgram({} as never));

test.each(all.map(({words, verb}) => ({words, verb})))(
  'the command $words has --output and --fields, or a stated reason for having neither',
  ({words, verb}) => {
    const names = verb.options.map(({long}) => long).filter(long => long === '--output' || long === '--fields');
    const isDocument = words === 'logs investigate';
    const wanted = isDocument ? ['--output'] : ['--fields', '--output'];
    expect(names.toSorted()).toEqual(words in WITHOUT_OUTPUT ? [] : wanted);
  },
);

const NEEDED: Readonly<Record<string, readonly string[]>> = {
  'logs table': ['--by', 'level'],
  'logs watch': ['--new-pattern'],
  'tokens create': ['--name', 'a', '--expires', '7d', '--secret-to', join(folder, 'secret')],
  'tokens edit': ['--name', 'a'],
  'tokens rotate': ['--secret-to', join(folder, 'secret')],
  'apps list': ['--agent', '1'],
  'apps get': ['--agent', '1'],
  'messages explain': ['no live upstreams'],
};

const withNames = all.filter(({verb}) => verb.options.some(({flags}) => flags === '--fields [names]'));
test.each(withNames.map(({words, verb}) => ({words, verb})))(
  'the command $words with --fields prints names and sends nothing',
  async ({words, verb}) => {
    const ids =
      words === 'messages explain' ? [] : verb.registeredArguments.flatMap(({required}) => (required ? ['1'] : []));
    gateway().forgetRequests();
    const result = await at(...words.split(' '), ...ids, ...(NEEDED[words] ?? []), '--fields');
    expect(result).toMatchObject({code: 0, out: expect.stringMatching(/^(\S+\n)+$/), err: ''});
    expect(gateway().requests()).toEqual([]);
  },
);

test('WITHOUT_OUTPUT names only commands that exist', () => {
  const words = all.map(each => each.words);
  expect(Object.keys(WITHOUT_OUTPUT).filter(each => !words.includes(each))).toEqual([]);
});

const reasons = Object.entries(WITHOUT_OUTPUT);
test.each(reasons)('%s explains in its help and error messages why it has no --output', async (words, reason) => {
  const help = await run([...words.split(' '), '--help'], {terminal: true});
  expect(help.out.replaceAll(/\s+/g, ' ')).toContain(`Takes no --output: ${reason}.`);
  for (const option of ['-o', '-ojson', '--output', '--output=json', '--fields']) {
    const shown = option.startsWith('-o') ? '-o' : option.replace(/=.*/, '');
    expect(await run([...words.split(' '), option, 'json'])).toMatchObject({
      code: 2,
      out: '',
      err: `edge-console: ${words} takes no ${shown}: ${reason}\n`,
    });
  }
});

test.each([
  [['logs', 'count'], '2\n'],
  [['logs', 'count', '--json'], '{"count":2}\n'],
  [['logs', 'count', '-o', 'ndjson'], '{"count":2}\n'],
  [['logs', 'count', '-o', 'json'], '[\n  {"count":2}\n]\n'],
  [['logs', 'count', '-o', 'csv'], 'count\n2\n'],
  [['logs', 'count', '-o', 'markdown'], '| count |\n| --- |\n| 2 |\n'],
  [['logs', 'count', '-o', 'table'], 'count\n2\n'],
  [['logs', 'count', '--fields'], 'count\nexact\nread\nbackTo\n'],
  [['whoami', '-o', 'csv', '--fields', 'identity,store'], 'identity,store\napi-token,EDGE_CONSOLE_API_TOKEN\n'],
  [['config', 'path'], `${folder}/edge-console/config.json\n`],
  [['config', 'path', '-o', 'csv'], `path,exists\n${folder}/edge-console/config.json,false\n`],
])('the command %j prints %j', async (args, out) => {
  expect(await at(...args)).toMatchObject({code: 0, out, err: ''});
});

test('whoami prints JSON to a pipe and text to a terminal', async () => {
  const piped = await at('whoami');
  expect(piped.out).toBe((await at('whoami', '--json')).out);
  expect(rowsOf(piped)).toEqual(JSON.parse((await at('whoami', '-o', 'json')).out));
  const shown = await run(['whoami', '--url', gateway().url], {env, terminal: true});
  expect(shown.out).toContain('identity  api-token\n');
});

test('doctor prints its checks as rows', async () => {
  const checks = rowsOf(await at('doctor', '-o', 'ndjson', '--fields', 'name,result'));
  expect(checks).toContainEqual({name: 'identity', result: 'ok'});
  expect(JSON.parse((await at('doctor', '--json')).out).map(({name}: {name: string}) => name)).toEqual(
    checks.map(({name}) => name),
  );
  const table = await at('doctor', '-o', 'table');
  expect(table.out).toMatch(/^result +check +/);
  expect(await at('doctor', '--fields')).toMatchObject({code: 0, out: 'name\nresult\ntext\nremedy\n'});
});

test('config check prints its problems as rows, and none for a valid file', async () => {
  const path = join(folder, 'wrong.json');
  const check = () => run(['config', 'check', '--config', path, '-o', 'json'], {env});
  writeFileSync(path, '{"theme": "pink"}');
  const {code, out} = await check();
  expect({code, rows: JSON.parse(out)}).toEqual({
    code: 2,
    rows: [{problem: expect.stringContaining(`${path}:1:11: theme: expected`)}],
  });
  writeFileSync(path, '{}');
  expect(await check()).toMatchObject({code: 0, out: '[]\n'});
});

describe('profiles', () => {
  test('profiles add, edit and remove print the profile with --output', async () => {
    const profiles = async (...args: string[]) => rowsOf(await run(['profiles', ...args, '-o', 'ndjson'], {env}));
    const one = {name: 'one', default: false, url: 'https://one'};
    expect(await profiles('add', 'one', '--url', 'https://one')).toEqual([one]);
    expect(await profiles('edit', 'one', '--default', '--username', 'ann')).toEqual([
      {...one, default: true, username: 'ann'},
    ]);
    expect(await profiles('remove', 'one')).toEqual([{...one, default: true, username: 'ann'}]);
    expect(await profiles('list')).toEqual([]);
  });

  test.each(['add', 'edit', 'remove', 'trust'])('profiles %s --fields prints names and changes nothing', async verb => {
    const result = await run(['profiles', verb, 'new', '--url', 'https://new', '--fields'], {env});
    expect(result).toMatchObject({code: 0, out: expect.stringContaining('name\ndefault\nurl\n'), err: ''});
    expect((await run(['profiles', 'list'], {env})).out).toBe('');
  });
});
