import {chmodSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {sharedFolder} from '../../test/support/folder.ts';
import {variableOf} from '../commands/arguments.ts';
import {consoleNames} from '../run/console.ts';
import {allParts, commandLayers} from '../screens/registry.ts';
import {allThemes, chosenTheme, themes} from '../theme/themes.ts';
import {commandProgram, readArgs, screenProgram, UsageError, usage} from './args.ts';
import {ConfigError} from './config/config-file.ts';
import {type Config, configSchema, profileSchema} from './config/config-schema.ts';
import {readConfig} from './config/read-config.ts';
import {checkTab, lockAfterOf, resolveSettings} from './settings.ts';
import {openFileWarnings} from './token-sources.ts';
import {combine, SETTINGS} from './variables.ts';

const folder = sharedFolder('cli');
const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const {say} = consoleNames(allParts(), {});
const none = {env: {}, layers: async () => commandLayers()};
const tabs = ['session', 'tokens'];
const SECRET = 'tok-5ecret-5ecret';
const ADVICE =
  /expected |must |needs |did you mean|the fields are|missing|remove|write |add |docs\/KEYS\.md|bind |enter |only texts/;

/** Also checks that the message is one line without a secret. */
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
  resolveSettings(readArgs(argv === '' ? [] : argv.split(' ')).flags, config, env);

describe('arguments', () => {
  test('readArgs accepts an empty command line, flags and the demo command', () => {
    expect(readArgs([])).toMatchObject({command: 'console'});
    expect(readArgs(['demo', '--ascii'])).toMatchObject({command: 'demo', flags: {ascii: true}});
    expect(readArgs(['--url=https://e', '-h'])).toMatchObject({flags: {url: 'https://e', help: true}});
  });
  test.each([
    [['--uurl', 'x'], "unknown option '--uurl' (Did you mean --url?). See --help."],
    [['--url'], "option '--url <url>' argument missing. See --help."],
    [['--url', ''], '--url needs a value'],
    [['--ascii=yes'], '--ascii'],
    [['run'], 'unknown command "run"'],
    [['demo', 'again'], '"demo again"'],
    [['--nginx'], 'edge-console demo --nginx'],
    [[`--api-token=${SECRET}`], '--api-token'],
  ])('readArgs refuses %j and says %s', (argv, named) => expect(complaint(() => readArgs(argv))).toContain(named));
  test('the help text names tabs and default keys, in lines of at most 120 characters', () => {
    expect(usage(tabs, say)).toContain('session, tokens');
    expect(usage(tabs, say)).toContain('sign in on the Session tab (1)');
    expect(usage(tabs, say)).toContain('Inside, ? lists the keys.');
    for (const line of usage(tabs, say).split('\n')) expect(line.length).toBeLessThan(121);
  });
});

describe('the config file', () => {
  test('the config file may be missing unless --config names it', async () => {
    expect(await readConfig(undefined, {env: {XDG_CONFIG_HOME: folder}, layers: async () => commandLayers()})).toEqual(
      {},
    );
    expect(await complaintOf(readConfig(join(folder, 'none.json'), none))).toMatch(
      /^cannot read the config .*none\.json: there is no such file/,
    );
    expect(await complaintOf(readConfig(folder, none))).toBe(`cannot read the config ${folder}: it is a folder.`);
  });
  test('the commands of the screens are loaded only for a config that may have keys or commands of its own', async () => {
    let loaded = 0;
    const layers = async () => {
      loaded += 1;
      return commandLayers();
    };
    const file = join(folder, 'layers.json');
    const read = (text: string) => {
      writeFileSync(file, text);
      return readConfig(file, {env: {}, layers});
    };
    await read('{"theme": "mono", "profiles": {"a": {"url": "https://a"}}}');
    expect(loaded).toBe(0);
    expect(await complaintOf(read('{"\\u006beys": {"tokens.creat": ["K"]}}'))).toContain('tokens.create');
    expect(loaded).toBe(1);
  });
  test.each([
    ['{"theme": }', '1:11', 'is not JSON: a value is missing'],
    ['{', '1:2', 'is not JSON: a } is missing'],
    ['{\n  "ascii": true\n  "keys": {}\n}', '3:3', 'is not JSON: a comma is missing before this'],
    ['{\n  // no\n  /* no\n}', '3:3', 'is not JSON: a comment does not end; add */'],
    ['[]', '1:1', 'expected fields in { }, not a list in [ ].'],
    [`{"profiles": {"p": {"url": "https://e",\n "password": "${SECRET}"}}}`, '2:2', 'profiles.p'],
    ['{"profiles": {"p": {"url": 7}}}', '1:28', 'profiles.p.url'],
    ['{"profiles": {"p": {"username": "ann"}}}', '1:20', 'profiles.p.url'],
    ['{"profiles": {"x,y": {"url": "https://e"}}}', '1:15', 'profiles: a name must have no comma'],
    ['{"profiles": {"__proto__": {"url": "https://e"}}}', '1:15', 'profiles: a name must not be __proto__.'],
    ['{"profiles": {"p": {"url": "edge"}}}', '1:28', 'profiles.p.url'],
    ['{"profiles": {"p": {"url": "ftp://e"}}}', '1:28', 'profiles.p.url: must be a URL that begins with http:// or'],
    [
      '{"profiles": {"p": {"url": "https://e", "pinSha256": "zz"}}}',
      '1:54',
      'pinSha256: must be a SHA-256 fingerprint',
    ],
    ['{"profiles": {"prod": {"url": "https://e"}}, "defaultProfile": "prdo"}', '1:64', 'did you mean prod?'],
    ['{"defaultProfile": "prod"}', '1:20', 'defaultProfile: there is no such profile; add it under profiles.'],
    ['{} {}', '1:4', 'remove what is after the end of the config'],
    ['{"theme": mono}', '1:11', 'only texts in double quotes'],
    ['{"theme": "mono}', '1:11', 'a double quote is missing at the end of the text'],
    ['{theme: "mono"}', '1:2', 'not JSON: '],
    ['{"deploys": ["a" "b"]}', '1:18', 'a comma is missing before this'],
    ['{"deploys": ["a"}', '1:17', 'not JSON: '],
    ['{"deploys": ["\\d"]}', '1:14', 'write \\\\ for a backslash'],
    ['{"ascii": true,\n "ascii": false}', '2:2', 'this name is there twice; remove one of them.'],
    ['{"ascii": null}', '1:11', 'ascii: expected true or false, not null.'],
    ['{"profiles": []}', '1:14', 'profiles: expected fields in { }, not a list in [ ].'],
    ['{"profiles": {"p": {"username": "a"}}}', '1:20', 'profiles.p.url: is missing; expected a text in double quotes.'],
    ['{"runbooks": {"a": "b"}}', '1:20', 'runbooks: must be a URL such as https://'],
    ['{"deploys": [7]}', '1:14', 'deploys.0: expected a text in double quotes, not a number.'],
    ['{"keys": {"global.quit": "q"}}', '1:26', 'keys: '],
    ['{"ascii": "no"}', '1:11', 'ascii'],
    ['{"asci": true}', '1:2', 'asci'],
    [
      '{"theme": "nope"}',
      '1:11',
      'theme: expected default or mono or bright or dark or light or high-contrast or colour-blind or auto.',
    ],
    ['{"theme": "brigth"}', '1:11', 'did you mean bright?'],
    ['{"theme": 5}', '1:11', 'theme: expected the name of a theme'],
    ['{"theme": "mien", "themes": {"mine": {}}}', '1:11', 'did you mean mine?'],
    ['{"profiles": {"p": {"url": "https://e", "theme": "drak"}}}', '1:50', 'profiles.p.theme: expected default or'],
    ['{"themes": {"auto": {}}}', '1:21', 'themes.auto: is the name of a built-in theme'],
    ['{"themes": {"mine": {"extends": "drak"}}}', '1:33', 'did you mean dark?'],
    ['{"themes": {"mine": {"status.eror": {}}}}', '1:22', 'themes.mine: not a known field; did you mean status.error?'],
    ['{"themes": {"mine": {"rule": {"fgg": 1}}}}', '1:31', 'themes.mine.rule: not a known field; did you mean fg?'],
    ['{"themes": {"mine": {"rule": {"fg": "rde"}}}}', '1:37', 'themes.mine.rule.fg: expected a colour such as red'],
    ['{"themes": {"mine": {"rule": {"fg": 256}}}}', '1:37', 'themes.mine.rule.fg: expected a colour'],
    ['{"themes": {"mine": {"rule": {"fg": "256:256"}}}}', '1:37', 'themes.mine.rule.fg: expected a colour'],
    ['{"themes": {"mine": {"rule": {"bg": "#12345"}}}}', '1:37', 'themes.mine.rule.bg: expected a colour'],
    ['{"themes": {"mine": {"rule": {"bg": ["red"]}}}}', '1:37', 'themes.mine.rule.bg: expected a colour'],
    ['{"themes": {"mine": {"rule": {"bold": 1}}}}', '1:39', 'themes.mine.rule.bold: '],
    ['{"profiles": {"p": {"ulr": "https://e"}}}', '1:21', 'profiles.p: not a known field; did you mean url?'],
    [`{"profiles": {"p": {"url": "https://e", "${SECRET}": ""}}}`, '1:41', 'the fields are url, consoleUrl'],
    [`{"${SECRET}": true}`, '1:2', 'the fields are $schema, version, profiles, defaultProfile'],
    [`{"profiles": {"${SECRET}": "https://e"}}`, '1:36', 'profiles: '],
    [`{"keys": {"${SECRET}": []}}`, '1:11', 'not a known command'],
    [`{"keys": {"${SECRET}": "x"}}`, '1:32', 'keys: '],
    [`{"runbooks": {"${SECRET}": "x"}}`, '1:36', 'runbooks: '],
    ['{"messages": [{"id": "a", "meaning": "m", "regex": "a("}]}', '1:52', 'messages.0.regex: "a(" is not a regular'],
    ['{"messages": [{"id": "a", "meaning": "m", "regex": "(?=a)"}]}', '1:52', 'messages.0.regex: "(?=a)" is not'],
    ['{"messages": [\n{"id": "a", "meaning": "m"}]}', '2:1', 'messages.0: needs either template or regex'],
    ['{"messages": [{"id": "a", "meaning": "m", "regex": "a", "template": "a"}]}', '1:15', 'either template or'],
    ['{"messages": [{"id": "a", "meaning": "m", "template": "<*> <*>"}]}', '1:55', 'a word besides <*>'],
    ['{"messages": [{"id": "a b", "meaning": "m", "regex": "a"}]}', '1:22', 'messages.0.id: must be at most 64'],
    ['{"messages": [{"id": "a", "regex": "a"}]}', '1:15', 'messages.0.meaning: '],
    ['{"messages": [{"id": "a", "meaning": " ", "regex": "a"}]}', '1:38', 'messages.0.meaning: must not be empty'],
    ['{"messages": [{"id": "a", "meaning": "m", "regex": "a", "worry": "hihg"}]}', '1:66', 'did you mean high?'],
    ['{"messages": [{"id": "a", "meaning": "m", "regex": "a", "mute": "soon"}]}', '1:65', 'messages.0.mute: must be'],
    ['{"messages": [{"id": "a", "meaning": "m", "regex": "a", "mute": 7}]}', '1:65', 'messages.0.mute: expected true'],
    ['{"messages": [{"id": "a", "meaning": "m", "regex": "a", "chekcs": []}]}', '1:57', 'did you mean checks?'],
    [
      '{"messages": [{"id": "a", "meaning": "m", "regex": "a"},\n  {"id": "a", "meaning": "n", "regex": "b"}]}',
      '2:10',
      'messages.1.id: messages.0 has the id a already',
    ],
    ['{"commands": [{"id": "a", "title": "A", "scope": "entry", "argv": []}]}', '1:67', 'argv: must have a program'],
    ['{"commands": [{"id": "A b", "title": "A", "scope": "entry", "argv": ["a"]}]}', '1:22', 'commands.0.id: must be'],
    [
      '{"commands": [{"id": "a", "title": "\\u001b", "scope": "entry", "argv": ["a"]}]}',
      '1:36',
      '0.title: must have vis',
    ],
    ['{"commands": [{"id": "a", "title": "A", "scope": "entri", "argv": ["a"]}]}', '1:50', 'did you mean entry?'],
    ['{"commands": [{"id": "a", "title": "A", "scope": "entry", "argv": ["a"], "kye": "O"}]}', '1:74', 'mean key?'],
    ['{"commands": [{"id": "a", "title": "A", "scope": "entry",\n "argv": ["a", "{it}"]}]}', '2:16', '0.argv.1: not a'],
    [
      '{"keys": {"error-logs.copy": ["K"]}, "commands": [{"id": "a", "title": "A", "scope": "entry", "argv": ["a"], "key": "K"}]}',
      '1:117',
      '0.key: K is',
    ],
    ['{"notify": {"dekstop": true}}', '1:13', 'notify: not a known field; did you mean desktop?'],
    ['{"notify": {"title": "no"}}', '1:22', 'notify.title: '],
    ['{"notify": {"command": "ntfy"}}', '1:24', 'notify.command: '],
    ['{"notify": {"command": []}}', '1:24', 'notify.command: must have a program'],
    ['{"deploys": ["live", "/a(/"]}', '1:22', 'deploys.1: /a(/: not a regular expression'],
    ['{"deploys": [""]}', '1:14', 'deploys.0: '],
    ['{\n  "keys": {\n    "tokens.creat": ["c"]}}', '3:5', 'did you mean "tokens.create"?'],
    ['{"keys": {"dialog.clos": ["c"]}}', '1:11', 'did you mean "dialog.close"?'],
    ['{"keys": {"global.tab-2": ["c"]}}', '1:11', 'keys: not a known command'],
    ['{"keys": {"nothing.like.it": []}}', '1:11', 'docs/KEYS.md lists them'],
    ['{"keys": {"tokens.create": ["c", "ctrl-1"]}}', '1:34', 'there is no key "ctrl-1"'],
    ['{"keys": {"tokens.create": ["ctrl-i"]}}', '1:29', 'there is no key "ctrl-i"'],
    ['{"keys": {"dialog.close": []}}', '1:11', '"dialog.close" must keep a key'],
    ['{"keys": {"global.quit": []}}', '1:26', '"global.quit" must keep a key; give it one in keys.'],
    ['{"keys": {"tokens.create": ["q"], "global.help": ["ctrl-c"]}}', '1:10', '"global.quit" must keep a key'],
    [
      '{"commands": [{"id": "a", "title": "A", "scope": "entry", "argv": ["a"], "key": "q"}], "keys": {"global.help": ["ctrl-c"]}}',
      '1:96',
      '"global.quit" must keep a key',
    ],
    ['{"keys": {"dialog.reveal": ["ctrl-c"]}}', '1:29', '^C is already the key of "dialog.leave"'],
    ['{"keys": {"tokens.create": ["z"], "tokens.copy": ["z"]}}', '1:29', 'z is already the key of "tokens.copy"'],
  ])('the config %j is refused with the line and column %s', async (text, at, named) => {
    const path = file('bad.json', text);
    const message = await complaintOf(readConfig(path, none));
    expect(message).toContain(`${path}:${at}: `);
    expect(message).toContain(named);
    expect(message).not.toContain(SECRET);
    expect(message).toMatch(ADVICE);
  });
  test('a ConfigError lists all problems in file order, and its message counts all but the first', async () => {
    const path = file(
      'bad.json',
      `{
  "profiles": {
    "p": {"ulr": "https://e", "insecure": "${SECRET}"},
    "q": {"url": "edge", "password": "${SECRET}"}
  },
  "keys": {"tokens.creat": ["c"], "tokens.refresh": ["ctrl-1", "Z"], "global.quit": ["Z", "ctrl-2"]},
  "theme": "pink"
}`,
    );
    const error = await readConfig(path, none).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConfigError);
    const {message, problems} = error as ConfigError;
    expect(problems.map(problem => problem.slice(path.length + 1))).toEqual([
      '3:11: profiles.p: not a known field; did you mean url?',
      '3:43: profiles.p.insecure: expected true or false, not a text in double quotes.',
      '4:18: profiles.q.url: must be a URL that begins with http:// or https://.',
      expect.stringMatching(/^4:26: profiles.q: not a known field; the fields are url, .*, defaults\.$/),
      '6:12: keys: not a known command; did you mean "tokens.create"?',
      '6:54: there is no key "ctrl-1"; docs/KEYS.md says how keys are written.',
      '6:64: Z is already the key of "global.quit"; bind that to another key first.',
      '6:91: there is no key "ctrl-2"; docs/KEYS.md says how keys are written.',
      '7:12: theme: expected default or mono or bright or dark or light or high-contrast or colour-blind or auto.',
    ]);
    expect(message).toBe(`${problems[0]} There are ${problems.length - 1} more problems: see config check.`);
    expect(problems.join()).not.toContain('5ecret');
  });
  test('a ConfigError lists every syntax error', async () => {
    const path = file('bad.json', '{\n  "ascii" true,\n  "theme": \'mono\'\n}');
    await expect(readConfig(path, none)).rejects.toMatchObject({
      problems: [
        `${path}:2:11: this is not JSON: a colon is missing before this.`,
        `${path}:3:12: this is not JSON: only texts in double quotes, numbers, true, false and null are values.`,
        `${path}:4:1: this is not JSON: a value is missing.`,
      ],
    });
  });
  test('readConfig accepts comments, trailing commas and $schema', async () => {
    const text = '// mine\n{\n  "$schema": "file:///s.json", /* for the editor */\n  "ascii": true, // no UTF-8\n}\n';
    expect(await readConfig(file('comments.json', text), none)).toMatchObject({ascii: true});
  });
  test('the file in EDGE_CONSOLE_CONFIG must exist, and variables with JSON override config fields', async () => {
    const path = file('named.json', '{"deploys": ["live"], "runbooks": {}}');
    const env = {EDGE_CONSOLE_CONFIG: path, EDGE_CONSOLE_DEPLOYS: '["up"]', EDGE_CONSOLE_KEYS: '{"global.lock": []}'};
    expect(await readConfig(undefined, {...none, env})).toEqual({
      deploys: ['up'],
      runbooks: {},
      keys: {'global.lock': []},
    });
    const read = (more: Record<string, string>) =>
      complaintOf(readConfig(undefined, {...none, env: {...env, ...more}}));
    expect(await read({EDGE_CONSOLE_CONFIG: join(folder, 'none.json')})).toContain('there is no such file');
    expect(await read({EDGE_CONSOLE_KEYS: '{"tokens.creat": []}'})).toBe(
      'EDGE_CONSOLE_KEYS: keys: not a known command; did you mean "tokens.create"?',
    );
    expect(await read({EDGE_CONSOLE_NOTIFY: SECRET})).toMatch(/^EDGE_CONSOLE_NOTIFY: this is not JSON: /);
  });
  test('a file and a variable that only together leave no key to quit are refused', async () => {
    const command = {id: 'a', title: 'A', scope: 'entry', argv: ['a'], key: 'q'};
    const path = file('own-quit.json', JSON.stringify({commands: [command]}));
    const env = {EDGE_CONSOLE_KEYS: '{"global.help": ["ctrl-c"]}'};
    await readConfig(path, none);
    await readConfig(undefined, {...none, env: {...env, XDG_CONFIG_HOME: join(folder, 'none')}});
    expect(await complaintOf(readConfig(path, {...none, env}))).toBe(
      'EDGE_CONSOLE_KEYS: "global.quit" must keep a key; give it one in keys.',
    );
  });
  test.each(['docs/reference.md', 'docs/KEYS.md'])('readConfig accepts the config example in %s', async name => {
    const text = readFileSync(join(import.meta.dirname, '../../../..', name), 'utf8');
    const blocks = [...text.matchAll(/```json\n(.*?)```/gs)].map(([, block = '']) => block);
    const example = blocks.find(block => block.includes('"keys"')) ?? '';
    expect(await readConfig(file('example.json', example), none)).toHaveProperty('keys');
  });
  test.each([
    ['a key that is free after another rebinding', {'tokens.create': ['r'], 'tokens.refresh': ['f5']}],
    ['a key that two commands share at different times', {'error-logs.close': ['c'], 'error-logs.stop-search': ['c']}],
    ['one key in two dialogs', {'dialog.copy': ['c'], 'dialog.down': ['c']}],
    ['no key', {'tokens.create': [], 'dialog.close': ['ctrl-g', 'esc', 'Z']}],
  ])('readConfig accepts a config with %s', async (_what, keys) => {
    expect(await readConfig(file('good.json', JSON.stringify({keys})), none)).toEqual({keys});
  });
  test('readConfig returns profiles and keys', async () => {
    const config = {profiles: {p: {url: 'https://e'}}, defaultProfile: 'p', keys: {'global.lock': []}, ascii: true};
    expect(await readConfig(file('good.json', JSON.stringify(config)), none)).toEqual(config);
  });
});

describe('settings', () => {
  const profiles = {p: {url: 'https://p.example.com/', username: 'ann', insecure: true}};

  test('flags override the profile, and tokens are read from the environment', () => {
    const env = {EDGE_CONSOLE_API_TOKEN: ` ${SECRET}\n`, EDGE_CONSOLE_CONSOLE_TOKEN: 'other-5ecret'};
    const made = settings('--url https://flag.example.com/x/ --profile p', {profiles}, env);
    expect(made).toMatchObject({username: 'ann', tls: {insecure: true}});
    expect(made.target).toMatchObject({profile: 'p', url: 'https://flag.example.com/x'});
    expect(made.target?.apiToken?.reveal()).toBe(SECRET);
    expect(made.target?.consoleToken?.reveal()).toBe('other-5ecret');
    expect(JSON.stringify(made)).not.toContain(SECRET);
  });
  test('the value prod,prod of --profile means the single profile prod', () => {
    expect(settings('--profile p,p', {profiles}).target?.profile).toBe('p');
    expect(() => settings('--profile p,q', {profiles})).toThrow('the config has no profile "p,q".');
  });
  test('toString, which objects inherit, is not a known profile', () => {
    for (const name of ['toString', 'constructor', '__proto__'])
      expect(() => settings(`--profile ${name}`, {profiles})).toThrow(`the config has no profile "${name}".`);
  });
  test('an option overrides its environment variable, which overrides the profile', () => {
    const ca = file('none.pem', '');
    const env = {EDGE_CONSOLE_PROFILE: 'p', EDGE_CONSOLE_USERNAME: 'eve', EDGE_CONSOLE_INSECURE: 'off'};
    expect(settings('', {profiles}, env)).toMatchObject({username: 'eve', tls: undefined});
    expect(settings('--insecure', {profiles}, env)).toMatchObject({tls: {insecure: true}});
    expect(settings('', {profiles, theme: 'mono'}, {EDGE_CONSOLE_THEME: 'bright'}).theme.flag).toBe('bright');
    expect(settings('', {}, {EDGE_CONSOLE_URL: ' https://e '}).target?.url).toBe('https://e');
    expect(settings('', {profiles}, {...env, EDGE_CONSOLE_URL: 'https://e'}).target).toMatchObject({
      profile: 'p',
      url: 'https://e',
    });
    expect(complaint(() => settings('', {}, {EDGE_CONSOLE_URL: 'e'}))).toMatch(/^EDGE_CONSOLE_URL must be/);
    expect(complaint(() => settings('', {}, {EDGE_CONSOLE_URL: 'https://e', EDGE_CONSOLE_PIN_SHA256: 'a'}))).toMatch(
      /^EDGE_CONSOLE_PIN/,
    );
    expect(complaint(() => settings('', {}, {EDGE_CONSOLE_URL: 'https://e', EDGE_CONSOLE_CA_FILE: ca}))).toContain(ca);
    expect(complaint(() => settings('', {}, {EDGE_CONSOLE_CONSOLE_URL: 'https://c'}))).toMatch(
      /^EDGE_CONSOLE_CONSOLE_URL needs/,
    );
    expect(complaint(() => settings('', {}, {EDGE_CONSOLE_PROFILE: 'none'}))).toContain('"none"');
  });
  test.each(['--profile q', '--url https://q.example.com'])(
    'with %s, token and TLS settings from environment variables of another gateway are ignored',
    argv => {
      const config = {profiles: {...profiles, q: {url: 'https://q.example.com'}}};
      const path = file('env-token', SECRET);
      const names = {
        EDGE_CONSOLE_URL: 'https://p.example.com',
        EDGE_CONSOLE_CONSOLE_URL: 'https://c',
        EDGE_CONSOLE_PROFILE: 'p',
      };
      const tokens = {
        EDGE_CONSOLE_API_TOKEN: SECRET,
        EDGE_CONSOLE_API_TOKEN_FILE: path,
        EDGE_CONSOLE_CONSOLE_TOKEN: SECRET,
      };
      const others = {
        EDGE_CONSOLE_TOKEN_COMMAND: `echo ${SECRET}`,
        EDGE_CONSOLE_INSECURE: '1',
        EDGE_CONSOLE_THEME: 'mono',
      };
      const made = settings(argv, config, {...names, ...tokens, ...others});
      expect(made).toMatchObject({tls: undefined, tokens: {api: undefined, console: undefined}, theme: {flag: 'mono'}});
      expect(made.target).toEqual({profile: expect.stringMatching(/^q/), url: 'https://q.example.com'});
      const same = argv === '--profile q' ? {EDGE_CONSOLE_PROFILE: 'q'} : {EDGE_CONSOLE_URL: 'https://q.example.com'};
      expect(settings(argv, config, {...same, ...tokens}).tokens.api?.place).toBe('EDGE_CONSOLE_API_TOKEN_FILE');
      expect(settings(argv, config, tokens).tokens.api?.place).toBe('EDGE_CONSOLE_API_TOKEN_FILE');
    },
  );
  test('EDGE_CONSOLE_PROFILE may name an unknown profile if EDGE_CONSOLE_URL is set, but --profile may not', () => {
    const env = {EDGE_CONSOLE_PROFILE: 'edge.example.com', EDGE_CONSOLE_URL: 'https://edge.example.com'};
    expect(settings('', {}, env).target).toEqual({profile: 'edge.example.com', url: 'https://edge.example.com'});
    expect(complaint(() => settings('--profile none --url https://e'))).toContain('"none"');
  });
  test('every option and every config field has an environment variable', () => {
    const options = [...screenProgram([]).options, ...commandProgram().options];
    const without = ['help', 'version', 'confirmProfile', 'input', 'nginx'];
    const names = options.map(option => option.attributeName()).filter(name => !without.includes(name));
    const fields = [configSchema, profileSchema].flatMap(({shape}) => Object.keys(shape));
    const ofFile = ['$schema', 'version', 'profiles', 'defaultProfile'];
    for (const name of [...names, 'noInput', ...fields.filter(field => !ofFile.includes(field))]) {
      expect(SETTINGS).toContain(name);
    }
    const help = usage(tabs, say).replaceAll(/\s+/g, ' ');
    for (const name of screenProgram([])
      .options.map(option => option.attributeName())
      .filter(each => !without.includes(each))) {
      expect(help).toContain(`(${variableOf(name)})`);
    }
  });
  test('the default profile applies only without --url', () => {
    const config = {profiles, defaultProfile: 'p'};
    expect(settings('', config).target?.profile).toBe('p');
    expect(settings('--url https://other.example.com', config)).toMatchObject({
      target: {profile: 'other.example.com'},
    });
    expect(settings('').target).toBeUndefined();
  });
  test('a token file overrides the environment', () => {
    const path = file('token', `${SECRET}\n`);
    const env = {EDGE_CONSOLE_API_TOKEN: 'from-the-environment'};
    expect(settings(`--url https://e --api-token-file ${path}`, {}, env).target?.apiToken?.reveal()).toBe(SECRET);
  });
  test('the token of tokenCommand is used unless the environment has a token or --url replaces the profile', () => {
    const config = {profiles: {p: {url: 'https://e', tokenCommand: `printf '%s\\n' ${SECRET}`}}};
    expect(settings('--profile p', config).target?.apiToken?.reveal()).toBe(SECRET);
    const env = {EDGE_CONSOLE_API_TOKEN: 'from-the-environment'};
    expect(settings('--profile p', config, env).target?.apiToken?.reveal()).toBe('from-the-environment');
    expect(settings('--url https://other', config).target?.apiToken).toBeUndefined();
  });
  test('each token is reported with the option, variable or profile field that it came from', () => {
    const path = file('placed', SECRET);
    chmodSync(path, 0o600);
    const profile = {url: 'https://e', apiTokenFile: path, consoleTokenFile: path, tokenCommand: `echo ${SECRET}`};
    const {apiTokenFile: _file, ...commandOnly} = profile;
    const config = {profiles: {p: profile, c: commandOnly}};
    const env = {EDGE_CONSOLE_API_TOKEN: SECRET, EDGE_CONSOLE_CONSOLE_TOKEN: SECRET};
    const given = `--profile p --api-token-file ${path} --console-token-file ${path}`;
    expect(settings(given, config, env).tokens).toMatchObject({
      api: {place: '--api-token-file'},
      console: {place: '--console-token-file'},
    });
    expect(settings('--profile p', config, env).tokens).toMatchObject({
      api: {place: 'apiTokenFile of profile "p"'},
      console: {place: 'consoleTokenFile of profile "p"'},
    });
    expect(
      settings('', config, {...env, EDGE_CONSOLE_PROFILE: 'p', EDGE_CONSOLE_API_TOKEN_FILE: path}).tokens.api?.place,
    ).toBe('apiTokenFile of profile "p"');
    expect(settings('--url https://e', config, env).tokens).toMatchObject({
      api: {place: 'EDGE_CONSOLE_API_TOKEN'},
      console: {place: 'EDGE_CONSOLE_CONSOLE_TOKEN'},
    });
    expect(settings('--profile c', config).tokens.api?.place).toBe('tokenCommand of profile "c"');
    expect(settings('--url https://e').tokens).toEqual({api: undefined, console: undefined});
  });
  test.each(['apiTokenFile', 'consoleTokenFile'])(
    'a token file named by the profile field %s is refused if other users can read the file',
    field => {
      const path = file('of-profile', SECRET);
      const config = {profiles: {p: {url: 'https://e', [field]: path}}};
      for (const mode of [0o644, 0o640, 0o604]) {
        chmodSync(path, mode);
        expect(complaint(() => settings('--profile p', config))).toBe(
          `the token file ${path} can be read by others; chmod 600 ${path}.`,
        );
      }
      chmodSync(path, 0o600);
      expect(settings('--profile p', config).target?.url).toBe('https://e');
    },
  );
  test.each(['--api-token-file', '--console-token-file'])(
    'a token file named by %s gives only a warning if other users can read the file',
    flag => {
      const path = file('by-hand', SECRET);
      const warnings = () => openFileWarnings(settings(`--url https://e ${flag} ${path}`).tokens);
      chmodSync(path, 0o644);
      expect(warnings()).toEqual([`edge-console: the token file ${path} can be read by others; chmod 600 ${path}.\n`]);
      chmodSync(path, 0o400);
      expect(warnings()).toEqual([]);
    },
  );
  test.each([
    [`echo ${SECRET} two words`, 'did not print one token'],
    [`exit 3 # ${SECRET}`, 'failed with 3'],
    ['true', 'did not print one token'],
  ])('the token command %j is refused', (tokenCommand, named) => {
    const message = complaint(() => settings('--profile p', {profiles: {p: {url: 'https://e', tokenCommand}}}));
    expect(message).toContain(`tokenCommand of profile "p" ${named}.`);
  });
  test('--theme overrides the theme of the config', () => {
    expect(chosenTheme(settings('', {theme: 'mono'}).theme, true)).toBe('mono');
    expect(chosenTheme(settings('--theme bright', {theme: 'mono'}).theme, true)).toBe('bright');
    expect(chosenTheme(settings('').theme, true)).toBe('default');
  });
  test('the theme of a profile overrides that of the config', () => {
    const config: Config = {profiles: {p: {url: 'https://e', theme: 'light'}, q: {url: 'https://f'}}, theme: 'dark'};
    expect(chosenTheme(settings('--profile p', config).theme, true)).toBe('light');
    expect(chosenTheme(settings('--profile q', config).theme, true)).toBe('dark');
    expect(chosenTheme(settings('--profile p --theme mono', config).theme, true)).toBe('mono');
  });
  test('a theme in the config inherits the styles of the theme that it extends', async () => {
    const own = {
      extends: 'dark',
      'status.error': {fg: '#ff5f5f', bold: true},
      rule: {fg: [208, 'yellow'], bg: '256:17'},
      key: {fg: 'cyanBright', inverse: true},
    };
    const config = await readConfig(file('theme.json', JSON.stringify({theme: 'mine', themes: {mine: own}})), none);
    const {mine} = allThemes(config.themes);
    const {extends: _, ...styles} = own;
    expect(mine).toEqual({...themes.dark, ...styles});
    expect(settings('', config).theme.config).toBe('mine');
    expect(settings('--theme mine', config).theme.flag).toBe('mine');
    expect(allThemes({plain: {}}).plain).toEqual(themes.default);
  });
  test('a terminal without colour uses the mono theme unless --theme is given', () => {
    expect(chosenTheme(settings('', {theme: 'bright'}).theme, false)).toBe('mono');
    expect(chosenTheme(settings('--theme bright').theme, false)).toBe('bright');
    expect(chosenTheme(settings('--theme auto').theme, false)).toBe('mono');
  });
  test('an empty token in the environment is ignored', () => {
    expect(settings('--url https://e', {}, {EDGE_CONSOLE_API_TOKEN: ''}).target?.apiToken).toBeUndefined();
  });

  test.each([
    ['--theme nope', 'there is no theme "nope"; there are default, mono, bright, dark'],
    ['--profile nope', '"nope"'],
    ['--url edge.example.com', '--url must be a URL that begins with http:'],
    ['--url ftp://edge.example.com', '--url must be a URL that begins with http:'],
    ['--url https://ann:5ecret@edge.example.com', '--url must not contain a user or password'],
    ['--url ftp://ann:5ecret@edge.example.com', '--url'],
    ['--url ann:5ecret@edge.example.com', '--url'],
    ['--url https://e --console-url console', '--console-url'],
    ['--api-token-file x --url https://e', 'cannot read x: there is no such file'],
    ['--api-token-file /dev/null --url https://e', 'the token file /dev/null is empty'],
    ['--console-url https://c', '--console-url'],
    ['--url https://e --pin-sha256 abc', '--pin-sha256 takes the 64 hex digits'],
    ['--url https://e --ca-file none.pem', 'cannot read none.pem: there is no such file'],
    ['--url https://e --ca-file /dev/null', '/dev/null holds no certificate in PEM form'],
  ])('the settings error for %s says %s', (argv, named) => expect(complaint(() => settings(argv))).toContain(named));

  test('--tab accepts only the ids of tabs', () => {
    expect(complaint(() => checkTab('nope', tabs))).toBe('there is no tab "nope"; there are session, tokens.');
    expect(() => checkTab('tokens', tabs)).not.toThrow();
  });

  test('the error for an unusable token names the source of the token, and not the token', () => {
    const two = file('two', `${SECRET}\n${SECRET}\n`);
    expect(complaint(() => settings(`--url https://e --api-token-file ${two}`))).toContain(
      `the token file ${two} holds more than one token`,
    );
    expect(complaint(() => settings(`--api-token-file ${file('one', SECRET)}`))).toBe(
      '--api-token-file needs --url too.',
    );
    const token = 'a1d3c1de-0000-4000-8000-000000000001';
    const inPlaceOfFile = complaint(() => settings(`--url https://e --api-token-file ${token}`));
    expect(inPlaceOfFile).toContain('this looks like a token');
    expect(inPlaceOfFile).not.toContain(token);
    const env = {EDGE_CONSOLE_API_TOKEN: `${SECRET} ${SECRET}`};
    expect(complaint(() => settings('--url https://e', {}, env))).toContain('environment');
  });
  test('--pin-sha256 accepts a fingerprint with colons', () => {
    const pin = Array.from({length: 32}, () => 'Ab').join(':');
    expect(settings(`--url https://e --pin-sha256 ${pin}`).tls).toEqual({pinSha256: pin});
  });
});

test.each(['0s', '9s', '0m 5s', 'soon'])('EDGE_CONSOLE_LOCK_AFTER=%s is refused', EDGE_CONSOLE_LOCK_AFTER => {
  const given = combine({}, {EDGE_CONSOLE_LOCK_AFTER});
  expect(() => lockAfterOf(given, {})).toThrow('EDGE_CONSOLE_LOCK_AFTER must be a time of at least 10s, such as 10m.');
});
