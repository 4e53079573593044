import {writeFile} from 'node:fs/promises';
import {build} from 'esbuild';
import {BUILTIN, readUsedExports, SCRIPT_DEFINE, toScript} from './script.mjs';

/**
 * Bundles the program of a package: `node ../../scripts/bundle.mjs src/main.ts`.
 * Node.js takes longer to find and read hundreds of modules than to run most commands. `dist` keeps the modules of the
 * library, which importers share.
 */
const [, , main] = process.argv;

const shared = {
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  minifyWhitespace: true,
  // Found by name where it runs.
  external: ['@edge-console/generator', '@edge-console/stores'],
  // CommonJS packages require built-in modules only.
  banner: {js: `const ${BUILTIN} = globalThis.process.getBuiltinModule, require = ${BUILTIN};`},
  logLevel: 'warning',
};
const {outputFiles} = await build({...shared, define: SCRIPT_DEFINE, entryPoints: {main}, write: false});
for (const {path, text} of outputFiles) await writeFile(path, toScript(readUsedExports(text)));
