import {readFile, rm} from 'node:fs/promises';
import {build} from 'esbuild';

/** yoga-layout decodes its embedded wasm with `fetch` where that exists, and loads undici for it: 25 ms of every start. */
const decodeYogaWithoutFetch = {
  name: 'decode-yoga-without-fetch',
  setup: ({onLoad}) =>
    onLoad({filter: /yoga-wasm-base64-esm\.js$/}, async ({path}) => ({
      contents: `const fetch = undefined;\n${await readFile(path, 'utf8')}`,
    })),
};

/** An import of node:http reads all its exports, which loads undici for WebSocket: 20 ms of every command. */
const importHttpWithoutWebSocket = {
  name: 'import-http-without-web-socket',
  setup: ({onResolve, onLoad}) => {
    onResolve({filter: /^(node:)?http$/, namespace: 'file'}, () => ({path: 'http', namespace: 'builtin'}));
    onLoad({filter: /^http$/, namespace: 'builtin'}, () => {
      const names = Object.entries(Object.getOwnPropertyDescriptors(process.getBuiltinModule('node:http')))
        .filter(([name, {get}]) => get === undefined || name === 'globalAgent')
        .map(([name]) => name);
      const http = "process.getBuiltinModule('node:http')";
      return {contents: `const http = ${http};\nexport default http;\nexport const {${names.join()}} = http;`};
    });
  },
};

await rm('dist', {recursive: true, force: true});
await build({
  entryPoints: ['src/main.ts'],
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  jsx: 'automatic',
  minify: true,
  // Only the demo needs the server and its data, and a keyring is native code. Ink imports its devtools behind a flag that
  // the bundle never sets.
  external: ['@edge-console/generator', '@napi-rs/keyring'],
  // The main entry of jsonc-parser is UMD, which cannot be bundled.
  alias: {'react-devtools-core': './scripts/empty.mjs', 'jsonc-parser': 'jsonc-parser/lib/esm/main.js'},
  define: {'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"'},
  banner: {
    js: "import {createRequire as __createRequire} from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  plugins: [decodeYogaWithoutFetch, importHttpWithoutWebSocket],
  sourcemap: 'external',
  logLevel: 'warning',
});
