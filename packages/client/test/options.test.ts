import {describe, expect, test} from 'vitest';
import {type ClientOptions, createClient, Secret} from '../src/index.ts';
import {leaksIn} from './support/leaks.ts';
import {failing} from './support/outcomes.ts';
import {answerJson, serveHttp} from './support/serve.ts';

const refused = (options: ClientOptions): unknown => {
  try {
    return createClient(options);
  } catch (error) {
    return error;
  }
};

const account = {kind: 'credentials', username: 'u', password: 'hunter22'} as const;

describe('options of no use are refused by name', () => {
  test.each([
    ['baseUrl', {baseUrl: 'gateway'}],
    ['baseUrl', {baseUrl: 'ftp://gateway'}],
    ['baseUrl', {baseUrl: 'https://u:hunter22@gateway'}],
    ['baseUrl', {baseUrl: 'https://gateway/?a=hunter22'}],
    ['consoleUrl', {baseUrl: 'https://gateway', consoleUrl: '/console'}],
    ['tls.pinSha256', {baseUrl: 'https://gateway', tls: {pinSha256: 'ab:cd'}}],
    ['tls.ca', {baseUrl: 'https://gateway', tls: {ca: './ca.pem'}}],
    ['timeouts.total', {baseUrl: 'https://gateway', timeouts: {total: 0}}],
    ['auth.token', {baseUrl: 'https://gateway', auth: {kind: 'api-token', token: 'hunter22\n'}}],
    ['auth.token', {baseUrl: 'https://gateway', auth: {kind: 'session', token: ''}}],
    ['consoleToken', {baseUrl: 'https://gateway', consoleToken: new Secret('hunter22 ü')}],
    ['auth.kind', {baseUrl: 'https://gateway', auth: {kind: 'basic', token: 'hunter22'} as never}],
    ['auth.session.token', {baseUrl: 'https://gateway', auth: {...account, session: {token: 'hunter22 '}}}],
    ['proxy', {baseUrl: 'https://gateway', proxy: 'ftp://u:hunter22@proxy'}],
    ['retries', {baseUrl: 'https://gateway', retries: -1}],
    ['retries', {baseUrl: 'https://gateway', retries: Number.NaN}],
    ['timeouts.connect', {baseUrl: 'https://gateway', timeouts: {connect: Number.NaN}}],
  ] satisfies [string, ClientOptions][])('%s in %j', (name, options) => {
    const error = refused(options);
    expect(error).toMatchObject({code: 'invalid_request', message: expect.stringContaining(`option ${name} `)});
    expect(leaksIn(error, ['hunter22'])).toEqual([]);
  });
});

test('options of a call are refused like those of a client', async () => {
  const {apiTokens} = createClient({baseUrl: 'http://127.0.0.1:1'});
  expect(await failing(apiTokens.list({}, {retries: 0.5}))).toMatchObject({code: 'invalid_request'});
  expect(await failing(apiTokens.list({}, {timeouts: {response: -1}}))).toMatchObject({code: 'invalid_request'});
});

test('a user agent that no header can carry is told as such', async () => {
  const client = createClient({baseUrl: await serveHttp(() => {}), userAgent: 'a\nb'});
  expect(await failing(client.apiTokens.list())).toMatchObject({code: 'invalid_request', retryable: false});
});

describe('input that the contract does not have is not sent', () => {
  const client = createClient({baseUrl: 'http://127.0.0.1:1', retries: 0});
  test.each([
    ['level', () => client.errorLogs.list({level: 9})],
    ['page', () => client.apiTokens.list({page: 0})],
    ['colour', () => client.errorLogs.list({colour: 'red'} as never)],
    ['name', () => client.apiTokens.create({name: ' '})],
    ['expire', () => client.apiTokens.update(1, {expire: -1})],
    ['api_token_id', () => client.apiTokens.delete(Number.NaN)],
    ['agent_id', () => client.applications.list('..')],
    ['agent_id', () => client.applications.list('')],
    ['remember', () => client.session.login({username: 'u', password: 'p-canary', remember: 1} as never)],
  ])('%s', async (field, call) => {
    const error = await failing(call());
    expect(error).toMatchObject({code: 'invalid_request', attempt: 0, retryable: false});
    expect(error.message).toContain(field);
    expect(leaksIn(error, ['p-canary'])).toEqual([]);
  });
});

test('a base URL keeps its path prefix, and parameters are encoded', async () => {
  const urls: (string | undefined)[] = [];
  const origin = await serveHttp((request, response) => {
    urls.push(request.url);
    answerJson({status: 0, data: []})(request, response);
  });
  const client = createClient({baseUrl: 'https://gateway', consoleUrl: `${origin}/pre/fix/`, consoleToken: 't'});
  await client.applications.list('a/b ?#', {online: 1});
  expect(urls).toEqual(['/pre/fix/api/agents/a%2Fb%20%3F%23/applications?online=1']);
});

test('an empty or absent filter is left out, a request id goes verbatim, and a count asks for no rows', async () => {
  const urls: (string | undefined)[] = [];
  const baseUrl = await serveHttp((request, response) => {
    urls.push(request.url);
    answerJson({status: 0, data: {data: {}, meta: []}})(request, response);
  });
  const client = createClient({baseUrl});
  await client.errorLogs.list({req_id: ''});
  await client.errorLogs.list({req_id: '000028800bac65d7fed03afd', node_type: 0});
  await client.errorLogs.count({level: 4});
  const path = '/admin-api/log_server/errlog';
  expect(urls).toEqual([
    path,
    `${path}?node_type=0&req_id=000028800bac65d7fed03afd`,
    `${path}?level=4&page=1&page_size=0`,
  ]);
});

test('a client shows no credential', () => {
  const client = createClient({
    baseUrl: 'https://gateway',
    auth: {kind: 'api-token', token: 'api-canary'},
    consoleToken: new Secret('console-canary'),
  });
  expect(leaksIn(client, ['canary'])).toEqual([]);
});
