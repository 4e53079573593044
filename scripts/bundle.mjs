import {writeFile} from 'node:fs/promises';
import {build} from 'esbuild';
import {BUILTIN, readUsedExports, SCRIPT_DEFINE, toScript} from './script.mjs';

/**
 * Bundles the program of a package and its workers: `node ../../scripts/bundle.mjs src/main.ts worker=src/a/worker.ts`.
 * Node.js takes longer to find and read hundreds of modules than to run most commands. `dist` keeps the modules of the
 * library, which importers share.
 */
const [main, ...workers] = process.argv.slice(2);

const shared = {
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  minifyWhitespace: true,
  // Found by name where it runs.
  external: ['@edge-console/generator', '@edge-console/postgres'],
  // CommonJS packages require built-in modules only.
  banner: {js: `const ${BUILTIN} = globalThis.process.getBuiltinModule, require = ${BUILTIN};`},
  logLevel: 'warning',
};
const entryPoints = Object.fromEntries(workers.map(entry => entry.split('=')));
const [{outputFiles}] = await Promise.all([
  build({...shared, define: SCRIPT_DEFINE, entryPoints: {main}, write: false}),
  workers.length > 0 && build({...shared, entryPoints}),
]);
for (const {path, text} of outputFiles) await writeFile(path, toScript(readUsedExports(text)));
