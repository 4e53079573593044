import {build} from 'esbuild';

/**
 * Bundles the program of a package: `node ../../scripts/bundle.mjs src/main.ts`. Without a bundle, Node.js takes longer
 * to find and read hundreds of modules than to run most commands. The other modules in `dist` are not bundled: programs
 * that import the package share them.
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
  // Imported by name at run time.
  external: ['@edge-console/generator', '@edge-console/stores', '@edge-console/test-tools'],
  // Bundled CommonJS packages call `require`, but only for built-in modules.
  banner: {js: 'const require = globalThis.process.getBuiltinModule;'},
  logLevel: 'warning',
});
