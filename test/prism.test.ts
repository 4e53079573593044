import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {createServer} from 'node:net';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {afterAll, beforeAll, expect, it, onTestFinished} from 'vitest';
import {createClient} from '../packages/client/src/index.ts';
import {type Gateway, startGateway} from '../packages/client/test/support/gateway.ts';
import {MASTER_TOKEN, PASSWORD, seed} from '../packages/client/test/support/seed.ts';
import {operations, problemsOf} from './support/openapi-document.ts';

const root = join(import.meta.dirname, '..');

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
};

const startPrism = async (...command: readonly string[]) => {
  const port = await freePort();
  const args = [...command, '--port', String(port), '--host', '127.0.0.1'];
  const child = spawn(join(root, 'node_modules/.bin/prism'), args, {stdio: ['ignore', 'pipe', 'pipe'], detached: true});
  for await (const line of createInterface({input: child.stdout})) if (line.includes('is listening')) break;
  child.stdout.resume();
  child.stderr.resume();
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      // Kills the process group, because the program in node_modules/.bin is a shell script that starts Prism.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      await once(child, 'close');
    },
  };
};

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({seed});
});
afterAll(() => gateway?.stop());

it('Prism mocks every operation of /openapi.json of a running server', async () => {
  const prism = await startPrism('mock', `${gateway.url}/openapi.json`);
  onTestFinished(() => prism.stop());
  const headers = {'API-Token': MASTER_TOKEN, 'edge-token': MASTER_TOKEN, 'Content-Type': 'application/json'};
  for (const {path, method, operation} of operations) {
    const body = JSON.stringify(operation.requestBody?.content['application/json'].example);
    const response = await fetch(prism.url + path.replaceAll(/\{\w+\}/g, '1'), {method, headers, ...(body && {body})});
    const found = problemsOf(operation, response.status, await response.json());
    expect({id: operation.operationId, status: response.status, found}).toMatchObject({status: 200, found: []});
  }
  expect(operations.length).toBeGreaterThan(8);
});

it('Prism finds no request of the client and no response of the server that differs from openapi.json', async () => {
  // Prism adds the header `sl-violations` to a response if the request or the response does not match the document.
  const prism = await startPrism('proxy', join(root, 'packages/schema/openapi.json'), gateway.url);
  onTestFinished(() => prism.stop());
  const found: unknown[] = [];
  const responses: string[] = [];
  const options = {
    baseUrl: prism.url,
    onResponse: ({method, path, status, headers}: {method: string; path: string; status: number; headers: object}) => {
      responses.push(`${method} ${status}`);
      const violations = (headers as Record<string, unknown>)['sl-violations'];
      if (violations !== undefined) found.push(`${method} ${path}: ${violations}`);
    },
  };
  const auth = {kind: 'api-token', token: MASTER_TOKEN} as const;
  await using client = createClient({...options, auth});
  const created = await client.apiTokens.create({name: 'by prism', expire: 0});
  await client.apiTokens.update(created.id, {name: 'renamed'});
  expect((await client.apiTokens.get(created.id)).name).toBe('renamed');
  expect((await client.apiTokens.list({page: 1, page_size: 5})).items.length).toBeGreaterThan(0);
  await client.apiTokens.delete(created.id);
  await expect(client.apiTokens.get(created.id)).rejects.toMatchObject({code: 'not_found'});
  expect((await client.errorLogs.list({level: 4, node_type: 0, page_size: 3})).items).toHaveLength(3);
  expect(await client.errorLogs.count({start_time: 1})).toBeGreaterThan(10);
  const [agent] = await client.applications.agents();
  expect(await client.applications.list(agent?.id ?? 0, {online: 1})).toBeDefined();

  await using person = createClient(options);
  await expect(person.session.login({username: 'ann', password: 'wrong'})).rejects.toMatchObject({
    code: 'unauthenticated',
  });
  await person.session.login({username: 'ann', password: PASSWORD});
  expect((await person.apiTokens.list()).count).toBeDefined();
  await person.session.logout();

  expect(found).toEqual([]);
  expect(responses.length).toBeGreaterThan(12);
});
