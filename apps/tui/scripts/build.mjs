import {mkdir, readFile, rm, writeFile} from 'node:fs/promises';
import {build} from 'esbuild';
import {BUILTIN, readUsedExports, SCRIPT_DEFINE, toScript} from '../../../scripts/script.mjs';

/** yoga-layout decodes its embedded wasm with `fetch` where that exists, and loads undici for it: 25 ms of every start. */
const decodeYogaWithoutFetch = {
  name: 'decode-yoga-without-fetch',
  setup: ({onLoad}) =>
    onLoad({filter: /yoga-wasm-base64-esm\.js$/}, async ({path}) => ({
      contents: `const fetch = undefined;\n${await readFile(path, 'utf8')}`,
    })),
};

/**
 * got loads HTTP/2 and its caches at start, which no profile uses, and Web streams after a request, which no request sends:
 * 20 ms of every command.
 */
const leaveOutPartsOfGot = {
  name: 'leave-out-parts-of-got',
  setup: ({onResolve, onLoad}) => {
    onResolve({filter: /^(node:http2|cacheable-request|\.\/utils\/dns-cache\.js)$/}, ({path}) => ({
      path: path.replace('./utils/', ''),
      namespace: 'absent',
    }));
    onLoad({filter: /^node:http2$/, namespace: 'absent'}, () => ({
      contents: 'export class Http2ServerResponse {}\nexport const constants = {};\nexport default {constants};',
    }));
    onLoad({filter: /^(cacheable-request|dns-cache\.js)$/, namespace: 'absent'}, () => ({
      contents: 'export class CacheError {}\nexport default class {}',
    }));
    onLoad(
      {filter: /got[/\\]dist[/\\]source[/\\]core[/\\](index|utils[/\\]is-non-replayable-body)\.js$/},
      async ({path}) => {
        const source = await readFile(path, 'utf8');
        const found = source.includes('instanceof ReadableStream');
        return found ? {contents: `class ReadableStream {}\n${source}`} : {errors: [{text: 'no Web streams found'}]};
      },
    );
  },
};

/** @sindresorhus/is, of got, creates the list formats of its error messages at start: 20 ms for the data of ICU. */
const createListFormatsWhenUsed = {
  name: 'create-list-formats-when-used',
  setup: ({onLoad}) =>
    onLoad({filter: /@sindresorhus[/\\]is[/\\]distribution[/\\]index\.js$/}, async ({path}) => {
      const source = await readFile(path, 'utf8');
      const contents = source.replaceAll(
        /= (new Intl\.ListFormat\([^)]*\));/g,
        '= {format: values => $1.format(values)};',
      );
      return contents === source ? {errors: [{text: 'no list format found'}]} : {contents};
    }),
};

/** got gives each request a random UUID, which only its diagnostics use: 5 ms to load node:crypto. */
const numberRequests = {
  name: 'number-requests',
  setup: ({onLoad}) =>
    onLoad({filter: /got[/\\]dist[/\\]source[/\\]core[/\\]diagnostics-channel\.js$/}, async ({path}) => {
      const source = await readFile(path, 'utf8');
      const contents = source.replace(
        'return randomUUID();',
        'return String(++lastRequest);\n}\nlet lastRequest = 0;\n{',
      );
      return contents === source ? {errors: [{text: 'no request id found'}]} : {contents};
    }),
};

/**
 * Ink measures and splits every line of every frame again. Keeps what it knows of lines from frame to frame, up to a number
 * of lines: most lines stay as they are, and each character outside of ASCII takes microseconds.
 */
const keepCachesOfFrames = {
  name: 'keep-caches-of-frames',
  setup: ({onLoad}) => {
    onLoad({filter: /string-width@8[^/\\]*[/\\].*[/\\]index\.js$/}, async ({path}) => {
      const source = await readFile(path, 'utf8');
      const contents = source.replace(STRING_WIDTH, 'function measure(').concat(KEPT_WIDTHS);
      return source.includes(STRING_WIDTH) ? {contents} : {errors: [{text: 'no function found'}]};
    });
    onLoad({filter: /[/\\]ink[/\\]build[/\\]output\.js$/}, async ({path}) => {
      const source = await readFile(path, 'utf8');
      const contents = source.replace(' = new OutputCaches();', ' = cachesOfFrames();').concat(CACHES_OF_FRAMES);
      return source.includes(' = new OutputCaches();') ? {contents} : {errors: [{text: 'no caches found'}]};
    });
  },
};

const STRING_WIDTH = 'export default function stringWidth(';
const KEPT_WIDTHS = `
const MAX_WIDTHS = 5000;
const widths = new Map();
export default function stringWidth(input, options) {
  if (options !== undefined) return measure(input, options);
  let width = widths.get(input);
  if (width === undefined) {
    if (widths.size >= MAX_WIDTHS) widths.clear();
    width = measure(input);
    widths.set(input, width);
  }
  return width;
}`;

const CACHES_OF_FRAMES = `
const MAX_LINES = 500;
let lastCaches;
function cachesOfFrames() {
  if (lastCaches === undefined || lastCaches.styledChars.size > MAX_LINES || lastCaches.widths.size > 10 * MAX_LINES) {
    lastCaches = new OutputCaches();
  }
  return lastCaches;
}`;

/**
 * Loads modules that many commands do not use, such as TLS for http: URLs, when used: 20 ms of every command.
 * Their functions and classes are proxies until then.
 */
const loadWhenUsed = {
  name: 'load-when-used',
  setup: ({onResolve, onLoad}) => {
    onResolve(
      {filter: /^(node:)?(child_process|crypto|https|tls|zlib|(fs|readline|stream|timers)\/promises)$/},
      ({path}) => ({
        path: path.replace('node:', ''),
        namespace: 'when-used',
        sideEffects: false,
      }),
    );
    onLoad({filter: /./, namespace: 'when-used'}, ({path}) => {
      const entries = Object.entries(process.getBuiltinModule(path));
      const names = entries.flatMap(([name, value]) => (typeof value === 'function' ? [name] : []));
      const parts = names.map(name => `export const ${name} = /* @__PURE__ */ part('${name}');`);
      const all = `export default /* @__PURE__ */ every([${names.map(name => `'${name}'`).join()}]);`;
      return {contents: [WHEN_USED.replace('MODULE', path), ...parts, all].join('\n')};
    });
  },
};

// A class is called with `new`, and `instanceof` reads its prototype.
const WHEN_USED = `
const load = () => process.getBuiltinModule('MODULE');
const part = name => new Proxy(function () {}, {
  apply: (_, self, args) => Reflect.apply(load()[name], self, args),
  construct: (_, args) => Reflect.construct(load()[name], args),
  get: (_, key) => load()[name][key],
});
const every = names => {
  const parts = Object.fromEntries(names.map(name => [name, part(name)]));
  return new Proxy(parts, {get: (_, key) => parts[key] ?? load()[key]});
};`;

await rm('dist', {recursive: true, force: true});
const shared = {
  outdir: 'dist',
  outbase: 'src',
  entryNames: '[name]',
  write: false,
  bundle: true,
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
  // CommonJS packages require built-in modules only.
  banner: {js: `const ${BUILTIN} = process.getBuiltinModule, require = ${BUILTIN};`},
  plugins: [
    keepCachesOfFrames,
    leaveOutPartsOfGot,
    loadWhenUsed,
    numberRequests,
    decodeYogaWithoutFetch,
    createListFormatsWhenUsed,
  ],
  sourcemap: 'external',
  logLevel: 'warning',
};

/** Dynamic imports of these source files, for one of their exports, run the scripts made of them. */
const runAsScript = sources => ({
  name: 'run-as-script',
  setup: ({onResolve, onLoad}) => {
    onResolve({filter: /^\./}, ({path, kind, resolveDir}) => {
      const source = kind === 'dynamic-import' && Object.keys(sources).find(name => path.endsWith(name));
      return source ? {path: source, namespace: 'script', pluginData: resolveDir} : undefined;
    });
    onResolve({filter: /^@edge-console\/launcher$/}, ({path}) => ({path, external: true}));
    onLoad({filter: /./, namespace: 'script'}, ({path, pluginData: resolveDir}) => ({
      resolveDir,
      contents: `import {runScript} from '@edge-console/launcher';
        import {nounOf} from './cli/args.ts';
        const url = new URL('.${path.replace(/\.tsx?$/, '.js')}', import.meta.url);
        const part = nounOf(process.argv.slice(2)) ?? 'console';
        const run = {name: 'edge-console', part, importModule: name => import(name)};
        export const {${sources[path]}} = await runScript(url, run);`,
    }));
  },
});

/** Dynamic imports of these source files stay imports of `dist`, as their names without folders. */
const builtApart = (...sources) => ({
  name: 'built-apart',
  setup: ({onResolve}) =>
    onResolve({filter: /^\./}, ({path, kind}) => {
      const source = kind === 'dynamic-import' && sources.find(name => path.endsWith(name));
      return source ? {path: `./${source.replace(/.*\/|\.tsx?$/g, '')}.js`, external: true} : undefined;
    }),
});

/** The compile cache of a script is that of the launcher. */
const flushCacheOfScript = {
  name: 'flush-cache-of-script',
  setup: ({onResolve, onLoad}) => {
    onResolve({filter: /^node:module$/}, ({path}) => ({path, namespace: 'script'}));
    onLoad({filter: /./, namespace: 'script'}, () => ({contents: 'export const flushCompileCache = flushCache;'}));
  },
};

// One file for each kind of run: finding and reading a hundred small ones takes longer than starting a command.
const asScript = {
  define: {...shared.define, ...SCRIPT_DEFINE},
  plugins: [...shared.plugins, flushCacheOfScript],
};
const scripts = [
  {
    entryPoints: ['src/headless/run.ts'],
    plugins: [...asScript.plugins, builtApart('/registry.ts')],
  },
  {entryPoints: ['src/run/full-screen.tsx']},
  {entryPoints: ['src/headless/accessible/accessible.ts']},
];
const [main, registry, ...others] = await Promise.all([
  build({
    ...shared,
    entryPoints: ['src/main.ts'],
    plugins: [
      ...shared.plugins,
      runAsScript({
        '/run.ts': 'runCommand',
        '/accessible.ts': 'runAccessible',
        '/full-screen.tsx': 'runFullScreen',
      }),
    ],
  }),
  build({...shared, entryPoints: ['src/screens/registry.ts']}),
  ...scripts.map(options => build({...shared, ...asScript, ...options})),
]);
await mkdir('dist');
const write = ({outputFiles}, toCode) =>
  outputFiles.map(({path, text}) => writeFile(path, path.endsWith('.js') ? toCode(readUsedExports(text)) : text));
await Promise.all([
  ...[main, registry].flatMap(result => write(result, code => code)),
  ...others.flatMap(result => write(result, toScript)),
]);
