import {fileURLToPath} from 'node:url';
import {sharedConfig} from '../../vitest.shared.ts';

export default sharedConfig({
  include: ['test/**/*.test.ts', 'src/**/*.test.ts', 'examples/vitest/**/*.test.ts'],
  // The example imports the package by name, as users do.
  alias: {'@edge-console/server': fileURLToPath(new URL('./src/index.ts', import.meta.url))},
});
