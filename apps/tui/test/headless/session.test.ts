import {chmodSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeEach, describe, expect, test} from 'vitest';
import {sharedFolder} from '../support/folder.ts';
import {API_TOKEN, PASSWORD, sharedGateway, USERNAME} from '../support/gateway.ts';
import {run} from './run-headless.ts';

const gateway = sharedGateway(() => ({}));
const state = sharedFolder('login');
const path = join(state, 'edge-console', 'credentials.json');
const env = {XDG_STATE_HOME: state};
beforeEach(() => rmSync(join(state, 'edge-console'), {recursive: true, force: true}));

const at = (...args: string[]) => [...args, '--url', gateway().url];
const login = (...args: string[]) =>
  run(at('login', '--username', USERNAME, '--password-stdin', ...args), {env, input: `${PASSWORD}\n`});

test('login saves the session in a file that only its owner can read', async () => {
  expect(await run(at('tokens', 'list'), {env})).toMatchObject({code: 4});
  const {code, err, out} = await login();
  expect({code, out}).toEqual({code: 0, out: ''});
  expect(err).toMatch(/^Logged in as ann until \d{4}-\d\d-\d\d .* local time; saved in .*credentials\.json\.\n$/);
  expect(err).not.toContain(PASSWORD);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, 'utf8')).not.toContain(PASSWORD);
  expect(await run(at('tokens', 'list'), {env})).toMatchObject({code: 0});
});

test('login says that a second factor is required', async () => {
  gateway().setFault({kind: 'second-factor'});
  const {code, err} = await login();
  gateway().clearFaults();
  expect({code, err}).toEqual({
    code: 0,
    err: expect.stringMatching(/\. A second factor is required, which this console cannot give\.\n$/),
  });
});

test('whoami prints identity, expiry and source of the credential', async () => {
  await login('--remember');
  const facts = JSON.parse((await run(at('whoami'), {env})).out);
  expect(facts).toMatchObject({identity: 'session', username: USERNAME, role: 'master', store: path});
  expect(Date.parse(facts.until) - Date.now()).toBeGreaterThan(30 * 86_400_000);
  const token = JSON.parse((await run(at('whoami'), {env: {...env, EDGE_CONSOLE_API_TOKEN: API_TOKEN}})).out);
  expect(token).toMatchObject({identity: 'api-token', store: 'EDGE_CONSOLE_API_TOKEN'});
  expect(JSON.stringify(token)).not.toContain(API_TOKEN);
});

describe('overriding credentials', () => {
  const file = join(state, 'token');
  const config = join(state, 'config.json');
  const overridden = async (profile: Record<string, string>, given: Record<string, string> = {}) => {
    writeFileSync(file, API_TOKEN, {mode: 0o600});
    writeFileSync(config, JSON.stringify({profiles: {p: {url: gateway().url, username: USERNAME, ...profile}}}));
    const words = ['--config', config, '--profile', 'p'];
    const both = {...env, ...given};
    const byPassword = await run(['login', '--password-stdin', ...words], {env: both, input: PASSWORD});
    const byToken = await run(['login', '--token-stdin', ...words], {env: both, input: API_TOKEN});
    const sentences = [byPassword, byToken].map(({err}) => err.slice(err.indexOf('credentials.json.') + 17));
    expect(sentences[0]).toBe(sentences[1]);
    const who = await run(['whoami', ...words], {env: both});
    return {sentence: sentences[0], store: JSON.parse(who.out).store};
  };
  test('login says that a token file of the profile is used instead', async () => {
    expect(await overridden({apiTokenFile: file}, {EDGE_CONSOLE_API_TOKEN: 'other'})).toEqual({
      sentence: ' Commands with apiTokenFile of profile "p" use its token, not this login.\n',
      store: 'apiTokenFile of profile "p"',
    });
  });
  test('login says that a token in the environment is used instead', async () => {
    expect(await overridden({tokenCommand: 'exit 1'}, {EDGE_CONSOLE_API_TOKEN: API_TOKEN})).toEqual({
      sentence: ' Commands with EDGE_CONSOLE_API_TOKEN use its token, not this login.\n',
      store: 'EDGE_CONSOLE_API_TOKEN',
    });
  });
  test('login says that tokenCommand of the profile is used instead', async () => {
    expect(await overridden({tokenCommand: `cat ${file}`})).toEqual({
      sentence: ' Commands with tokenCommand of profile "p" use its token, not this login.\n',
      store: 'tokenCommand of profile "p"',
    });
  });
  test('login names no other credential if the login is used', async () => {
    expect(await overridden({})).toEqual({sentence: '\n', store: path});
  });
});

test('a token file that others can read is refused in a profile, and accepted with a warning as an option', async () => {
  const file = join(state, 'open-token');
  const config = join(state, 'open.json');
  writeFileSync(file, API_TOKEN);
  chmodSync(file, 0o644);
  writeFileSync(config, JSON.stringify({profiles: {p: {url: gateway().url, apiTokenFile: file}}}));
  const problem = `edge-console: the token file ${file} can be read by others; chmod 600 ${file}.\n`;
  const refused = await run(['tokens', 'list', '--config', config, '--profile', 'p'], {env});
  expect(refused).toEqual({code: 2, out: '', err: problem});
  // `whoami` reads its settings twice, but must warn only once.
  const given = ['whoami', '--api-token-file', file];
  expect(await run(at(...given), {env})).toMatchObject({code: 0, err: problem});
  expect(await run(at(...given, '--quiet'), {env})).toMatchObject({code: 0, err: ''});
});

test('logout ends the session and removes the credential', async () => {
  await login();
  const {token} = Object.values(JSON.parse(readFileSync(path, 'utf8')).credentials)[0] as {token: string};
  expect(await run(at('logout'), {env})).toMatchObject({code: 0, err: 'Logged out.\n'});
  expect(readFileSync(path, 'utf8')).not.toContain(token);
  const response = await fetch(`${gateway().url}/admin-api/api_token`, {headers: {'edge-token': token}});
  expect(response.status).toBe(401);
  expect(await run(at('whoami'), {env})).toMatchObject({code: 4});
  expect(await run(at('logout'), {env})).toMatchObject({code: 0, err: 'Not logged in.\n'});
});

test('login --token-stdin saves an API token', async () => {
  const saved = await run(at('login', '--token-stdin'), {env, input: `${API_TOKEN}\n`});
  expect(saved.code).toBe(0);
  expect(await run(at('tokens', 'list'), {env})).toMatchObject({code: 0});
  expect((await run(at('logout'), {env})).err).toBe('The API token is forgotten; it stays valid.\n');
  expect(await run(at('tokens', 'list'), {env: {...env, EDGE_CONSOLE_API_TOKEN: API_TOKEN}})).toMatchObject({code: 0});
});

test('login with a wrong password or token saves nothing', async () => {
  const wrong = await run(at('login', '--username', USERNAME, '--password-stdin'), {env, input: 'not it\n'});
  expect(wrong.code).toBe(4);
  expect(wrong.err).not.toContain('not it');
  const token = '00000000-0000-4000-8000-000000000000';
  expect(await run(at('login', '--token-stdin'), {env, input: token})).toMatchObject({code: 4});
  expect(() => statSync(path)).toThrow();
});

test('login without a terminal needs --password-stdin', async () => {
  expect(await run(at('login', '--username', USERNAME), {env})).toMatchObject({code: 2});
  expect(await run(at('login', '--password-stdin'), {env, input: 'x'})).toMatchObject({code: 2});
  const empty = await run(at('login', '--username', USERNAME, '--password-stdin'), {env, input: ''});
  expect(empty).toMatchObject({code: 2, err: 'edge-console: standard input has no password\n'});
});

test('a credentials file that others can read, or that is damaged, is refused', async () => {
  await login();
  chmodSync(path, 0o644);
  expect((await run(at('tokens', 'list'), {env})).err).toContain('can be read by others; chmod 600 it');
  writeFileSync(path, '{"credentials": {', {mode: 0o600});
  chmodSync(path, 0o600);
  expect(await run(at('tokens', 'list'), {env})).toMatchObject({code: 2});
});

test('a credential that was saved for one URL is not sent to another URL', async () => {
  await login();
  const other = gateway().url.replace('127.0.0.1', 'localhost');
  expect(await run(['tokens', 'list', '--url', other], {env})).toMatchObject({code: 4});
});

test('two concurrent logins are both saved', async () => {
  const urls = [gateway().url, gateway().url.replace('127.0.0.1', 'localhost')];
  const args = (url: string) => ['login', '--username', USERNAME, '--password-stdin', '--url', url];
  await Promise.all(urls.map(url => run(args(url), {env, input: PASSWORD})));
  for (const url of urls) expect(await run(['tokens', 'list', '--url', url], {env})).toMatchObject({code: 0});
});
