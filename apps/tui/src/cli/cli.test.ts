import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, describe, expect, test} from 'vitest';
import {globalCommands} from '../commands/global.ts';
import {tokensScreen} from '../screens/tokens/screen.ts';
import {readArgs, UsageError, usage} from './args.ts';
import {readConfig} from './config.ts';
import type {Config} from './config-schema.ts';
import {checkKeys, resolveSettings} from './settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'edge-cli-'));
afterAll(() => rmSync(folder, {recursive: true}));
const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const tabs = ['session', 'tokens'];
const SECRET = 'tok-5ecret-5ecret';

/** What a run with these words would say before it ends with code 2. */
const complaint = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    const {message} = error as UsageError;
    expect(message).not.toContain('\n');
    expect(message).not.toContain('5ecret');
    return message;
  }
  return expect.fail('nothing was wrong');
};
/** The same of what takes a while. */
const complaintOf = async (act: Promise<unknown>): Promise<string> => {
  const settled = await act.then(
    () => () => undefined,
    (error: unknown) => () => {
      throw error;
    },
  );
  return complaint(settled);
};
const settings = (argv: string, config: Config = {}, env: Record<string, string> = {}) =>
  resolveSettings(readArgs(argv === '' ? [] : argv.split(' ')).flags, config, {env, tabs});

describe('arguments', () => {
  test('nothing, flags and the demo', () => {
    expect(readArgs([])).toMatchObject({command: 'console'});
    expect(readArgs(['demo', '--ascii'])).toMatchObject({command: 'demo', flags: {ascii: true}});
    expect(readArgs(['--url=https://e', '-h'])).toMatchObject({flags: {url: 'https://e', help: true}});
  });
  test.each([
    [['--nope'], '--nope'],
    [['--url'], '--url'],
    [['--url', ''], '--url needs a value'],
    [['--ascii=yes'], '--ascii'],
    [['run'], '"run"'],
    [['demo', 'again'], '"demo again"'],
    [[`--api-token=${SECRET}`], '--api-token'],
  ])('%j is named', (argv, named) => expect(complaint(() => readArgs(argv))).toContain(named));
  test('the usage names every flag and tab', () => {
    expect(usage(tabs)).toContain('session, tokens');
    for (const line of usage(tabs).split('\n')) expect(line.length).toBeLessThan(121);
  });
});

describe('the config file', () => {
  test('may be missing unless it is asked for', async () => {
    expect(await readConfig(undefined, {XDG_CONFIG_HOME: folder})).toEqual({});
    expect(await complaintOf(readConfig(join(folder, 'none.json'), {}))).toContain('there is no such file');
    expect(await complaintOf(readConfig(folder, {}))).toContain(folder);
  });
  test.each([
    ['{', 'is not JSON'],
    ['[]', 'expected object'],
    [`{"profiles": {"p": {"url": "https://e", "password": "${SECRET}"}}}`, 'profiles.p'],
    ['{"profiles": {"p": {"url": 7}}}', 'profiles.p.url'],
    ['{"profiles": {"p": {"url": "edge"}}}', 'profiles.p.url'],
    ['{"keys": {"global.quit": "q"}}', 'keys.global.quit'],
    ['{"ascii": "no"}', 'ascii'],
  ])('%j is refused by place', async (text, named) => {
    const path = file('bad.json', text);
    const message = await complaintOf(readConfig(path, {}));
    expect(message).toContain(named);
    expect(message).toContain(path);
  });
  test('gives profiles and keys', async () => {
    const config = {profiles: {p: {url: 'https://e'}}, defaultProfile: 'p', keys: {'global.quit': []}, ascii: true};
    expect(await readConfig(file('good.json', JSON.stringify(config)), {})).toEqual(config);
  });
});

describe('settings', () => {
  const profiles = {p: {url: 'https://p.example.com/', username: 'ann', insecure: true}};

  test('flags weigh more than the profile, and the environment gives the token', () => {
    const env = {EDGE_CONSOLE_API_TOKEN: ` ${SECRET}\n`, EDGE_CONSOLE_CONSOLE_TOKEN: 'other-5ecret'};
    const made = settings('--url https://flag.example.com/x/ --profile p', {profiles}, env);
    expect(made).toMatchObject({username: 'ann', tls: {insecure: true}});
    expect(made.target).toMatchObject({profile: 'p', url: 'https://flag.example.com/x'});
    expect(made.target?.apiToken?.reveal()).toBe(SECRET);
    expect(made.target?.consoleToken?.reveal()).toBe('other-5ecret');
    expect(JSON.stringify(made)).not.toContain(SECRET);
  });
  test('the default profile counts only where no address is given', () => {
    const config = {profiles, defaultProfile: 'p'};
    expect(settings('', config).target?.profile).toBe('p');
    expect(settings('--url https://other.example.com', config)).toMatchObject({
      username: undefined,
      target: {profile: 'other.example.com'},
    });
    expect(settings('').target).toBeUndefined();
  });
  test('a token file weighs more than the environment', () => {
    const path = file('token', `${SECRET}\n`);
    const env = {EDGE_CONSOLE_API_TOKEN: 'from-the-environment'};
    expect(settings(`--url https://e --api-token-file ${path}`, {}, env).target?.apiToken?.reveal()).toBe(SECRET);
  });
  test('an empty token in the environment is none', () => {
    expect(settings('--url https://e', {}, {EDGE_CONSOLE_API_TOKEN: ''}).target?.apiToken).toBeUndefined();
  });

  test.each([
    ['--tab nope', '"nope"'],
    ['--profile nope', '"nope"'],
    ['--url edge.example.com', '--url'],
    ['--url ftp://edge.example.com', '--url'],
    ['--url https://ann:5ecret@edge.example.com', '--url'],
    ['--url ftp://ann:5ecret@edge.example.com', '--url'],
    ['--url ann:5ecret@edge.example.com', '--url'],
    ['--url https://e --console-url console', '--console-url'],
    ['--api-token-file x --url https://e', 'x'],
    ['--api-token-file /dev/null', '/dev/null'],
    ['--console-url https://c', '--console-url'],
    ['--url https://e --pin-sha256 abc', '--pin-sha256'],
    ['--url https://e --ca-file none.pem', 'none.pem'],
  ])('%s is named', (argv, named) => expect(complaint(() => settings(argv))).toContain(named));

  test('an unusable token is named by its place, never shown', () => {
    const two = file('two', `${SECRET}\n${SECRET}\n`);
    expect(complaint(() => settings(`--url https://e --api-token-file ${two}`))).toContain(two);
    const env = {EDGE_CONSOLE_API_TOKEN: `${SECRET} ${SECRET}`};
    expect(complaint(() => settings('--url https://e', {}, env))).toContain('environment');
  });
  test('a pin may be written with colons', () => {
    const pin = Array.from({length: 32}, () => 'Ab').join(':');
    expect(settings(`--url https://e --pin-sha256 ${pin}`).tls).toEqual({pinSha256: pin});
  });
});

test('a rebinding of no key is refused by name', () => {
  const known = {global: globalCommands([]), tokens: tokensScreen.commands};
  expect(complaint(() => checkKeys({'tokens.creat': ['c']}, known))).toContain('"tokens.creat"');
  checkKeys({'tokens.create': [], 'dialog.close': ['ctrl-g', 'esc', 'g']}, known);
  expect(complaint(() => checkKeys({'tokens.create': ['ctrl-1']}, known))).toContain('"ctrl-1"');
});
