import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {Config} from '../../src/cli/config/config-schema.ts';
import {application} from '../support/application.ts';
import {temporaryFolder} from '../support/folder.ts';
import {sharedGateway, withToken} from '../support/gateway.ts';
import {logEntry} from '../support/logs.ts';
import {startProgram} from '../support/program.ts';
import {accessible} from './run-accessible.ts';
import {run} from './run-headless.ts';

const now = Math.floor(Date.now() / 1000);
const gateway = sharedGateway(() => ({
  seed: {
    error_logs: [
      logEntry('an old error', {level: 4, log_time: now - 7_200}),
      logEntry('a new error', {level: 4, log_time: now - 60}),
      logEntry('a new notice', {level: 6, log_time: now - 30}),
    ],
    agents: [
      {id: 12, name: 'ams', applications: [application(1, 'cache')]},
      {id: 13, name: 'fra', applications: [application(2, 'router')]},
    ],
  },
}));

const DEFAULTS: Config['defaults'] = {
  'error-logs': {level: 'error', range: '1h'},
  tokens: {sort: 'name'},
  applications: {agent: '12, 13'},
};

const writeConfig = (config: Pick<Config, 'defaults' | 'firstTab'>): string => {
  const path = join(temporaryFolder('accessible-defaults'), 'config.json');
  writeFileSync(path, JSON.stringify({profiles: {prod: {url: gateway().url, ...config}}, defaultProfile: 'prod'}));
  return path;
};

const FILTER = 'Filter of the entries: level error, since 1h. filter clear shows all.';

test('accessible mode applies and announces the default filter of the profile; `filter clear` removes it', async () => {
  const config = writeConfig({defaults: DEFAULTS});
  const {said} = await accessible(['next', 'filter level notice', 'filter clear', 'show logs'], withToken, {config});
  expect(said.slice(1)).toEqual([
    FILTER,
    expect.stringMatching(/^1 of 1, .*a new error$/),
    'That was the last of the entries.',
    expect.stringMatching(/^1 of 2, .*a new notice$/),
    expect.stringMatching(/^1 of 3, .*a new notice$/),
    expect.stringMatching(/^1 of 3, .*a new notice$/),
  ]);
});

test('accessible mode sorts the tokens as the defaults of the profile say', async () => {
  const config = writeConfig({defaults: DEFAULTS, firstTab: 'tokens'});
  const secret = join(temporaryFolder('accessible-defaults'), 'secret');
  const create = `tokens create --name another --expires 1d --secret-to ${secret}`;
  const {said} = await accessible([create, 'show tokens', 'next'], withToken, {config});
  expect(said.at(2)).toMatch(/^1 of 1, .*for tests/);
  expect(said.slice(-2)).toEqual([
    expect.stringMatching(/^1 of 2, .*another/),
    expect.stringMatching(/^2 of 2, .*for tests/),
  ]);
});

test('accessible mode shows the applications of the default agents, and those of an agent that is named', async () => {
  const config = writeConfig({defaults: DEFAULTS});
  const {said} = await accessible(['next', 'open', 'show apps 12', 'show agents'], withToken, {
    config,
    tab: 'applications',
  });
  expect(said.slice(2, 4)).toEqual([
    expect.stringMatching(/^1, 12, .*cache/),
    expect.stringMatching(/^2, 13, .*router/),
  ]);
  expect(said).toContain('agent: 13');
  expect(said.slice(-2)).toEqual([expect.stringMatching(/^1, (?!12).*cache/), expect.stringMatching(/^1, 12, ams/)]);
});

test.each([
  ['patterns', /a new notice/],
  ['changes', /entries 2 /],
  ['facets', /notice/i],
  ['findings', /all 3 entries/],
])('accessible mode uses the filter of the profile for --tab %s', async (tab, unfiltered) => {
  const shown = async (config: string) => (await accessible(['quit'], withToken, {config, tab})).said.slice(1);
  const [said = '', ...lines] = await shown(writeConfig({defaults: {'error-logs': {level: 'error'}}}));
  expect(said).toBe('Filter of the entries: level error. filter clear shows all.');
  expect(lines.join('\n')).not.toMatch(unfiltered);
  expect(lines.join('\n')).not.toContain('edge-console: ');
  expect((await shown(writeConfig({}))).join('\n')).toMatch(unfiltered);
});

test('in accessible mode, the environment variable for defaults overrides the defaults of the profile', async () => {
  const env = {...withToken, EDGE_CONSOLE_DEFAULTS: '{"error-logs":{"level":"notice"}}'};
  const {said} = await accessible(['quit'], env, {config: writeConfig({defaults: DEFAULTS})});
  expect(said.slice(1)).toEqual([
    'Filter of the entries: level notice. filter clear shows all.',
    expect.stringMatching(/^1 of 3, /),
  ]);
});

test('commands that print and exit, such as `logs count`, do not use the defaults of the profile', async () => {
  const config = writeConfig({defaults: DEFAULTS});
  const {out} = await run(['logs', 'count', '--config', config]);
  expect(out).toBe('3\n');
});

test('in accessible mode, `next` after an agent that could not be read repeats the error', async () => {
  const {said} = await accessible(['show apps 12,99', 'next', 'next'], withToken, {config: writeConfig({})});
  expect(said.slice(2)).toEqual([expect.stringMatching(/^1, .*cache/), expect.stringContaining('99'), said.at(-2)]);
});

test.each([
  ['{"theem": "mono"}', [], ':1:2: not a known field; did you mean theme?'],
  ['{}', ['--profile', 'prdo'], 'the config has no profile "prdo".'],
])('accessible mode with the config %s and the options %j exits with 2 and the error', async (text, args, message) => {
  const config = join(temporaryFolder('accessible-defaults'), 'config.json');
  writeFileSync(config, text);
  const {code, out, err} = await startProgram(['--accessible', '--config', config, ...args]).ended;
  expect({code, out}).toEqual({code: 2, out: ''});
  expect(err).toMatch(/^edge-console: [^\n]+\n$/);
  expect(err).toContain(message);
});
