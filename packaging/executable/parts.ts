import {readFile, realpath} from 'node:fs/promises';
import {basename, join} from 'node:path';
import {type BuildOptions, build, type Plugin} from 'esbuild';
import {builtApart, shared} from '../../apps/tui/scripts/bundle-options.ts';
import {root} from '../../scripts/release/run-command.ts';
import {thirdPartyLicenses} from '../../scripts/third-party.ts';

/** A program as CommonJS parts. */
export interface Program {
  /** Texts by name, such as `./run.cjs`. */
  readonly parts: ReadonlyMap<string, string>;
  /** Licences of the packages in the parts. */
  readonly licenses: string;
  readonly version: string;
}

const own = (name: string): string => join(import.meta.dirname, name);

/** Replaces imports that match a pattern by files of this folder. */
const replaced = (files: Readonly<Record<string, string>>): Plugin => ({
  name: 'replaced',
  setup: ({onResolve}) => {
    for (const [pattern, file] of Object.entries(files))
      onResolve({filter: RegExp(pattern)}, () => ({path: own(file)}));
  },
});

/** Resolves a package that is a dependency of `dependent`, but not of the console. */
const dependencyOf = (dependent: string, filter: RegExp): Plugin => ({
  name: 'dependency-of',
  setup: ({onResolve, resolve}) =>
    onResolve({filter}, async ({path, kind, pluginData}) =>
      pluginData === 'resolved'
        ? undefined
        : resolve(path, {
            kind,
            resolveDir: await realpath(join(root, 'apps/tui/node_modules', dependent)),
            pluginData: 'resolved',
          }),
    ),
});

/** The part of the full screen contains all screens, because they use its React. */
const screensInFullScreen: Plugin = {
  name: 'screens-in-full-screen',
  setup: ({onResolve}) =>
    onResolve({filter: /\/screens\/registry\.ts$/}, ({path, importer, resolveDir}) =>
      importer.includes('/src/run/') ? {path: join(resolveDir, path)} : undefined,
    ),
};

const bundle = async (entries: Readonly<Record<string, string>>, options: BuildOptions): Promise<Program> => {
  const {absWorkingDir = root} = options;
  const {version} = JSON.parse(await readFile(join(absWorkingDir, 'package.json'), 'utf8'));
  const {outputFiles = [], metafile} = await build({
    ...options,
    entryPoints: entries,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    minify: true,
    // An executable imports only built-in modules. Other imports become calls of the `require` that `createLoader`
    // returns.
    supported: {'dynamic-import': false},
    // If `fetch` exists, Yoga decodes its WebAssembly with it, and Node.js loads undici for that.
    define: {
      ...options.define,
      VERSION: JSON.stringify(version),
      fetch: 'undefined',
      'import.meta.filename': '__filename',
      'import.meta.url': '__filename',
    },
    entryNames: '[name]',
    outdir: root,
    outExtension: {'.js': '.cjs'},
    sourcemap: false,
    logLevel: 'warning',
    metafile: true,
    write: false,
  });
  return {
    parts: new Map(outputFiles.map(({path, text}) => [`./${basename(path)}`, text])),
    licenses: await thirdPartyLicenses(metafile ? [metafile] : [], absWorkingDir),
    version,
  };
};

/** Bundles the console. The full screen is a part of its own, which commands do not load. */
export const consoleProgram = (): Promise<Program> => {
  const sources = {
    run: 'src/headless/run.ts',
    accessible: 'src/headless/accessible/accessible.ts',
    'serve-mcp': 'src/headless/mcp/serve-mcp.ts',
    registry: 'src/screens/registry.ts',
  };
  const apart = Object.entries(sources).map(([name, source]) => [
    source.slice(source.lastIndexOf('/')),
    `./${name}.cjs`,
  ]);
  return bundle(
    {main: 'src/main.ts', 'full-screen': own('full-screen.mjs'), ...sources},
    {
      ...shared,
      absWorkingDir: join(root, 'apps/tui'),
      external: ['@napi-rs/keyring'],
      plugins: [
        screensInFullScreen,
        builtApart({...Object.fromEntries(apart), '/full-screen.tsx': './full-screen.cjs'}),
        replaced({'^yoga-layout$': 'yoga.mjs', '^@edge-console/generator/demo$': 'no-demo.mjs'}),
        dependencyOf('ink', /^yoga-layout\/load$/),
      ],
    },
  );
};

/** Bundles the server with the demo and both databases, but without `@edge-console/test-tools`. */
export const serverProgram = (): Promise<Program> =>
  bundle(
    {main: 'src/main.ts'},
    {
      absWorkingDir: join(root, 'apps/server'),
      external: ['pg-native'],
      plugins: [replaced({'/load-package\\.ts$': 'load-package.ts'})],
    },
  );
