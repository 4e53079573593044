import {existsSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {Config} from '../../src/cli/config/config-schema.ts';
import {application} from '../support/application.ts';
import {startConsole} from '../support/console/start-console.ts';
import {temporaryFolder} from '../support/folder.ts';
import {API_TOKEN, sharedGateway, withToken} from '../support/gateway.ts';
import {logEntry} from '../support/logs.ts';
import {accessible} from './run-accessible.ts';

const REQUEST = '000028800bac65d7fed03afd';
const gateway = sharedGateway(() => ({
  seed: {
    error_logs: ['older', `\u001b[31m$(id) ${REQUEST}`].map((log, n) =>
      logEntry(log, {level: 4, log_time: 1_795_000_000 + n}),
    ),
    agents: [{id: 12, name: 'edge-ams-1', applications: [application(3, 'cache')]}],
  },
}));

type OwnCommand = NonNullable<Config['commands']>[number];

const PRINT = ['/bin/sh', '-c', 'for each; do printf "[%s]\\n" "$each"; done', 'sh'];
const mine = (command: Partial<OwnCommand>): OwnCommand => ({
  ...{id: 'mine', title: 'Run mine', scope: 'entry', argv: PRINT},
  ...command,
});

const runAll = async (commands: readonly OwnCommand[], lines: readonly string[], writePolicy?: string) => {
  const config = join(temporaryFolder('accessible-own'), 'config.json');
  const profiles = {prod: {url: gateway().url, ...(writePolicy !== undefined && {writePolicy})}};
  writeFileSync(config, JSON.stringify({profiles, defaultProfile: 'prod', commands}));
  return accessible(lines, withToken, {config});
};

const run = async (...given: Parameters<typeof runAll>) => (await runAll(...given)).said.slice(2);

test.each<readonly [Partial<OwnCommand>, number]>([
  [{}, 0],
  [{argv: ['/bin/false']}, 1],
  [{scope: 'token'}, 2],
  [{changes: true}, 9],
])('accessible mode exits with the exit code of a piped command of the config with %j: %i', async (own, exit) => {
  expect(await runAll([mine(own)], ['run mine', 'next'], 'read-only')).toMatchObject({code: exit});
});

test('help in accessible mode lists the commands of the config', async () => {
  const said = await run([mine({}), mine({id: 'other', title: 'See the token', scope: 'token'})], ['help', 'run what']);
  expect(said.slice(-3)).toEqual([
    'run mine: Run mine, for the current entry.',
    'run other: See the token, for the current token.',
    'run NAME: mine, other.',
  ]);
});

test('a command of the config with the name of a built-in command runs by run NAME, and takes no arguments', async () => {
  const lines = ['next', 'run next', 'run next 2', 'other 2', 'help'];
  const said = await run([mine({id: 'next'}), mine({id: 'other'})], lines);
  const none = (name: string) => `${name} takes no arguments.`;
  expect(said.slice(0, 4)).toEqual([expect.stringMatching(/^2 of 2/), 'Run mine: done.', none('next'), none('other')]);
  expect(said.join(' ')).toContain('unless a command above or in docs/COMMANDS.md has that name.');
});

test('a command of the config runs in accessible mode for the current entry, token, agent or application', async () => {
  const said = await run(
    [
      mine({argv: [...PRINT, '{id}', '{request_id}']}),
      mine({id: 'to-token', scope: 'token', argv: [...PRINT, '{name} on {profile}']}),
      mine({id: 'to-agent', scope: 'agent', argv: [...PRINT, '{name}']}),
      mine({id: 'to-app', scope: 'application', argv: [...PRINT, '{agent} {name}']}),
      mine({id: 'as-row', stdin: 'row', argv: ['/bin/cat']}),
      mine({id: 'as-report', stdin: 'report', argv: ['/usr/bin/head', '-1']}),
    ],
    [
      ...['run mine', 'as-row', 'run as-report', 'next', 'mine', 'run to-token', 'show tokens', 'run to-token'],
      ...['show agents', 'run to-agent', 'show apps 12', 'run to-agent', 'run to-app'],
    ],
  );
  expect(said).toEqual([
    ...['[2]', `[${REQUEST}]`, 'Run mine: done.'],
    ...[expect.stringMatching(/^\{"id":2,.*"log":"\\u001b\[31m\$\(id\) /), 'Run mine: done.'],
    ...['# Incident report', 'Run mine: done.'],
    ...[expect.stringMatching(/^2 of 2, /), 'Run mine: the entry has no request_id.'],
    ...[
      'Run mine: no token is selected.',
      expect.stringMatching(/^1 of 1, /),
      '[for tests on prod]',
      'Run mine: done.',
    ],
    ...['1, 12, edge-ams-1', '[edge-ams-1]', 'Run mine: done.'],
    ...[expect.stringMatching(/^1, .*cache/), '[edge-ams-1]', 'Run mine: done.', '[12 cache]', 'Run mine: done.'],
  ]);
});

test('accessible mode prints the output of a failed program sanitised, and gives the program no token', async () => {
  const script = 'printf "\\033[2Jno way\\n" >&2; env | grep EDGE_CONSOLE; exit 3';
  const said = await run([mine({argv: ['/bin/sh', '-c', script]})], ['run mine']);
  expect(said).toContain('␛[2Jno way');
  expect(said).toContain(`EDGE_CONSOLE_REQUEST_ID=${REQUEST}`);
  expect(said).toContain(`EDGE_CONSOLE_LOG=␛[31m$(id) ${REQUEST}`);
  expect(said.at(-1)).toBe('Run mine: the program failed with exit code 3.');
  expect(said.join('\n')).not.toContain(API_TOKEN);
});

test('accessible mode asks before a command with confirm', async () => {
  const said = await run([mine({confirm: true, argv: [...PRINT, '{id}']})], ['run mine', 'no', 'run mine', 'yes']);
  const asked = `This program is run: ${PRINT.slice(0, 2).join(' ')} 'for each; do printf "[%s]\\n" "$each"; done' sh`;
  const question = 'Type yes to go on: ';
  expect(said).toEqual([
    `${asked} 2`,
    `${question}The program was not run.`,
    `${asked} 2`,
    `${question}[2]`,
    'Run mine: done.',
  ]);
});

test.each([
  ['read-only', [], 'prod is read-only; nothing was sent'],
  [
    'confirm',
    ['lab'],
    'This changes prod. Type prod to go on: the name of the profile does not match; nothing was sent',
  ],
])(
  'with the write policy %s accessible mode refuses a command that changes something',
  async (policy, typed, refusal) => {
    const out = join(temporaryFolder('accessible-own'), 'out');
    const said = await run([mine({changes: true, argv: ['/usr/bin/touch', out]})], ['run mine', ...typed], policy);
    expect(said).toEqual([refusal]);
    expect(existsSync(out)).toBe(false);
  },
);

test('with the write policy confirm, the name of the profile permits one run in accessible mode', async () => {
  const commands = [mine({changes: true, argv: [...PRINT, '{id}']})];
  const said = await run(commands, ['run mine', 'prod', 'run mine', 'no'], 'confirm');
  const question = 'This changes prod. Type prod to go on: ';
  expect(said).toEqual([`${question}[2]`, 'Run mine: done.', expect.stringContaining('does not match')]);
});

test('a program with terminal suspend gets the terminal in accessible mode, and the next line is a command', async () => {
  const folder = temporaryFolder('accessible-own');
  const [config, start] = [join(folder, 'config.json'), join(folder, 'start')];
  const script = 'echo in the program; while [ ! -e "$1" ]; do sleep 0.05; done; read answer; printf "got $answer"';
  const argv = ['/bin/sh', '-c', script, 'sh', start];
  writeFileSync(config, JSON.stringify({commands: [mine({terminal: 'suspend', argv})]}));
  const args = ['--accessible', '--url', gateway().url, '--config', config];
  const console = await startConsole(args, {env: withToken});
  await console.see('1 of 2').type('run mine\r').see('in the program').type('show tokens\r').see('show tokens');
  writeFileSync(start, '');
  await console
    .see(/^got show tokens\nRun mine: done\.$/m)
    .type('show tokens\r')
    .see('1 of 1');
  await console.type('quit\r').exits(0);
});

test.each(['background', 'suspend'] as const)(
  'with terminal %s, ^C in accessible mode ends the program and not the console',
  async terminal => {
    const folder = temporaryFolder('accessible-own');
    const [config, started] = [join(folder, 'config.json'), join(folder, 'started')];
    const argv = ['/bin/sh', '-c', 'printf unfinished; touch "$1"; exec sleep 100', 'sh', started];
    writeFileSync(config, JSON.stringify({commands: [mine({scope: 'token', terminal, argv})]}));
    const args = ['--accessible', '--url', gateway().url, '--config', config, '--tab', 'tokens'];
    const console = await startConsole(args, {env: withToken});
    for (const _run of [1, 2]) {
      await console
        .see(/edge>$/m)
        .type('run mine\r')
        .see(() => existsSync(started));
      await console.key('ctrl-c').see(/^Run mine: the program was ended by SIGINT\.\nedge>$/m);
      await console.type('show tokens\r').see(/^1 of 1, /m);
      rmSync(started);
    }
    expect(console.text()).toContain('unfinished');
    await console.key('ctrl-c').exits(130);
  },
);
