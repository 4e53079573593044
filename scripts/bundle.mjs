import {build} from 'esbuild';

/**
 * Bundles a program: `node ../../scripts/bundle.mjs src/main.ts`. Without a bundle, Node.js takes longer to read
 * hundreds of modules than to run most commands. Only `main.js` in `dist` is replaced.
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
  // The program imports these packages by name at run time.
  external: ['@edge-console/generator', '@edge-console/stores', '@edge-console/test-tools'],
  // Defines `require`, which bundled CommonJS packages call only for built-in modules.
  banner: {js: 'const require = globalThis.process.getBuiltinModule;'},
  logLevel: 'warning',
});
