import {createServer, type Server} from '@edge-console/server';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type Operation, operations, problemsOf} from './support/openapi-document.ts';

// Tests that the responses of the reference server match openapi.json: for every operation, and for every status that a
// caller can cause.
const USER = {username: 'edge-admin', password: 'a long passphrase'};
const TOKEN = '22222222-2222-4222-8222-222222222222';
const worker = {kind: 'master', id: 0, pid: 31};
const stamps = {created: 1_795_000_000.5, modified: 1_795_000_000.5};
const paths = {cmd_line: 'nginx', exe: '/usr/sbin/nginx', cwd: '/'};
const seed = {
  users: [{...USER, role: 'master'}],
  tokens: Array.from({length: 9}, (_, index) => ({
    ...{username: USER.username, name: `token ${index}`},
    ...(index === 0 ? {token: TOKEN} : {}),
  })),
  error_logs: [
    {level: 4, log_time: 1_795_176_003, log: 'x', node_id: 3, app_id: 101, req_id: '000028800bac65d7fed03afd'},
  ],
  agents: [
    {
      ...{id: 1, name: 'edge-1'},
      applications: [
        {
          ...{id: 101, name: 'nginx', online: true, processes: [worker], ports: ['0.0.0.0:443'], version: {libc: '2'}},
          ...{...stamps, ...paths, pgid: 31},
        },
      ],
    },
  ],
};

let http: Server;
let envelope: Server;
beforeAll(async () => {
  const options = {seed, passwordCost: 'minimal'} as const;
  [http, envelope] = await Promise.all([createServer(options), createServer({...options, errors: 'envelope'})]);
});
afterAll(() => Promise.all([http.close(), envelope.close()]));

interface Request {
  readonly path: string;
  readonly method: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

const ask = async (server: Server, {path, method, headers, body}: Request): Promise<[number, unknown]> => {
  const response = await fetch(server.url + path, {
    method,
    headers: {...headers},
    ...(body === undefined ? {} : {body}),
  });
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  return [response.status, await response.json()];
};

const login = async (server: Server): Promise<string> => {
  const body = JSON.stringify(USER);
  const [, response] = await ask(server, {path: '/admin-api/user/login', method: 'POST', body});
  return (response as {data: {'edge-token': string}}).data['edge-token'];
};

/** Returns a request to an operation, with the examples of openapi.json as parameters and body. */
const exampleRequest = async (
  server: Server,
  {path, method, operation}: (typeof operations)[number],
): Promise<Request> => {
  const {parameters = [], requestBody, security} = operation;
  const query = new URLSearchParams();
  let filled = path;
  for (const {name, in: place, example: value} of parameters) {
    if (place === 'path') filled = filled.replace(`{${name}}`, String(value));
    else query.set(name, String(value));
  }
  const takesToken = security.some(scheme => 'apiToken' in scheme);
  const credential = takesToken ? {'API-Token': TOKEN} : {'edge-token': await login(server)};
  const body = requestBody?.content['application/json'].example;
  return {
    ...{path: query.size > 0 ? `${filled}?${query}` : filled, method},
    ...(security.length > 0 ? {headers: credential} : {}),
    ...(body ? {body: JSON.stringify(body)} : {}),
  };
};

/** For each status, a function that changes a valid request so that the server refuses it with that status. */
const provoke: Readonly<Record<number, (request: Request, operation: Operation) => Request>> = {
  400: ({path, ...request}, {requestBody, parameters = []}) => {
    const query = parameters.find(parameter => parameter.in === 'query');
    if (requestBody) return {...request, path, body: '{"surplus": '};
    if (query) return {...request, path: `${path}&${query.name}=x`};
    return {...request, path: path.replace(/\/\d+/, '/x').replace('logout', '%zz')};
  },
  401: ({path, method, body}, {security}) =>
    security.length > 0
      ? {path, method, ...(body ? {body} : {})}
      : {path, method, body: JSON.stringify({...USER, password: 'not this one'})},
  404: request => ({...request, path: request.path.replace(/\/\d+/, '/999999')}),
  413: request => ({...request, body: JSON.stringify({name: 'x'.repeat(2 ** 21)})}),
  431: request => ({...request, headers: {...request.headers, 'x-long': 'x'.repeat(20_000)}}),
};

describe.each(operations)('$method $path', row => {
  const {operation} = row;

  it('a valid request to the operation succeeds with a documented response', async () => {
    const [status, body] = await ask(http, await exampleRequest(http, row));
    expect(body).toMatchObject({status: 0});
    expect(problemsOf(operation, status, body)).toEqual([]);
  });

  // Excludes 429, which has its own test, 408, which takes minutes, and 500 and 503, which a caller cannot cause.
  const refusals = Object.keys(operation.responses)
    .map(Number)
    .filter(status => provoke[status]);

  it.each(refusals)(
    'an invalid request to the operation gets a documented %i as HTTP status and in the envelope',
    async refusal => {
      for (const server of [http, envelope]) {
        const request = provoke[refusal]?.(await exampleRequest(server, row), operation);
        if (!request) throw new Error(`${refusal} does not apply`);
        const [status, body] = await ask(server, request);
        expect([status, body]).toMatchObject([server === http ? refusal : 200, {status: refusal}]);
        expect(problemsOf(operation, status, body)).toEqual([]);
      }
    },
  );

  it('openapi.json documents 400, 401 and 431 for the operation, and 404 and 413 where they apply', () => {
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['200', '400', '401', '431', 'default']));
    expect('404' in operation.responses).toBe(row.path.includes('{'));
    expect('413' in operation.responses).toBe(row.method !== 'GET');
  });
});

it('a login after too many failures is refused with 429 and a documented response', async () => {
  const server = await createServer({seed, loginLimits: {perAccount: 1}});
  const row = operations.find(({path}) => path.endsWith('/login'));
  const wrong = {path: '/admin-api/user/login', method: 'POST', body: JSON.stringify({...USER, password: 'wrong'})};
  await ask(server, wrong);
  const [status, body] = await ask(server, wrong);
  await server.close();
  expect([status, body]).toMatchObject([429, {status: 429}]);
  expect(row && problemsOf(row.operation, status, body)).toEqual([]);
});

it('openapi.json documents a 503 response for every operation', async () => {
  for (const {operation} of operations) {
    const body = {status: 503, msg: 'the database cannot do this now; try again later'};
    expect(problemsOf(operation, 503, body)).toEqual([]);
  }
});

it('a request with an unknown method is refused with 405', async () => {
  const [status, body] = await ask(http, {path: '/admin-api/api_token', method: 'PATCH'});
  expect([status, body]).toMatchObject([405, {status: 405}]);
});

it('problemsOf reports an undocumented status and a body that does not match its status', () => {
  for (const {operation} of operations) {
    expect(problemsOf(operation, 418, {status: 418, msg: 'x'})).toEqual(['HTTP 418 is not documented']);
    expect(problemsOf(operation, 401, {status: 0, msg: 'x'})).not.toEqual([]);
    expect(problemsOf(operation, 200, {status: 1})).not.toEqual([]);
  }
});
