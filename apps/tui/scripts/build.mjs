import {copyFile, mkdir, rm} from 'node:fs/promises';
import {build} from 'esbuild';
import {writeThirdPartyLicenses} from '../../../scripts/third-party.ts';
import {builtApart, lazyBuiltins, shared} from './options.ts';

await rm('dist', {recursive: true, force: true});
await mkdir('dist');
await copyFile('../../scripts/launch.mjs', 'dist/launch.mjs');
const results = await Promise.all([
  build({
    ...shared,
    entryPoints: ['src/main.ts', 'src/screens/registry.ts'],
    format: 'esm',
    splitting: true,
    // Yoga uses `fetch`, if it exists, to decode its WebAssembly. That would load undici, which takes 26 ms.
    define: {...shared.define, fetch: 'undefined'},
    // Defines `require`, which bundled CommonJS packages call only for built-in modules.
    banner: {js: 'const require = globalThis.process.getBuiltinModule;'},
    plugins: [lazyBuiltins, builtApart({'/run.ts': './run.cjs', '/accessible.ts': './accessible.cjs'})],
  }),
  // Built as CommonJS: an import of node:http in an ES module would read all its exports and load undici (15 ms).
  build({
    ...shared,
    entryPoints: ['src/headless/run.ts', 'src/headless/accessible/accessible.ts', 'src/headless/mcp/serve-mcp.ts'],
    format: 'cjs',
    outExtension: {'.js': '.cjs'},
    define: {...shared.define, 'import.meta.filename': '__filename'},
    plugins: [lazyBuiltins, builtApart({'/registry.ts': './registry.js', '/serve-mcp.ts': './serve-mcp.cjs'})],
  }),
]);
await writeThirdPartyLicenses(results.map(({metafile}) => metafile));
