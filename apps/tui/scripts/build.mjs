import {rm} from 'node:fs/promises';
import {build} from 'esbuild';

await rm('dist', {recursive: true, force: true});
await build({
  entryPoints: ['src/main.tsx'],
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  jsx: 'automatic',
  minify: true,
  // Only the demo needs the server; Ink asks for its devtools on a flag that a bundle never sets.
  external: ['@edge-console/server'],
  alias: {'react-devtools-core': './scripts/empty.mjs'},
  define: {'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"'},
  banner: {
    js: "import {createRequire as __createRequire} from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  sourcemap: 'external',
  logLevel: 'warning',
});
