import {execFile, spawnSync} from 'node:child_process';
import {chmodSync, mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {beforeAll, describe, expect, test} from 'vitest';
import {completionScripts, SHELLS} from '../../src/headless/completion/scripts.ts';
import {sharedFolder} from '../support/folder.ts';
import {connect, sharedGateway, USERNAME, withToken} from '../support/gateway.ts';
import {bin, plainEnv} from '../support/program.ts';
import {run} from './run-headless.ts';

const gateway = sharedGateway(() => ({
  seed: {
    tokens: [
      {username: USERNAME, name: 'for tests', expire: 0, token: withToken.EDGE_CONSOLE_API_TOKEN},
      {username: USERNAME, name: "it's $odd", expire: 0, token: 'a1d3c1de-0000-4000-8000-000000000001'},
    ],
    agents: [{id: 12, name: 'edge-ams-1', applications: []}],
  },
}));
const folder = sharedFolder('complete');
const config = join(folder, 'config.json');
beforeAll(() => {
  writeFileSync(
    config,
    '{"profiles": {"prod": {"url": "https://p"}, "staging": {"url": "https://s"}}, "themes": {"mine": {}}}',
  );
});

const complete = async (...words: string[]) => {
  const {out} = await run(['complete', '--', ...words]);
  return out.split('\n').flatMap(line => (line === '' ? [] : [line.split('\t', 1)[0]]));
};

test.each([
  [['to'], ['tokens']],
  [
    ['logs', ''],
    [
      'list',
      'follow',
      'count',
      'export',
      'patterns',
      'facets',
      'diff',
      'histogram',
      'table',
      'investigate',
      'report',
      'watch',
    ],
  ],
  [['logs', 'list', '--le'], ['--level']],
  [
    ['logs', 'list', '--level', 'e'],
    ['emerg', 'error'],
  ],
  [['logs', 'list', '-o', 'c'], ['csv']],
  [['logs', 'list', '--limit', '5', '--out'], ['--output']],
  [['logs', 'export', ''], [':files']],
  [['tokens', 'create', '--secret-to', ''], [':files']],
  [['completion', 'f'], ['fish']],
  [
    ['logs', 'list', '--errors', ''],
    ['text', 'json'],
  ],
  [['logs', 'list', '--limit', ''], []],
  [
    ['logs', 'list', '--fields', 'l'],
    ['log_time', 'level', 'log'],
  ],
  [
    ['tokens', 'get', '7', '--fields=id,'],
    ['name', 'expire', 'uid', '_created_unix', '_modified_unix'].map(name => `--fields=id,${name}`),
  ],
  [['logs', 'table', '--fields', ''], []],
  [['de'], ['demo']],
  [['demo', '--ng'], ['--nginx']],
  [['logs', 'list', '--keep', 'up'], ['upstream:']],
  [
    ['logs', 'count', '--drop', 'level:e'],
    ['level:emerg', 'level:error'],
  ],
  [['logs', 'table', '--by', 'no'], ['node']],
  [['logs', 'diff', '--against', 'pro'], ['profile:']],
  [
    ['logs', 'list', '--level=e'],
    ['--level=emerg', '--level=error'],
  ],
  [['--api-token-file=/'], [':files']],
  [['logs', 'list', '--bogus='], []],
  [['comp'], ['completion']],
  [['--th'], ['--theme']],
  [['logs', 'list', '--th'], []],
  [
    ['--theme', 'd'],
    ['default', 'dark'],
  ],
  [['--theme', 'm'], ['mono']],
  [
    ['--config', config, '--theme', 'm'],
    ['mono', 'mine'],
  ],
  [['--tab', 'tok'], ['tokens']],
])('the words %j are completed with %j', async (words, expected) => {
  expect(await complete(...words)).toEqual(expected);
});

test('complete --next prints the same candidates as an empty last word', async () => {
  const next = async (...words: string[]) => (await run(['complete', '--next', '--', ...words])).out;
  expect(await next('logs')).toBe((await run(['complete', '--', 'logs', ''])).out);
  expect(await next()).toContain('tokens\t');
  expect(await next('logs', 'list', '--level')).toContain('error\t');
});

test('tokens and agents are completed from the gateway, and profiles from the config', async () => {
  expect(await complete('tokens', 'get', '--url', gateway().url, '')).toEqual(['for tests', "it's $odd"]);
  expect(await complete('apps', 'list', '--url', gateway().url, '--agent', '')).toEqual(['12']);
  expect(await complete('apps', 'compare', '--url', gateway().url, '1')).toEqual(['12']);
  expect(await complete('logs', 'list', '--config', config, '--profile', 's')).toEqual(['staging']);
});

test('completion describes tokens and agents, and offers the id of a token whose name has a control character', async () => {
  const {apiTokens} = connect(gateway().url);
  const {id} = await apiTokens.create({name: 'odd\u0007', expire: 0});
  const lines = async (...words: string[]) => (await run(['complete', '--', ...words])).out.trimEnd().split('\n');
  const names = await lines('tokens', 'get', '--url', gateway().url, '');
  await apiTokens.delete(id);
  expect(names).toContain('for tests\tid 1');
  expect(names).toContain(`${id}	odd␇`);
  expect(await lines('apps', 'list', '--url', gateway().url, '--agent', '')).toEqual([
    expect.stringMatching(/^12\t\S+/),
  ]);
});

test('completion prints no candidates if the gateway is unreachable', async () => {
  expect(await run(['complete', '--', 'tokens', 'get', '--url', 'http://127.0.0.1:1', ''])).toMatchObject({
    code: 0,
    out: '',
    err: '',
  });
});

test('completion prints the script of a shell', async () => {
  for (const shell of SHELLS) expect((await run(['completion', shell])).out).toBe(completionScripts[shell]);
  expect(await run(['completion', 'tcsh'])).toMatchObject({code: 2});
});

const has = (program: string): boolean => spawnSync('which', [program]).status === 0;
const call = promisify(execFile);

describe('completion scripts', () => {
  const path = join(folder, 'bin');
  beforeAll(() => {
    mkdirSync(path);
    writeFileSync(join(path, 'edge-console'), `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`);
    chmodSync(join(path, 'edge-console'), 0o755);
    for (const shell of SHELLS) writeFileSync(join(folder, shell), completionScripts[shell]);
    writeFileSync(join(folder, 'powershell.ps1'), completionScripts.powershell);
  });
  const inShell = async (shell: string, script: string) => {
    const env = {...plainEnv, ...withToken, PATH: `${path}:${plainEnv.PATH}`, HOME: folder};
    const {stdout} = await call(shell, ['-c', script], {env, timeout: 30_000});
    return stdout.split('\n').filter(line => line !== '');
  };

  test.skipIf(!has('bash'))('the completion script for bash completes words in bash', async () => {
    const at = (words: string, line = `\${COMP_WORDS[*]}`) => `source ${folder}/bash
      COMP_WORDS=(${words}); COMP_LINE="${line}"; COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 ))
      _edge_console; printf '%s\\n' "\${COMPREPLY[@]}"`;
    expect(await inShell('bash', at("edge-console logs list --level 'e'"))).toEqual(['emerg', 'error']);
    expect(await inShell('bash', at(`edge-console tokens get --url ${gateway().url} ''`))).toEqual([
      'for\\ tests',
      "it\\'s\\ \\$odd",
    ]);
    expect(await inShell('bash', at(`edge-console logs export ${folder}/conf`))).toEqual([config]);
    // Bash passes words as they are typed, with backslashes.
    expect(await inShell('bash', at(`edge-console tokens get --url ${gateway().url} 'for\\ t'`))).toEqual([
      'for\\ tests',
    ]);
    // Bash splits words at : and =.
    const keep = at('edge-console logs list --keep level : e', 'edge-console logs list --keep level:e');
    expect(await inShell('bash', keep)).toEqual(['emerg', 'error']);
    const output = at('edge-console  logs list --output = c', 'edge-console  logs list --output=c');
    expect(await inShell('bash', output)).toEqual(['csv']);
  });

  test.skipIf(!has('zsh'))('the completion script for zsh completes words in zsh', async () => {
    // `_describe` works only in the line editor of zsh, so it is replaced.
    const script = `_describe() { print -l -- "\${(@P)2}" }; compdef() { : }; source ${folder}/zsh
      words=(edge-console logs list --level e); CURRENT=5; _edge_console`;
    expect(await inShell('zsh', script)).toEqual(['emerg', 'error']);
  });

  test.skipIf(!has('fish'))('the completion script for fish completes words in fish', async () => {
    const script = `source ${folder}/fish; complete -C 'edge-console logs list --level e'`;
    expect(await inShell('fish', script)).toEqual(['emerg', 'error']);
  });

  test.skipIf(!has('pwsh'))('the completion script for PowerShell completes words in PowerShell', async () => {
    const at = (line: string) =>
      inShell('pwsh', `. ${folder}/powershell.ps1; (TabExpansion2 '${line}').CompletionMatches.CompletionText`);
    expect(await at('edge-console logs list --level e')).toEqual(['emerg', 'error']);
    expect(await at('edge-console logs ')).toContain('list');
    expect(await at(`edge-console tokens get --url ${gateway().url} `)).toEqual(["'for tests'", "'it''s $odd'"]);
  });

  test.skipIf(!has('shellcheck'))('shellcheck finds nothing in the script for bash', async () => {
    const {stdout} = await call('shellcheck', ['--shell=bash', join(folder, 'bash')]);
    expect(stdout).toBe('');
  });
});
