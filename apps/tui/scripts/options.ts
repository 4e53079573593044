import {isBuiltin} from 'node:module';
import type {BuildOptions, Plugin} from 'esbuild';

export const shared = {
  outdir: 'dist',
  entryNames: '[name]',
  bundle: true,
  platform: 'node',
  target: 'node22.13',
  jsx: 'automatic',
  minify: true,
  sourcemap: 'external',
  // These packages stay unbundled: only the demo needs the generator, and the keyring is native code.
  external: ['@edge-console/generator', '@napi-rs/keyring'],
  // esbuild cannot bundle the UMD main entry of jsonc-parser.
  alias: {'jsonc-parser': 'jsonc-parser/lib/esm/main.js'},
  define: {'process.env.NODE_ENV': '"production"'},
  logLevel: 'warning',
  metafile: true,
} as const satisfies BuildOptions;

export const builtApart = (bundles: Readonly<Record<string, string>>): Plugin => ({
  name: 'built-apart',
  setup: ({onResolve}) =>
    onResolve({filter: /^\./}, ({path, kind}) => {
      const source = kind === 'dynamic-import' && Object.keys(bundles).find(name => path.endsWith(name));
      return source ? {path: bundles[source] ?? '', external: true} : undefined;
    }),
});

/** An import would read all exports of a built-in module, and those of node:http load undici. */
export const lazyBuiltins: Plugin = {
  name: 'lazy-builtins',
  setup: ({onResolve, onLoad}) => {
    onResolve({filter: /^(?:node:)?[a-z_/]+$/}, ({path, kind}) =>
      kind !== 'entry-point' && isBuiltin(path) ? {path, namespace: 'builtin'} : undefined,
    );
    onLoad({filter: /./, namespace: 'builtin'}, ({path}) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
  },
};
