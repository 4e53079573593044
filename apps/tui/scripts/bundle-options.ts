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

/**
 * Makes a module of each built-in one, which reads only the exports that are used. An import would read all of them,
 * and those of node:http load undici.
 */
export const lazyBuiltins: Plugin = {
  name: 'lazy-builtins',
  setup: ({onResolve, onLoad}) => {
    onResolve({filter: /^(?:node:)?[a-z_/]+$/}, ({path, kind}) => {
      if (kind === 'entry-point' || !isBuiltin(path)) return undefined;
      return kind === 'require-call' ? {path, external: true} : {path, namespace: 'builtin'};
    });
    onLoad({filter: /./, namespace: 'builtin'}, ({path}) => {
      const names = Object.keys(process.getBuiltinModule(path) ?? {}).filter(name => name !== 'default');
      return {
        contents: [
          `const $module = process.getBuiltinModule(${JSON.stringify(path)});`,
          'const $read = name => $module[name];',
          'export default $module;',
          ...names.map(name => `export const ${name} = /* @__PURE__ */ $read(${JSON.stringify(name)});`),
        ].join('\n'),
      };
    });
  },
};
