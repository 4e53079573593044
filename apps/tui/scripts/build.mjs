import {copyFile, mkdir, rm} from 'node:fs/promises';
import {build} from 'esbuild';
import {writeThirdPartyLicenses} from '../../../scripts/third-party.ts';
import {builtApart, lazyBuiltins, shared} from './bundle-options.ts';

await rm('dist', {recursive: true, force: true});
await mkdir('dist');
await copyFile('../../scripts/launch.mjs', 'dist/launch.mjs');
const options = {
  ...shared,
  format: 'esm',
  // Yoga uses `fetch`, if it exists, to decode its WebAssembly. That would load undici, which takes 26 ms.
  define: {...shared.define, fetch: 'undefined'},
  // Defines `require`, which bundled CommonJS packages call only for built-in modules.
  banner: {js: 'const require = globalThis.process.getBuiltinModule;'},
};
const results = await Promise.all([
  build({
    ...options,
    entryPoints: ['src/main.ts', 'src/screens/registry.ts'],
    splitting: true,
    plugins: [lazyBuiltins, builtApart({'/run.ts': './run.js', '/accessible.ts': './accessible.js'})],
  }),
  // One file each, because a command needs most of its code, and each further file takes time.
  build({
    ...options,
    entryPoints: ['src/headless/run.ts', 'src/headless/accessible/accessible.ts', 'src/headless/mcp/serve-mcp.ts'],
    plugins: [lazyBuiltins, builtApart({'/registry.ts': './registry.js', '/serve-mcp.ts': './serve-mcp.js'})],
  }),
]);
await writeThirdPartyLicenses(results.map(({metafile}) => metafile));
