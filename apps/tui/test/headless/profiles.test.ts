import {X509Certificate} from 'node:crypto';
import {existsSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join, resolve} from 'node:path';
import {generate} from 'selfsigned';
import {beforeEach, expect, test} from 'vitest';
import {sharedFolder, temporaryFolder} from '../support/folder.ts';
import {PASSWORD, startGateway, USERNAME, withToken} from '../support/gateway.ts';
import {rowsOf, run} from './run-headless.ts';

const folder = sharedFolder('profiles');
const home = join(folder, 'new');
const config = join(home, 'edge-console', 'config.json');
const env = {...withToken, XDG_CONFIG_HOME: home};
beforeEach(() => rmSync(home, {recursive: true, force: true}));

const profiles = (...args: string[]) => run(['profiles', ...args], {env});
const text = () => readFileSync(config, 'utf8');

test('profiles add, edit, list, show and remove read and write the config file', async () => {
  const added = await profiles('add', 'prod', '--url', 'https://edge.example.com', '--username', 'ann', '--default');
  expect(added).toMatchObject({code: 0, err: 'Added prod.\n'});
  const $schema = expect.stringMatching(/^file:.*config\.schema\.json$/);
  expect(JSON.parse(text())).toEqual({
    $schema,
    version: 1,
    profiles: {prod: {url: 'https://edge.example.com', username: 'ann'}},
    defaultProfile: 'prod',
  });
  await profiles('add', 'staging', '--url', 'https://staging.example.com', '--insecure');
  expect(await profiles('edit', 'staging', '--username', 'bob')).toMatchObject({code: 0});
  expect(rowsOf(await profiles('list', '--fields', 'name,default,username,insecure'))).toEqual([
    {name: 'prod', default: true, username: 'ann'},
    {name: 'staging', default: false, username: 'bob', insecure: true},
  ]);
  expect(await profiles('remove', 'prod')).toMatchObject({code: 0});
  expect(JSON.parse(text())).toEqual({
    $schema,
    version: 1,
    profiles: {staging: {url: 'https://staging.example.com', insecure: true, username: 'bob'}},
  });
  expect(await profiles('show', 'stagin')).toMatchObject({
    code: 5,
    err: 'edge-console: the config has no profile stagin; did you mean staging?\n',
  });
});

test('profiles remove forgets the credential of a profile whose URL is not normalized', async () => {
  const server = await startGateway();
  const state = temporaryFolder('forgotten');
  const own = {XDG_CONFIG_HOME: home, XDG_STATE_HOME: state, EDGE_CONSOLE_KEYRING: 'off'};
  await profiles('add', 'prod', '--url', `${server.url.toUpperCase()}/`);
  const login = ['login', '--profile', 'prod', '--username', USERNAME, '--password-stdin'];
  expect(await run(login, {env: own, input: `${PASSWORD}\n`})).toMatchObject({code: 0});
  const saved = () => JSON.parse(readFileSync(join(state, 'edge-console', 'credentials.json'), 'utf8')).credentials;
  expect(Object.keys(saved())).toEqual([`prod ${server.url}`]);
  expect(await run(['profiles', 'remove', 'prod'], {env: own})).toMatchObject({code: 0});
  expect(saved()).toEqual({});
});

test.each(['add', 'edit'])('profiles %s saves absolute file paths', async verb => {
  if (verb === 'edit') await profiles('add', 'one', '--url', 'https://one');
  const files = ['--api-token-file', 'a', '--console-token-file', '../b', '--ca-file', '/c/d'];
  await profiles(verb, 'one', '--url', 'https://one', ...files);
  expect(JSON.parse(text()).profiles.one).toEqual({
    ...{url: 'https://one', apiTokenFile: resolve('a'), consoleTokenFile: resolve('../b'), caFile: '/c/d'},
  });
});

test('a change of a profile preserves the format of the rest of the config file', async () => {
  await profiles('add', 'one', '--url', 'https://one');
  const form =
    '{\n    "theme": "mono",\n  "keys": {"global.quit": ["q"]},\n  "profiles": {"one": {"url": "https://one"}}\n}\n';
  writeFileSync(config, form);
  await profiles('edit', 'one', '--username', 'ann');
  expect(text()).toContain('{\n    "theme": "mono",\n  "keys": {"global.quit": ["q"]},\n');
  expect(JSON.parse(text()).profiles.one).toEqual({url: 'https://one', username: 'ann'});
});

test('a change of a profile keeps tabs, line ends and the byte order mark of the config file', async () => {
  mkdirSync(dirname(config), {recursive: true});
  const form = (more: string) =>
    `\uFEFF{\r\n\t"profiles": {\r\n\t\t"one": {\r\n\t\t\t"url": "https://one"${more}\r\n\t\t}\r\n\t}\r\n}\r\n`;
  writeFileSync(config, form(''));
  expect(await profiles('edit', 'one', '--username', 'ann')).toMatchObject({code: 0});
  expect(text()).toBe(form(',\r\n\t\t\t"username": "ann"'));
  writeFileSync(config, '\uFEFF{"theem": "mono"}');
  expect(await run(['config', 'check'], {env})).toMatchObject({out: expect.stringContaining(`${config}:1:2: `)});
});

test.each([
  ['', '{\n'],
  ['\n', '{\n'],
  ['// gateways', '// gateways\n{\n'],
  ['\uFEFF/* gateways */\r\n', '\uFEFF/* gateways */\r\n{\r\n'],
])('the config %j without a value is empty, and adding a profile keeps its comment', async (form, start) => {
  mkdirSync(dirname(config), {recursive: true});
  writeFileSync(config, form);
  expect(await run(['config', 'check'], {env})).toMatchObject({code: 0});
  expect(await profiles('add', 'one', '--url', 'https://one')).toMatchObject({code: 0});
  expect(text()).toContain(`${start}  "$schema": `);
  expect(rowsOf(await profiles('list', '--fields', 'name,url'))).toEqual([{name: 'one', url: 'https://one'}]);
});

test.each([
  [['add', 'x'], '--url is needed'],
  [['add', 'x', '--url', 'no url'], 'profiles.x.url'],
  [['add', 'x,y', '--url', 'https://x'], 'the name of a profile must have no comma'],
  [['add', '', '--url', 'https://x'], 'the name of a profile must not be empty'],
  [['add', '  ', '--url', 'https://x'], 'the name of a profile must not be empty'],
  [['add', 'x ', '--url', 'https://x'], 'the name of a profile must have no spaces at its ends'],
  [['add', '__proto__', '--url', 'https://x'], 'the name of a profile must not be __proto__'],
  [['edit', 'none', '--username', 'a'], 'no profile none'],
])('profiles with the arguments %j fails and changes nothing', async (args, named) => {
  const {code, err} = await profiles(...args);
  expect(code).toBeGreaterThan(0);
  expect(err).toContain(named);
  expect(existsSync(config)).toBe(false);
});

test('config check says whether the file exists', async () => {
  const check = () => run(['config', 'check'], {env});
  expect(await check()).toMatchObject({code: 0, err: `${config} does not exist: defaults are used.\n`});
  mkdirSync(dirname(config), {recursive: true});
  writeFileSync(config, '{}');
  expect(await check()).toMatchObject({code: 0, err: `${config} is valid.\n`});
});

test('config check warns if the config gives the default key of one command to another command', async () => {
  mkdirSync(dirname(config), {recursive: true});
  writeFileSync(config, '{"keys": {"tokens.create": ["r"]}}');
  expect(await run(['config', 'check'], {env})).toEqual({
    code: 0,
    out: '',
    err: `The config gives r, the key of "tokens.refresh", to "tokens.create".\n${config} is valid.\n`,
  });
});

test('config check prints every problem on standard output, and exits with 2', async () => {
  mkdirSync(dirname(config), {recursive: true});
  writeFileSync(config, '{"profiles": {"p": {"ulr": "https://e"}},\n"theme": "pink"}');
  expect(await run(['config', 'check'], {env})).toEqual({
    code: 2,
    out:
      `${config}:1:21: profiles.p: not a known field; did you mean url?\n` +
      `${config}:2:10: theme: expected default or mono or bright or dark or light or high-contrast or colour-blind or auto.\n`,
    err: `edge-console: ${config} has 2 problems.\n`,
  });
  const json = await run(['config', 'check', '--errors', 'json'], {env});
  expect(JSON.parse(json.err)).toEqual({code: 'usage', exit: 2, message: `${config} has 2 problems.`});
  const other = await run(['profiles', 'list'], {env});
  expect(other.err).toMatch(/^edge-console: .*did you mean url\? There is 1 more problem: see config check\.\n$/);
});

test('profiles does not change an invalid config file', async () => {
  await profiles('add', 'one', '--url', 'https://one');
  writeFileSync(config, '{"profiles": ');
  expect(await profiles('add', 'two', '--url', 'https://two')).toMatchObject({code: 2});
  expect(text()).toBe('{"profiles": ');
});

test('profiles trust pins the presented certificate if its fingerprint equals --sha256', async () => {
  const {private: key, cert} = await generate([{name: 'commonName', value: 'gateway.test'}], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{name: 'subjectAltName', altNames: [{type: 7, ip: '127.0.0.1'}]}],
  });
  const {fingerprint256} = new X509Certificate(cert);
  const {url} = await startGateway({tls: {key, cert}});
  await profiles('add', 'tls', '--url', url);
  const list = () => run(['tokens', 'list', '--profile', 'tls'], {env});
  expect(await list()).toMatchObject({code: 6});
  const asked = await profiles('trust', 'tls');
  expect(asked.code).toBe(2);
  expect(asked.err).toContain(`Subject: CN=gateway.test\n`);
  expect(asked.err).toContain(`SHA-256: ${fingerprint256}\n`);
  expect(asked.err).toContain("give --sha256 with the fingerprint from the gateway's operator");
  expect(await profiles('trust', 'tls', '--sha256', 'ab'.repeat(32))).toMatchObject({code: 1});
  expect(JSON.parse(text()).profiles.tls).toEqual({url});
  expect(await profiles('trust', 'tls', '--sha256', fingerprint256.replaceAll(':', ''))).toMatchObject({code: 0});
  expect(JSON.parse(text()).profiles.tls).toEqual({url, pinSha256: fingerprint256});
  expect(await list()).toMatchObject({code: 0});
});
