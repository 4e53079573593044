import {createServer, type Server} from '@edge-console/server';
import {afterAll, beforeAll, describe, expect, onTestFinished, test, vi} from 'vitest';
import {main} from '../src/cli/run.ts';
import {answer, editRows, HTML, json, refuseBy, TOKEN_LIST} from './broken/break.ts';
import {type Serve, startProxy} from './broken/proxy.ts';
import {conformance, type Ended, folder, start} from './support/programs.ts';
import {SEED, TOKEN, USER} from './support/seed.ts';

const SECRET = 'a-secret-that-nobody-may-see';
const files = await folder();
afterAll(files.remove);
let server: Server;
beforeAll(async () => {
  server = await createServer({seed: SEED, passwordCost: 'minimal'});
});
afterAll(() => server.close());

const secrets = {EDGE_CONSOLE_API_TOKEN: TOKEN, EDGE_CONSOLE_PASSWORD: USER.password};
/** The command in this process, which starts none. */
const within = async (flags: readonly string[]): Promise<Ended> => {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await main(flags, {
    out: text => void out.push(text),
    err: text => void err.push(text),
    env: {},
    version: '0.0.0',
    signal: new AbortController().signal,
  });
  return {code, out: out.join(''), err: err.join('')};
};
const behind = async (serve: Serve): Promise<string> => {
  const proxy = await startProxy(server.url);
  onTestFinished(proxy.close);
  proxy.serveBy(serve);
  return proxy.url;
};
const ours = async () => {
  const reply = await fetch(`${server.url}/admin-api/api_token?page_size=1000`, {headers: {'API-Token': TOKEN}});
  const {data} = (await reply.json()) as {data: {data: {name: string}[]}};
  return data.data.filter(({name}) => name.startsWith('edge-conformance'));
};

describe('the table', () => {
  const examine = (url: string, ...flags: string[]): Promise<Ended> =>
    conformance(['--base-url', url, '--username', USER.username, ...flags], secrets);

  test('has a line for each check, its source, and why something could not be told', async () => {
    const {code, out, err} = await examine(server.url);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^held {8}fact 8 +tokens\.page-size-zero +the token list answers page=1&page_size=0 /m);
    expect(out).toMatch(/^not checked .*tokens\.create\.shape.*\n {12}it makes or changes something; --write/m);
    expect(out).toMatch(/\n\d+ held, 0 violations, 0 differences, \d+ not checked\n$/);
    expect(await ours()).toEqual([]);
  });

  test('shows evidence of a violation, without secrets and without control characters', async () => {
    const url = await behind(editRows(TOKEN_LIST, row => ({...row, id: `\u001b[2J${TOKEN}`, token: SECRET})));
    const {code, out} = await examine(url, '--write');
    expect(code).toBe(1);
    expect(out).toMatch(/^VIOLATION +contract "API token" +tokens\.list\.no-secret .*\n {12}\S/m);
    for (const secret of [TOKEN, USER.password, SECRET, '\u001b']) expect(out).not.toContain(secret);
  });

  test('a difference counts with --strict alone', async () => {
    const url = await behind(
      refuseBy(
        ({path}) => path.includes('edge-conformance'),
        () => HTML,
      ),
    );
    const lenient = await conformance(['--base-url', url], secrets);
    expect([lenient.code, lenient.out]).toEqual([
      0,
      expect.stringMatching(/^DIFFERENCE +fact 1 +errors\.admin-path\.told /m),
    ]);
    expect((await conformance(['--base-url', url, '--strict'], secrets)).code).toBe(1);
  });

  test('without a credential, what anyone may ask is checked', async () => {
    const {code, out} = await conformance(['--base-url', server.url, '--output', 'ndjson']);
    const lines = out
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(code).toBe(0);
    expect(lines.at(-1)).toMatchObject({kind: 'totals', violation: 0, difference: 0});
    expect(lines.find(({id}) => id === 'tokens.list.no-credential.refused').verdict).toBe('held');
    expect(lines.find(({id}) => id === 'tokens.meta')).toMatchObject({
      verdict: 'unchecked',
      detail: 'no credential that was given is accepted by the admin site',
    });
  });
});

describe('what it made', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('is deleted on %s', async signal => {
    // Slow where a token is used, so that the signal comes while one is there.
    const held = Promise.withResolvers<void>();
    const url = await behind(
      answer(
        ({path}) => /api_token\/\d+$/.test(path),
        async (request, upstream) => {
          if ((await ours()).length > 0 && request.method === 'GET') await held.promise;
          return upstream(request);
        },
      ),
    );
    const {child, done} = start(['--base-url', url, '--write'], secrets);
    await vi.waitFor(async () => expect((await ours()).length).toBeGreaterThan(0), {timeout: 15_000, interval: 20});
    child.kill(signal);
    held.resolve();
    expect(await done).toMatchObject({code: signal === 'SIGINT' ? 130 : 143, err: ''});
    expect(await ours()).toEqual([]);
  });

  test('is found by its name where create did not tell its id', async () => {
    const url = await behind(async (request, upstream) => {
      const reply = await upstream(request);
      return request.method === 'POST' && request.path.includes('api_token') ? json({status: 0}) : reply;
    });
    expect((await conformance(['--base-url', url, '--write'], secrets)).code).toBe(1);
    expect(await ours()).toEqual([]);
  });

  test('is told where it cannot be deleted', async () => {
    const url = await behind(answer(({method}) => method === 'DELETE', json({status: 0})));
    const {code, err} = await conformance(['--base-url', url, '--write'], secrets);
    expect([code, err]).toEqual([1, expect.stringMatching(/^edge-conformance: the API token with id \d+ \(edge-/)]);
    expect((await ours()).length).toBeGreaterThan(0);
  });
});

describe('one line on stderr and exit code 2', () => {
  test.each<[string, readonly string[], RegExp]>([
    ['no URL', [], /--base-url is missing/],
    ['a URL of another kind', ['--base-url', 'ftp://edge'], /--base-url is a URL/],
    ['a URL with a password', ['--base-url', 'http://ann:secret@edge'], /must not hold/],
    ['an unknown flag', ['--base-url', 'http://edge', '--wirte'], /--wirte/],
    [
      'two kinds of trust',
      ['--base-url', 'https://edge', '--insecure', '--pin', '00'.repeat(32)],
      /exclude each other/,
    ],
    ['a pin that is none', ['--base-url', 'https://edge', '--pin', '00'], /--pin is a SHA-256/],
    ['a username alone', ['--base-url', 'http://edge', '--username', 'ann'], /--password-file/],
    ['a file that is not there', ['--base-url', 'http://edge', '--api-token-file', '/nowhere'], /ENOENT/],
    ['another output', ['--base-url', 'http://edge', '--output', 'xml'], /table or ndjson/],
    ['nobody there', ['--base-url', 'http://127.0.0.1:1'], /got no answer: ECONNREFUSED/],
  ])('%s', async (_name, flags, problem) => {
    const {code, out, err} = await within(flags);
    expect([code, out, err]).toEqual([2, '', expect.stringMatching(/^edge-conformance: [^\n]+\n$/)]);
    expect(err).toMatch(problem);
    expect(err).not.toContain('secret@');
  });
});

test('--help names every flag, --version the version', async () => {
  const {code, out} = await within(['--help']);
  expect([code, out]).toEqual([0, expect.stringContaining('--console-token-file FILE')]);
  expect((await conformance(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
});
