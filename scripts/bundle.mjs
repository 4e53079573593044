import {build} from 'esbuild';

/**
 * Bundles the programs of a package: `node ../../scripts/bundle.mjs main=src/main.ts`. Node.js takes longer to find and
 * read hundreds of modules than to run most commands. `dist` keeps the modules of the library, which importers share.
 */
const entryPoints = Object.fromEntries(process.argv.slice(2).map(entry => entry.split('=')));

await build({
  entryPoints,
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  minifyWhitespace: true,
  // Found by name where it runs.
  external: ['@edge-console/generator', '@edge-console/postgres'],
  // CommonJS packages require built-in modules only.
  banner: {js: 'const require = globalThis.process.getBuiltinModule;'},
  logLevel: 'warning',
});
