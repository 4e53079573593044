import {rm} from 'node:fs/promises';
import {build} from 'esbuild';

const shared = {
  outdir: 'dist',
  entryNames: '[name]',
  bundle: true,
  platform: 'node',
  target: 'node24',
  jsx: 'automatic',
  minify: true,
  sourcemap: 'external',
  // Only the demo needs the server and its data, and a keyring is native code.
  external: ['@edge-console/generator', '@napi-rs/keyring'],
  // Ink imports its devtools behind a flag that the bundle never sets. The main entry of jsonc-parser is UMD, which cannot
  // be bundled.
  alias: {'react-devtools-core': './scripts/empty.mjs', 'jsonc-parser': 'jsonc-parser/lib/esm/main.js'},
  define: {'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"'},
  logLevel: 'warning',
};

/** Keeps dynamic imports of source files, as imports of their bundles. */
const builtApart = bundles => ({
  name: 'built-apart',
  setup: ({onResolve}) =>
    onResolve({filter: /^\./}, ({path, kind}) => {
      const source = kind === 'dynamic-import' && Object.keys(bundles).find(name => path.endsWith(name));
      return source ? {path: bundles[source], external: true} : undefined;
    }),
});

await rm('dist', {recursive: true, force: true});
await Promise.all([
  build({
    ...shared,
    entryPoints: ['src/main.ts', 'src/screens/registry.ts'],
    format: 'esm',
    splitting: true,
    // Yoga reads its WebAssembly, which is part of the bundle, without fetch: loading undici takes 26 ms of the first frame.
    define: {...shared.define, fetch: 'undefined'},
    // CommonJS packages require built-in modules only.
    banner: {js: 'const require = globalThis.process.getBuiltinModule;'},
    plugins: [builtApart({'/run.ts': './run.cjs', '/accessible.ts': './accessible.cjs'})],
  }),
  // CommonJS, since an ES module that imports node:http reads all its exports, which loads undici: 15 ms of every command.
  build({
    ...shared,
    entryPoints: ['src/headless/run.ts', 'src/headless/accessible/accessible.ts'],
    format: 'cjs',
    outExtension: {'.js': '.cjs'},
    plugins: [builtApart({'/registry.ts': './registry.js'})],
  }),
]);
