import {sharedWith, startWith} from '../../../apps/server/test/support.ts';
import {createTestServer, type TestServerOptions} from '../src/index.ts';

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
  startOn,
} from '../../../apps/server/test/support.ts';

export const start = (options: TestServerOptions = {}) => startWith(createTestServer, options);
export const shared = (options: TestServerOptions = {}) => sharedWith(createTestServer, options);
