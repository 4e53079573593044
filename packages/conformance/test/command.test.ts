import {createServer, type Server} from '@edge-console/server';
import {afterAll, beforeAll, describe, expect, onTestFinished, test, vi} from 'vitest';
import {editRows, HTML, json, refuseBy, response, TOKEN_LIST} from './broken/break.ts';
import {type Serve, startProxy} from './broken/proxy.ts';
import {conformance, type Ended, start} from './support/programs.ts';
import {SEED, TOKEN, USER} from './support/seed.ts';

const SECRET = 'a-secret-of-another-token';
let server: Server;
beforeAll(async () => {
  server = await createServer({seed: SEED, passwordCost: 'minimal'});
});
afterAll(() => server.close());

const secrets = {EDGE_CONSOLE_API_TOKEN: TOKEN, EDGE_CONSOLE_PASSWORD: USER.password};
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

  test('edge-conformance prints a line with the citation for each check', async () => {
    const {code, out, err} = await examine(server.url);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(
      /^held {8}docs\/field-facts\.md#8 +tokens\.page-size-zero +page=1&page_size=0 of the token list /m,
    );
    expect(out).toMatch(/^not checked .*tokens\.create\.shape.*\n {12}it creates or changes something; --write/m);
    expect(out).toMatch(/\n\d+ held, 0 violations, 0 differences, \d+ not checked\n$/);
    expect(await ours()).toEqual([]);
  });

  test('edge-conformance prints citation and evidence of a violation, without secrets and control characters', async () => {
    const url = await behind(editRows(TOKEN_LIST, row => ({...row, id: `\u001b[2J${TOKEN}`, token: SECRET})));
    const {code, out} = await examine(url, '--write');
    expect(code).toBe(1);
    expect(out).toMatch(/^VIOLATION +docs\/contract\.md#api-token +tokens\.list\.no-secret .*\n {12}\S/m);
    for (const secret of [TOKEN, USER.password, SECRET, '\u001b']) expect(out).not.toContain(secret);
  });

  test('edge-conformance exits with 1 for a difference with --strict, and with 0 without', async () => {
    const url = await behind(
      refuseBy(
        ({path}) => path.includes('edge-conformance'),
        () => HTML,
      ),
    );
    const lenient = await conformance(['--base-url', url], secrets);
    expect([lenient.code, lenient.out]).toEqual([
      0,
      expect.stringMatching(/^DIFFERENCE +docs\/field-facts\.md#1 +errors\.admin-path\.failure-form /m),
    ]);
    expect((await conformance(['--base-url', url, '--strict'], secrets)).code).toBe(1);
  });

  test('edge-conformance without a credential makes the checks that need none', async () => {
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
      citation: 'docs/contract.md#api-tokens',
      detail: 'the admin site accepts no given credential',
    });
  });
});

describe('a token of the run', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('a token that a run created is deleted on %s', async signal => {
    // Delays reads of a token, so that the signal arrives while a token of the run exists.
    const held = Promise.withResolvers<void>();
    const url = await behind(
      response(
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

  test('a token that a run created is found by its name and deleted if create returned no id', async () => {
    const url = await behind(async (request, upstream) => {
      const reply = await upstream(request);
      return request.method === 'POST' && request.path.includes('api_token') ? json({status: 0}) : reply;
    });
    expect((await conformance(['--base-url', url, '--write'], secrets)).code).toBe(1);
    expect(await ours()).toEqual([]);
  });

  test('a token that a run created is reported on stderr if it cannot be deleted', async () => {
    const url = await behind(response(({method}) => method === 'DELETE', json({status: 0})));
    const {code, err} = await start(['--base-url', url, '--write'], secrets).done;
    expect([code, err]).toEqual([1, expect.stringMatching(/^edge-conformance: the API token with id \d+ \(edge-/)]);
    expect((await ours()).length).toBeGreaterThan(0);
  });
});

test('edge-conformance --version prints the version of the package', async () => {
  expect((await start(['--version']).done).out).toMatch(/^\d+\.\d+\.\d+\n$/);
});
