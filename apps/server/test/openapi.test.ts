import {readFile} from 'node:fs/promises';
import {expect, test} from 'vitest';
import {call, start} from './support.ts';

const COMMITTED = new URL('../../../packages/schema/openapi.json', import.meta.url);

const documentAt = async (url: string) => {
  const {code, headers, body} = await call({url}, '/openapi.json');
  expect([code, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  return body as unknown as {paths: Record<string, object>};
};

test('GET /openapi.json needs no credentials, and returns the contract with / as the only server URL', async () => {
  const {server} = await start();
  const {paths, ...document} = JSON.parse(await readFile(COMMITTED, 'utf8')) as {paths: Record<string, object>};
  const own = Object.entries(paths).map(([path, {servers: _, ...methods}]: [string, {servers?: unknown}]) => [
    path,
    methods,
  ]);
  expect(await documentAt(server.url)).toEqual({...document, servers: [{url: '/'}], paths: Object.fromEntries(own)});
});

test('with consolePort, /openapi.json of each site has the paths of that site', async () => {
  const {server} = await start({consolePort: 0});
  const [admin, console] = await Promise.all([server.url, server.consoleUrl].map(documentAt));
  expect(Object.keys(console?.paths ?? {})).toEqual(['/api/agents/{agent_id}/applications', '/api/agents']);
  expect(Object.keys(admin?.paths ?? {}).every(path => path.startsWith('/admin-api/'))).toBe(true);
});

test('with the option errors=envelope, POST /openapi.json gets the HTTP status 405 instead of 200', async () => {
  const {server} = await start({errors: 'envelope'});
  const {code, headers} = await call(server, '/openapi.json', {method: 'POST'});
  expect([code, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  expect((await call(server, '/openapi.json/x')).body.status).toBe(404);
});
