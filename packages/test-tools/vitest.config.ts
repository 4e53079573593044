import {fileURLToPath} from 'node:url';
import {sharedConfig} from '../../vitest.shared.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

export default sharedConfig({
  include: ['test/**/*.test.ts', 'src/**/*.test.ts', 'examples/vitest/**/*.test.ts'],
  // The example in `examples` imports packages by name, as users do, and must use the same source files.
  alias: {
    '@edge-console/server/extension': path('../../apps/server/src/extension.ts'),
    '@edge-console/server/store': path('../../apps/server/src/store/index.ts'),
    '@edge-console/server': path('../../apps/server/src/index.ts'),
    '@edge-console/test-tools': path('./src/index.ts'),
  },
});
