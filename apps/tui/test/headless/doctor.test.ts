import {execFileSync, spawnSync} from 'node:child_process';
import {X509Certificate} from 'node:crypto';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {makeCertificate} from '../support/certificate.ts';
import {sharedFolder, temporaryFolder} from '../support/folder.ts';
import {API_TOKEN, PASSWORD, serve, startGateway, USERNAME, withToken} from '../support/gateway.ts';
import {run} from './run-headless.ts';

const folder = sharedFolder('doctor');
const env = {...withToken, XDG_STATE_HOME: folder};

const checksOf = async (...args: string[]) => checksIn({}, ...args);
const checksIn = async (more: Readonly<Record<string, string>>, ...args: string[]) => {
  const result = await run(['doctor', '--json', ...args], {env: {...env, ...more}});
  const checks = JSON.parse(result.out) as {name: string; result: string; text: string; remedy?: string}[];
  return {...result, of: Object.fromEntries(checks.map(check => [check.name, check]))};
};

test('doctor passes every check for a working gateway', async () => {
  const {url} = await startGateway();
  const {code, of, out} = await checksOf('--url', url);
  expect(code).toBe(0);
  expect(Object.keys(of)).toEqual([
    'program',
    'terminal',
    'theme',
    'mouse',
    'clipboard',
    'notify',
    'config',
    'credentials',
    'gateway',
    'tls',
    'identity',
    'clock',
    'agents',
  ]);
  expect(of.agents).toMatchObject({result: 'ok', text: 'the console lists 0 agents'});
  expect(of.clock).toMatchObject({result: 'ok', text: 'agrees with the gateway'});
  expect(of.tls).toMatchObject({result: 'warn', remedy: 'Use an https URL.'});
  expect(out).not.toContain(API_TOKEN);
});

test('doctor says whether the mouse is on', async () => {
  const {url} = await startGateway();
  const off = await checksOf('--url', url);
  expect(off.of.mouse).toMatchObject({result: 'ok', text: 'off at the start; --mouse switches it on'});
  const on = await checksIn({EDGE_CONSOLE_MOUSE: '1'}, '--url', url);
  expect(on.of.mouse).toMatchObject({result: 'ok', text: 'on from the start; Shift selects text'});
});

test('doctor trusts a self-signed certificate with --ca-file, --pin-sha256 or --insecure, and only with these', async () => {
  const pems = await makeCertificate();
  const {url} = await startGateway({tls: pems});
  const caFile = join(folder, 'ca.pem');
  writeFileSync(caFile, pems.cert);
  const {fingerprint256} = new X509Certificate(pems.cert);
  expect((await checksOf('--url', url)).of.gateway).toMatchObject({result: 'fail'});
  for (const [text, ...option] of [
    ['trusted by the CA file', '--ca-file', caFile],
    ['pinned certificate', '--pin-sha256', fingerprint256],
    ['any certificate is trusted', '--insecure'],
  ]) {
    const {of} = await checksOf('--url', url, ...option);
    expect(of).toMatchObject({gateway: {result: 'ok'}, tls: {text}, identity: {result: 'ok'}});
  }
});

test('doctor warns about a wrong clock and prints the difference', async () => {
  const url = await serve((_request, response) => {
    response.sendDate = false;
    response.setHeader('date', new Date(Date.now() + 90_000).toUTCString());
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({status: 0, data: {data: [], meta: {count: 0}}}));
  });
  const {of} = await checksOf('--url', url);
  expect(of.clock).toMatchObject({result: 'warn'});
  expect(of.clock?.text).toMatch(/^this machine is 1m (?:29|30)s? behind the gateway$/);
});

/** The proxy's header Date is `skew` ms ahead. */
const proxyOf = (url: string, skew: number): Promise<string> =>
  serve(async (request, response) => {
    const upstream = await fetch(`${url}${request.url}`, {headers: {'api-token': API_TOKEN}});
    response.writeHead(upstream.status, {
      'content-type': upstream.headers.get('content-type') ?? '',
      date: new Date(Date.now() + skew).toUTCString(),
    });
    response.end(await upstream.text());
  });

const MINUTES = 60_000;
const AHEAD = '(?:5m(?: \\d+s)?|4m 5\\ds) ahead of this machine';
const BEHIND = '(?:5m(?: \\d+s)?|4m 5\\ds) behind this machine';

test.each([
  ['the gateway is ahead', 5 * MINUTES, 0, `the header Date agrees, the time in responses is ${AHEAD}`],
  ['the gateway is behind', -5 * MINUTES, 0, `the header Date agrees, the time in responses is ${BEHIND}`],
  ['the proxy is ahead', 0, 5 * MINUTES, `the header Date is ${AHEAD}, the time in responses agrees`],
  [
    'both are off, differently',
    5 * MINUTES,
    -5 * MINUTES,
    `the header Date is ${BEHIND}, the time in responses is ${AHEAD}`,
  ],
  ['this machine is behind', 5 * MINUTES, 5 * MINUTES, 'this machine is (?:5m|4m 5\\ds).* behind the gateway'],
])('doctor compares the clocks of gateway, proxy and this machine: %s', async (_who, gateway, proxy, text) => {
  const {url, clock} = await startGateway();
  clock.set(new Date(Date.now() + gateway));
  const {code, of} = await checksOf('--url', await proxyOf(url, proxy));
  expect(code).toBe(0);
  expect(of.clock).toMatchObject({result: 'warn', text: expect.stringMatching(`^${text}$`)});
});

test('doctor compares the header Date if the error logs cannot be read', async () => {
  const {url, setFault} = await startGateway();
  setFault({kind: 'status', status: 403, operation: 'listErrorLogs'});
  const {of} = await checksOf('--url', await proxyOf(url, 5 * MINUTES));
  expect(of.clock?.text).toMatch(/^this machine is (?:5m|4m 5\ds).* behind the gateway$/);
});

test('doctor fails the identity check for a refused credential', async () => {
  const {url} = await startGateway();
  const result = await run(['doctor', '--url', url], {
    env: {XDG_STATE_HOME: folder, EDGE_CONSOLE_API_TOKEN: 'x-5ecret'},
  });
  expect(result.code).toBe(1);
  expect(result.out).toMatch(
    /^ok +gateway .*\nwarn +tls .*\n.*\nfail +identity .*\n +Use login, or give an API token\.\n$/m,
  );
  expect(result.out + result.err).not.toContain('5ecret');
});

test('doctor and the commands say that agents need a token, and how to give one', async () => {
  const {url} = await startGateway();
  const state = temporaryFolder('session');
  const options = {env: {XDG_STATE_HOME: state, EDGE_CONSOLE_CREDENTIALS: 'file'}};
  const login = ['login', '--url', url, '--username', USERNAME, '--password-stdin'];
  expect(await run(login, {...options, input: `${PASSWORD}\n`})).toMatchObject({code: 0});
  const doctor = await run(['doctor', '--url', url], options);
  expect(doctor.code).toBe(0);
  expect(doctor.out).toMatch(
    /^ok +identity +session of ann\n.*\nwarn +agents .*a session is not enough.*\n.*tokenCommand/m,
  );
  for (const [args, sent] of [
    [['agents', 'list'], 'rejected the credential'],
    [['apps', 'list', '--agent', '1'], 'rejected the credential'],
    [['apps', 'get', '7', '--agent', '1', '--console-url', 'http://127.0.0.1:1'], 'there is none'],
  ] as const) {
    const {code, err} = await run([...args, '--url', url], options);
    expect(code).toBe(4);
    expect(err).toContain(sent);
    expect(err).toMatch(
      /a session is not enough: give .*--api-token-file FILE, .*tokenCommand.*--console-token-file FILE/,
    );
  }
});

test('doctor fails for an unreachable gateway or an invalid config, and warns about a missing URL', async () => {
  expect((await checksOf('--url', 'http://127.0.0.1:1')).of.gateway).toMatchObject({result: 'fail'});
  const config = join(folder, 'config.json');
  writeFileSync(config, '{"profiles": ');
  const broken = await checksOf('--config', config);
  expect(broken.code).toBe(1);
  expect(broken.of.config?.text).toContain('config.json:1:14: this is not JSON');
  expect(
    (await checksIn({XDG_STATE_HOME: '/dev/null/state', EDGE_CONSOLE_CREDENTIALS: 'file'})).of.credentials,
  ).toMatchObject({
    result: 'warn',
    remedy: 'login cannot save a credential; set XDG_STATE_HOME.',
  });
  expect((await checksOf()).of.gateway).toMatchObject({
    result: 'warn',
    remedy: 'Give --url or --profile to check a gateway.',
  });
});

test.each([
  [{TERM: 'linux'}, 'warn', /no clipboard/, /instead of copying/],
  [{STY: '1.pts'}, 'warn', /screen drops/, /outside of screen/],
  [{XTERM_VERSION: 'XTerm(390)'}, 'warn', /if it is allowed/, /disallowedWindowOps/],
  [{TERM: 'xterm-256color'}, 'ok', /OSC 52/, undefined],
  [{TMUX: '/dev/null/tmux,1,0'}, 'warn', /tmux does not respond/, /set-clipboard on/],
])('the clipboard check of doctor knows the terminal with the environment %j', async (more, result, text, remedy) => {
  const {clipboard} = (await checksIn(more)).of;
  expect(clipboard).toMatchObject({result, text: expect.stringMatching(text)});
  if (remedy !== undefined) expect(clipboard?.remedy).toMatch(remedy);
});

const config = (name: string, notify: object): string => {
  const path = join(folder, `${name}.json`);
  writeFileSync(path, JSON.stringify({notify}));
  return path;
};

test.each([
  [{TERM: 'xterm-kitty'}, {}, 'ok', 'kitty: notifications by OSC 99, title, progress, links'],
  [{TERM: 'foot'}, {command: ['ntfy', 'x']}, 'ok', 'foot: notifications by OSC 777, title, links; an alarm runs ntfy'],
  [
    {TERM_PROGRAM: 'iTerm.app'},
    {desktop: false, title: false},
    'ok',
    'iTerm2: notifications by OSC 9, title, links; switched off in the config: desktop, title',
  ],
  [{TERM: 'xterm-256color'}, {}, 'warn', 'this terminal is not known to take notifications; title'],
  [{TERM: 'linux'}, {desktop: false}, 'ok', /notifications; no title; switched off in the config: desktop$/],
  [{TERM: 'linux'}, {command: ['ntfy']}, 'ok', /; no title; an alarm runs ntfy$/],
])('doctor reports what the terminal %j supports with the notify setting %j', async (more, notify, result, text) => {
  const path = config('notify', notify);
  const {of, code} = await checksIn(more, '--config', path);
  expect(code).toBe(0);
  expect(of.notify).toMatchObject({result, text: typeof text === 'string' ? text : expect.stringMatching(text)});
});

test.skipIf(spawnSync('tmux', ['-V']).status !== 0)('doctor checks the options of tmux', async () => {
  const socket = join(folder, 'tmux');
  const tmux = (...args: string[]) => execFileSync('tmux', ['-S', socket, '-f', '/dev/null', ...args], {stdio: 'pipe'});
  tmux('new-session', '-d', '-x', '80', '-y', '24', 'cat');
  onTestFinished(() => void tmux('kill-server'));
  const inside = {TMUX: `${socket},1,0`, TMUX_PANE: '%0'};
  const resultOf = async () => (await checksIn(inside)).of.clipboard?.result;
  const notifyOf = async () => (await checksIn({...inside, KITTY_WINDOW_ID: '1'})).of.notify;
  tmux('set', '-s', 'set-clipboard', 'external');
  tmux('set', '-g', 'allow-passthrough', 'off');
  expect(await resultOf()).toBe('warn');
  expect(await notifyOf()).toMatchObject({result: 'warn', text: expect.stringMatching(/tmux drops notifications$/)});
  tmux('set', '-s', 'set-clipboard', 'on');
  expect(await resultOf()).toBe('ok');
  tmux('set', '-s', 'set-clipboard', 'external');
  tmux('set', '-p', 'allow-passthrough', 'on');
  expect(await resultOf()).toBe('ok');
  expect(await notifyOf()).toMatchObject({result: 'warn', text: expect.stringMatching(/of a hidden pane$/)});
});

test("doctor reports the terminal's colours and the theme", async () => {
  const path = join(folder, 'themes.json');
  const profiles = {p: {url: 'https://127.0.0.1:1', theme: 'mine'}};
  writeFileSync(path, JSON.stringify({theme: 'auto', themes: {mine: {extends: 'dark'}}, profiles}));
  const found = async (more: Readonly<Record<string, string>>, ...args: string[]) => {
    const {of} = await checksIn({TERM: 'xterm', ...more}, '--config', path, ...args);
    return [of.terminal?.text, of.theme?.result, of.theme?.text];
  };
  const color = {FORCE_COLOR: ''};
  expect(await found({...color, COLORTERM: 'truecolor'})).toEqual([
    expect.stringMatching(/, true colour$/),
    'ok',
    'auto: dark or light, by the background that the terminal reports',
  ]);
  expect(await found({...color, TERM: 'tmux-256color', TMUX: '/none,1,0'}, '--profile', 'p')).toEqual([
    expect.stringMatching(/, 256 colours$/),
    'ok',
    'mine',
  ]);
  expect(await found({...color, TMUX: '/none,1,0'})).toEqual([
    expect.stringMatching(/, 16 colours$/),
    'warn',
    'auto is default here: this terminal is not asked for its background',
  ]);
  expect(await found({})).toEqual([expect.stringMatching(/, no colours$/), 'ok', 'mono']);
  expect(await found({EDGE_CONSOLE_THEME: 'drak'})).toEqual([
    expect.any(String),
    'fail',
    expect.stringContaining('there is no theme "drak"'),
  ]);
});
