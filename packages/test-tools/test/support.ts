import {afterAll, beforeAll, onTestFinished} from 'vitest';
import {SEED, START} from '../../../apps/server/test/support.ts';
import {createTestServer, type TestServer, type TestServerOptions} from '../src/index.ts';

export * from '../../../apps/server/test/raw.ts';
export {
  ANN_TOKEN,
  type ApiResponse,
  BOB_TOKEN,
  call,
  login,
  paged,
  type Request,
  SEED,
  START,
} from '../../../apps/server/test/support.ts';

interface Started {
  readonly server: TestServer;
  pass(seconds: number): void;
}

export const start = async (options: TestServerOptions = {}): Promise<Started> => {
  let now = START.getTime();
  const clock = () => new Date(now);
  const server = await createTestServer({seed: SEED, passwordCost: 'minimal', clock, ...options});
  onTestFinished(() => server.close());
  return {
    server,
    pass: seconds => {
      now += seconds * 1000;
    },
  };
};

/**
 * Starts one test server with {@link SEED} for all tests of a describe block, which must not change its data. Returns a
 * function that returns the server.
 */
export const shared = (options: TestServerOptions = {}): (() => TestServer) => {
  let server: TestServer | undefined;
  beforeAll(async () => {
    server = await createTestServer({seed: SEED, passwordCost: 'minimal', clock: () => START, ...options});
  });
  afterAll(() => server?.close());
  return () => {
    if (!server) throw new Error('the server has not been started');
    return server;
  };
};
