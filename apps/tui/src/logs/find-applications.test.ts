import {createClient} from '@edge-console/client';
import {createTestServer} from '@edge-console/test-tools';
import {expect, onTestFinished, test} from 'vitest';
import {application} from '../../test/support/application.ts';
import {logEntry} from '../../test/support/logs.ts';
import {findApplications} from './find-applications.ts';

const TOKEN = '00000000-0000-4000-8000-000000000042';
const {signal} = new AbortController();

const entry = (app_id: number, req_id: string) => logEntry('x', {log_time: 1_700_000_000, app_id, req_id});

/**
 * Starts a server. Each element of `sizes` is the number of applications of one agent. Those of agent 1 have ids from 100.
 */
const start = async (sizes: readonly number[], logs: ReturnType<typeof entry>[]) => {
  const server = await createTestServer({
    passwordCost: 'minimal',
    seed: {
      users: [{username: 'ann', password: 'correct horse'}],
      tokens: [{username: 'ann', name: 't', expire: 0, token: TOKEN}],
      agents: sizes.map((size, at) => ({
        id: at + 1,
        name: `agent-${at + 1}`,
        applications: Array.from({length: size}, (_, index) => application((at + 1) * 100 + index, `app-${index}`)),
      })),
      error_logs: logs,
    },
  });
  onTestFinished(() => server.close());
  const client = createClient({baseUrl: server.url, auth: {kind: 'api-token', token: TOKEN}});
  onTestFinished(() => client.close());
  const counts = () => server.requests({operation: 'listErrorLogs'}).length;
  return {client, counts};
};

test('findApplications stops once the applications that it found have all entries of the request', async () => {
  const {client, counts} = await start([20, 20, 20], [entry(207, 'aa'), entry(207, 'aa'), entry(100, 'bb')]);
  expect(await findApplications(client, 'aa', signal)).toMatchObject({
    applications: [{agent: '2', application: 207}],
    isComplete: true,
  });
  expect(counts()).toBeLessThanOrEqual(1 + 30);
});

test('all applications with entries of a request are found', async () => {
  const {client} = await start([3, 3], [entry(101, 'aa'), entry(202, 'aa')]);
  const {applications, counted} = await findApplications(client, 'aa', signal);
  expect(applications).toEqual([
    {agent: '1', application: 101},
    {agent: '2', application: 202},
  ]);
  expect(counted).toBe(6);
});

test('findApplications counts the entries of at most 180 applications, then returns an incomplete result', async () => {
  const {client, counts} = await start([90, 90, 90], [entry(389, 'aa')]);
  expect(await findApplications(client, 'aa', signal)).toEqual({applications: [], counted: 180, isComplete: false});
  expect(counts()).toBe(181);
});

test('a request whose application is not listed gives no result', async () => {
  const {client} = await start([2], [entry(7, 'aa')]);
  expect(await findApplications(client, 'aa', signal)).toEqual({applications: [], counted: 2, isComplete: true});
});
