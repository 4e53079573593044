import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';
import {fixture} from './measure/process.ts';
import {openTerminal, type Terminal} from './measure/terminal.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export const CONSOLE = at('../../../apps/tui/bin/edge-console.mjs');

export interface Programs {
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  openConsole(args?: readonly string[], env?: Readonly<Record<string, string>>): Terminal;
  openBare(name: 'bare-screen' | 'bare-list'): Terminal;
  close(): void;
}

const buildBare = async (outdir: string): Promise<void> => {
  await build({
    entryPoints: [fixture('bare-screen.tsx'), fixture('bare-list.tsx')],
    outdir,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node22.13',
    jsx: 'automatic',
    minify: true,
    define: {'process.env.NODE_ENV': '"production"'},
    banner: {js: "import {createRequire} from 'node:module'; const require = createRequire(import.meta.url);"},
    logLevel: 'warning',
  });
};

export const preparePrograms = async (): Promise<Programs> => {
  const dist = at('../dist');
  await buildBare(dist);
  const home = mkdtempSync(join(tmpdir(), 'edge-console-bench-'));
  const env = {PATH: process.env.PATH ?? '', HOME: home};
  // The console has a compile cache, so the baselines get one too.
  const bareEnv = {...env, NODE_COMPILE_CACHE: join(home, 'compile-cache')};
  return {
    home,
    env,
    openConsole: (args = [], more = {}) => openTerminal(process.execPath, [CONSOLE, ...args], {...env, ...more}),
    openBare: name => openTerminal(process.execPath, [join(dist, `${name}.js`)], bareEnv),
    close: () => rmSync(home, {recursive: true, force: true}),
  };
};
