import {EventEmitter} from 'node:events';
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, onTestFinished, test, vi} from 'vitest';
import {sharedFolder} from '../support/folder.ts';
import {API_TOKEN, connect, startGateway} from '../support/gateway.ts';
import {startProgram} from '../support/program.ts';
import {run} from './run-headless.ts';

const folder = sharedFolder('signals');

type Gateway = Awaited<ReturnType<typeof startGateway>>;

/** Resolves when the gateway has received the request that creates a token. */
const createArrived = async (gateway: Gateway): Promise<void> => {
  await vi.waitUntil(() => gateway.requests({operation: 'createApiToken'}).length > 0, {timeout: 60_000});
};

/** The response to the creation of a token is delayed until the gateway's faults are cleared. */
const slowGateway = async (): Promise<Gateway> => {
  const gateway = await startGateway();
  gateway.setFault({kind: 'delay', operation: 'createApiToken', ms: 60_000});
  return gateway;
};

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s during create waits for the response and keeps the secret', async (signal, code) => {
  const gateway = await slowGateway();
  const signals = new EventEmitter();
  const path = join(folder, signal);
  const ended = run(['tokens', 'create', '--name', 'ci', '--secret-to', path, '--url', gateway.url], {signals});
  await createArrived(gateway);
  signals.emit(signal);
  gateway.clearFaults();
  const end = await ended;
  expect(end).toMatchObject({code, out: ''});
  expect(end.err).toContain(`interrupted; ci, id 2, user 1 is created, and its secret is in ${path}.`);
  expect(await connect(gateway.url, readFileSync(path, 'utf8').trim()).apiTokens.count()).toBe(2);
});

test('SIGINT while rotate creates a token keeps the new secret and does not change the old token', async () => {
  const gateway = await startGateway();
  gateway.setFault({kind: 'delay', operation: 'createApiToken', ms: 1_000});
  const path = join(folder, 'rotate');
  const args = ['tokens', 'rotate', 'for tests', '--as-me', '--secret-to', path, '--url', gateway.url];
  const {ended, kill} = startProgram(args);
  await createArrived(gateway);
  kill('SIGINT');
  const {code, err} = await ended;
  expect(code).toBe(130);
  expect(err).toContain('interrupted; for tests, id 2, is created');
  expect(err).toContain('the old token 1 is unchanged');
  const client = connect(gateway.url, readFileSync(path, 'utf8').trim());
  expect(await client.apiTokens.get(1)).toMatchObject({expire: 0});
});

test('tokens create without a response ends at most 8 s after a signal, and says that the token may exist', async () => {
  const gateway = await slowGateway();
  const signals = new EventEmitter();
  const path = join(folder, 'hang');
  const ended = run(['tokens', 'create', '--name', 'a b', '--secret-to', path, '--url', gateway.url], {signals});
  await createArrived(gateway);
  vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']});
  onTestFinished(() => void vi.useRealTimers());
  signals.emit('SIGTERM');
  await vi.advanceTimersByTimeAsync(8_000);
  const {code, err} = await ended;
  expect(code).toBe(143);
  expect(err).toBe(
    'edge-console: interrupted; the gateway does not respond. If the request arrived, the token exists without its ' +
      "secret: edge-console tokens list --search 'a b'\n",
  );
  expect(existsSync(path)).toBe(false);
  expect(err).not.toContain(API_TOKEN);
});
