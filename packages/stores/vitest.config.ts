import {fileURLToPath} from 'node:url';
import {sharedConfig} from '../../vitest.shared.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

export default sharedConfig({
  // The tests share support with those of the server, which import its sources.
  alias: {
    '@edge-console/server/store': path('../../apps/server/src/store/index.ts'),
    '@edge-console/stores': path('./src/index.ts'),
  },
});
