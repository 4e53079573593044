import {copyFile, readFile} from 'node:fs/promises';
import {build} from 'esbuild';
import {writeThirdPartyLicenses} from './third-party.ts';

/**
 * Bundles a program: `node ../../scripts/bundle.mjs src/main.ts`. Without a bundle, reading hundreds of modules would
 * take Node.js longer than most commands. Also adds the launcher, and the licences of bundled packages.
 */
const [, , main] = process.argv;
const {version} = JSON.parse(await readFile('package.json', 'utf8'));

const {metafile} = await build({
  entryPoints: [main],
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node22.13',
  minifyWhitespace: true,
  define: {VERSION: JSON.stringify(version)},
  // The program imports these packages by name at run time.
  external: ['@edge-console/generator', '@edge-console/stores', '@edge-console/test-tools'],
  // Defines `require`, which bundled CommonJS packages call only for built-in modules.
  banner: {js: 'const require = globalThis.process.getBuiltinModule;'},
  logLevel: 'warning',
  metafile: true,
});
await writeThirdPartyLicenses([metafile]);
await copyFile(new URL('launch.mjs', import.meta.url), 'dist/launch.mjs');
