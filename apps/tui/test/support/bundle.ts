import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';
import {beforeAll} from 'vitest';
import {sharedFolder} from './folder.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** Bundles a program in fixtures/ like the console, once for all tests of a file. */
export const bundleFixture = (fixture: string): (() => string) => {
  const folder = sharedFolder('fixture');
  beforeAll(async () => {
    await build({
      entryPoints: {fixture: path(`./fixtures/${fixture}`)},
      outdir: folder,
      outExtension: {'.js': '.mjs'},
      bundle: true,
      format: 'esm',
      platform: 'node',
      jsx: 'automatic',
      alias: {'jsonc-parser': 'jsonc-parser/lib/esm/main.js'},
      define: {'process.env.NODE_ENV': '"production"'},
      banner: {js: "import {createRequire} from 'node:module'; const require = createRequire(import.meta.url);"},
      logLevel: 'silent',
    });
  });
  return () => join(folder, 'fixture.mjs');
};
