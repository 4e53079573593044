import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {type Client, type ClientOptions, createClient} from '../src/index.ts';
import {makeCertificate, type Pems} from './support/certificates.ts';
import {type Gateway, startGateway} from './support/gateway.ts';
import {leaksIn} from './support/leaks.ts';
import {arrayOf, failing} from './support/outcomes.ts';
import {EXPIRED_TOKEN, MASTER_TOKEN, NEWEST, PASSWORD, seed} from './support/seed.ts';

describe.each(['http', 'envelope'] as const)('edge-server --errors %s', errors => {
  let gateway: Gateway;
  let client: Client;
  const connect = (options: Partial<ClientOptions> = {}) => createClient({baseUrl: gateway.url, ...options});

  beforeAll(async () => {
    gateway = await startGateway({seed, errors});
    client = connect({auth: {kind: 'api-token', token: MASTER_TOKEN}});
  });
  afterAll(async () => {
    client?.close();
    await gateway?.stop();
  });

  const refusal = (code: string, status: number, msg: string) => ({
    code: errors === 'http' ? code : 'envelope',
    status: errors === 'http' ? status : 200,
    envelopeStatus: expect.any(Number),
    msg: expect.stringContaining(msg),
    retryable: false,
  });

  test('the secret of a token is returned by its creation, and not by get and list', async () => {
    const before = await client.apiTokens.count();
    const expire = Date.now() + 86_400_000;
    const created = await client.apiTokens.create({name: 'ci', expire});
    expect(created).toMatchObject({name: 'ci', expire, uid: expect.any(Number), _created_unix: expect.any(Number)});
    const own = connect({auth: {kind: 'api-token', token: created.token}});
    expect(await own.apiTokens.count()).toBe(Number(before) + 1);
    await client.apiTokens.update(created.id, {name: 'ci-2'});
    const got = await client.apiTokens.get(created.id);
    expect(got).toMatchObject({id: created.id, name: 'ci-2', expire});
    const page = await client.apiTokens.list({page_size: 50});
    expect(page.items.map(token => token.name)).toContain('ci-2');
    expect(leaksIn([created, got, page], [created.token.reveal()])).toEqual([]);
    await client.apiTokens.delete(created.id);
    expect(await failing(client.apiTokens.get(created.id))).toMatchObject(refusal('not_found', 404, ''));
    expect(await failing(own.apiTokens.list())).toMatchObject(refusal('unauthenticated', 401, ''));
    own.close();
  });

  test('a token never expires by default, and start and end are offsets of the list', async () => {
    const {id, expire} = await client.apiTokens.create({name: 'forever'});
    expect(expire).toBe(0);
    expect((await client.apiTokens.list({start: 0, end: 2})).items).toHaveLength(2);
    await client.apiTokens.delete(id);
  });

  test('iterating tokens yields each token exactly once', async () => {
    const ids = (await arrayOf(client.apiTokens.items({page_size: 1}))).map(token => token.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(Number(await client.apiTokens.count()));
    expect(await arrayOf(client.apiTokens.pages({page_size: 1}))).toHaveLength(ids.length);
  });

  test('errorLogs.list returns page, page size, time and count, and every filter selects its entries', async () => {
    const page = await client.errorLogs.list();
    expect(page).toMatchObject({count: 45, page: 1, pageSize: 20, time: expect.any(Number)});
    expect(page.items).toHaveLength(20);
    expect(page.items[0]).toMatchObject({level: 4, count: 1, src: 1, log_time: NEWEST, log: 'line 0'});
    expect(await client.errorLogs.list({page: 1, page_size: 0})).toMatchObject({items: [], count: 45});
    const counts = [{level: 4}, {level: 5}, {level: 8}, {level: 3}, {node_id: 1}, {node_type: 2}, {app_id: 0}];
    expect(await Promise.all(counts.map(filter => client.errorLogs.count(filter)))).toEqual([15, 30, 45, 0, 22, 15, 9]);
    const found = await client.errorLogs.list({req_id: '000028800bac65d7fed03afd'});
    expect(found.items.map(entry => entry.log)).toEqual(['line 7']);
    expect(await client.errorLogs.count({start_time: NEWEST - 9, end_time: NEWEST - 5})).toBe(5);
  });

  test('iterating error logs yields all entries in order', async () => {
    const lines = (await arrayOf(client.errorLogs.items({page_size: 10}))).map(entry => entry.log);
    expect(lines).toEqual(seed.error_logs.map(entry => entry.log));
    const pages = await arrayOf(client.errorLogs.pages({page_size: 20, level: 5}));
    expect(pages.map(page => page.items.length)).toEqual([20, 10]);
  });

  test('applications.list returns the applications of one agent, filtered by `online`, and in pages', async () => {
    expect(await client.applications.agents()).toMatchObject([
      {id: 1, name: 'fra-1'},
      {id: 2, name: 'quiet'},
    ]);
    expect(await arrayOf(client.applications.agentItems())).toHaveLength(2);
    expect(await arrayOf(client.applications.agentPages())).toMatchObject([{count: 2, page: 1}]);
    const {items} = await client.applications.list(1);
    expect(items).toHaveLength(7);
    expect(items.find(({id}) => id === 1)).toMatchObject(seed.agents[0]?.applications[0] ?? {});
    expect((await client.applications.list('1', {online: 1})).items).toHaveLength(4);
    expect((await client.applications.list(1, {_page: 2, _pagesize: 5})).items).toHaveLength(2);
    const ids = (await arrayOf(client.applications.items(1, {_pagesize: 3}))).map(({id}) => id);
    expect(ids.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(await arrayOf(client.applications.pages(2))).toMatchObject([{items: []}]);
    expect(await failing(client.applications.list(99))).toMatchObject(refusal('not_found', 404, ''));
  });

  test('the token of a session is invalid after logout', async () => {
    const own = connect();
    const session = await own.session.login({username: 'ann', password: PASSWORD});
    expect(session).toMatchObject({username: 'ann', role: 'master', twoFactor: {}, msg: 'login successful.'});
    expect(session.endsAt.getTime() - session.startedAt.getTime()).toBe(8 * 3_600_000);
    expect(await own.apiTokens.count()).toBeGreaterThan(0);
    await own.session.logout();
    expect(own.session.current).toBeUndefined();
    const again = connect({auth: {kind: 'session', token: session.token}});
    const error = await failing(again.apiTokens.list());
    expect(error).toMatchObject(refusal('unauthenticated', 401, ''));
    expect(leaksIn([session, own, again, error], [session.token.reveal(), PASSWORD])).toEqual([]);
  });

  test('errors of refused calls contain no secret', async () => {
    const wrong = await failing(connect().session.login({username: 'ann', password: 'wrong-canary'}));
    expect(wrong).toMatchObject(refusal('unauthenticated', 401, 'incorrect login credentials'));
    const old = connect({auth: {kind: 'api-token', token: EXPIRED_TOKEN}});
    const expired = [await failing(old.apiTokens.list()), await failing(old.applications.agents())];
    for (const error of expired) expect(error).toMatchObject(refusal('unauthenticated', 401, ''));
    expect(await failing(connect().errorLogs.list())).toMatchObject(refusal('unauthenticated', 401, ''));
    const unknown = connect({auth: {kind: 'api-token', token: 'never-minted-canary'}});
    const refused = await failing(unknown.errorLogs.list());
    expect(leaksIn([wrong, expired, refused], ['canary', EXPIRED_TOKEN])).toEqual([]);
  });

  test('a wrong path prefix is reported as not_found', async () => {
    const error = await failing(connect({baseUrl: `${gateway.url.replace(/\/$/, '')}/elsewhere`}).errorLogs.list());
    expect(error).toMatchObject(refusal('not_found', 404, ''));
  });
});

describe('edge-server over TLS', () => {
  let pems: Pems;
  let gateway: Gateway;

  beforeAll(async () => {
    pems = await makeCertificate();
    gateway = await startGateway({seed, tls: pems});
  });
  afterAll(() => gateway?.stop());

  const auth = {kind: 'api-token', token: MASTER_TOKEN} as const;

  test('the fingerprint in the error of a refused certificate can be used as pinSha256', async () => {
    const refused = await failing(createClient({baseUrl: gateway.url, auth}).errorLogs.count());
    expect(refused).toMatchObject({code: 'tls', certificate: {fingerprint256: pems.fingerprint256}});
    const pinSha256 = refused.certificate?.fingerprint256 ?? '';
    const client = createClient({baseUrl: gateway.url, tls: {pinSha256}});
    await client.session.login({username: 'ann', password: PASSWORD});
    expect(await client.errorLogs.count()).toBe(45);
    client.close();
  });

  test.each([
    ['a CA file', () => ({ca: pems.cert})],
    ['the option insecure', () => ({insecure: true})],
  ])('the client trusts the server because of %s', async (_, tls) => {
    const client = createClient({baseUrl: gateway.url, auth, tls: tls()});
    expect(await client.applications.agents()).toHaveLength(2);
    client.close();
  });
});
