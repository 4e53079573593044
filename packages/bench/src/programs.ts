import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';
import {openTerminal, type Terminal} from './measure/terminal.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Program files. */
export const CONSOLE = at('../../../apps/tui/bin/edge-console.mjs');
export const DEMO_SERVER = at('fixtures/demo-server.ts');
export const BARE_FASTIFY = at('fixtures/bare-fastify.ts');
export const FED_SERVER = at('fixtures/fed-server.ts');
export const FOLLOWING_CLIENT = at('fixtures/following-client.ts');
export const SERVER_RESETS = at('fixtures/server-resets.ts');
export const SERVER_STARTS = at('fixtures/server-starts.ts');
export const NOTHING = at('fixtures/nothing.mjs');
export const IMPORT_TIME = at('fixtures/import-time.mjs');
export const PAGE_WRITER = at('fixtures/page-writer.ts');
export const LOG_STUB = at('fixtures/log-stub.ts');
export const SCAN_STUB = at('fixtures/scan-stub.ts');

/** Starts the measured programs with an empty home directory. */
export interface Programs {
  /** An empty directory, removed at the end of the run. */
  readonly home: string;
  /** Environment of every program. */
  readonly env: Readonly<Record<string, string>>;
  openConsole(args?: readonly string[], env?: Readonly<Record<string, string>>): Terminal;
  openBare(name: 'bare-screen' | 'bare-list'): Terminal;
  close(): void;
}

/** Builds the bare Ink programs like the console: bundled, minified, for production. */
const buildBare = async (outdir: string): Promise<void> => {
  await build({
    entryPoints: [at('fixtures/bare-screen.tsx'), at('fixtures/bare-list.tsx')],
    outdir,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    jsx: 'automatic',
    minify: true,
    alias: {'react-devtools-core': NOTHING},
    define: {'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"'},
    banner: {js: "import {createRequire} from 'node:module'; const require = createRequire(import.meta.url);"},
    logLevel: 'warning',
  });
};

export const preparePrograms = async (): Promise<Programs> => {
  const dist = at('../dist');
  await buildBare(dist);
  const home = mkdtempSync(join(tmpdir(), 'edge-console-bench-'));
  const env = {PATH: process.env.PATH ?? '', HOME: home};
  return {
    home,
    env,
    openConsole: (args = [], more = {}) =>
      openTerminal({command: process.execPath, args: [CONSOLE, ...args], env: {...env, ...more}}),
    openBare: name =>
      openTerminal({command: process.execPath, args: [at('fixtures/launch.mjs'), join(dist, `${name}.js`)], env}),
    close: () => rmSync(home, {recursive: true, force: true}),
  };
};
