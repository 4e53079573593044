import {fileURLToPath} from 'node:url';
import {sharedConfig} from '../../vitest.shared.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

export default sharedConfig({
  // The optional packages that the program imports at run time import this package by its name.
  alias: {
    '@edge-console/server/extension': path('./src/extension.ts'),
    '@edge-console/server/store': path('./src/store/index.ts'),
    '@edge-console/server': path('./src/index.ts'),
  },
});
