import {fileURLToPath} from 'node:url';
import {sharedConfig} from '../../vitest.shared.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

export default sharedConfig({
  include: ['test/**/*.test.ts', 'src/**/*.test.ts', 'examples/vitest/**/*.test.ts'],
  // The example and the stores import the package by name, as users do.
  alias: {
    '@edge-console/server/store': path('./src/store/index.ts'),
    '@edge-console/server': path('./src/index.ts'),
  },
});
