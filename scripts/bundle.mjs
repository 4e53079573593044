import {build} from 'esbuild';

/**
 * Bundles the program of a package: `node ../../scripts/bundle.mjs src/main.ts`.
 * Node.js takes longer to find and read hundreds of modules than to run most commands. `dist` keeps the modules of the
 * library, which importers share.
 */
const [, , main] = process.argv;

await build({
  entryPoints: [main],
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  minifyWhitespace: true,
  // Found by name where it runs.
  external: ['@edge-console/generator', '@edge-console/stores', '@edge-console/test-tools'],
  // CommonJS packages require built-in modules only.
  banner: {js: 'const require = globalThis.process.getBuiltinModule;'},
  logLevel: 'warning',
});
