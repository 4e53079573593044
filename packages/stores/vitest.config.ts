import {fileURLToPath} from 'node:url';
import {sharedConfig} from '../../vitest.shared.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

export default sharedConfig({
  globalSetup: 'test/setup.ts',
  // The tests use helpers of the server's tests, which import the sources of the server. With these aliases, the
  // packages also use those sources.
  alias: {
    '@edge-console/server/store': path('../../apps/server/src/store/index.ts'),
    '@edge-console/stores': path('./src/index.ts'),
  },
});
