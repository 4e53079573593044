import {execFile} from 'node:child_process';
import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {homedir, tmpdir} from 'node:os';
import {delimiter, dirname, join} from 'node:path';
import {run} from '../../../scripts/release/run-command.ts';

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A user with an empty home folder, a version of Node.js, and npm that installs into a prefix of the user's own. */
export interface Host {
  readonly home: string;
  /** Contains what `npm install -g` installs. */
  readonly prefix: string;
  readonly env: Readonly<Record<string, string>>;
  /** Runs a command in an empty folder. */
  run(command: string, args: readonly string[]): Promise<Ended>;
  [Symbol.asyncDispose](): Promise<void>;
}

const TIMEOUT_MS = 120_000;
const OWN_VARIABLES = /^(npm_|pnpm_|EDGE_|XDG_|NODE_PATH|NODE_OPTIONS|NODE_ENV|INIT_CWD|VITEST|CI$)/i;

/** @param node - a version or the beginning of one, such as `22.13` */
export const createHost = async (node: string, registry: string): Promise<Host> => {
  const folder = await mkdtemp(join(tmpdir(), 'edge-host-'));
  const [home, prefix, cwd] = [join(folder, 'home'), join(folder, 'prefix'), join(folder, 'empty')];
  for (const path of [home, prefix, cwd]) await mkdir(path);
  const config = join(folder, 'npmrc');
  await writeFile(config, `@edge-console:registry=${registry}\nprefix=${prefix}\n`);
  const binary = (await run('npx', ['-y', `node@${node}`, '-p', 'process.execPath'])).trim();
  // Excludes programs and variables of this workspace, but not what npm needs to reach its registry.
  const paths = (process.env.PATH ?? '').split(delimiter).filter(path => !path.includes('node_modules'));
  const others = Object.entries(process.env).filter(([name]) => !OWN_VARIABLES.test(name));
  const env = {
    ...(Object.fromEntries(others) as Record<string, string>),
    PATH: [join(prefix, 'bin'), dirname(binary), ...paths].join(delimiter),
    HOME: home,
    TZ: 'UTC',
    npm_config_globalconfig: config,
    npm_config_userconfig: join(homedir(), '.npmrc'),
    npm_config_cache: join(homedir(), '.npm'),
    npm_config_prefer_offline: 'true',
  };
  return {
    home,
    prefix,
    env,
    run: (command, args) =>
      new Promise(resolve => {
        execFile(command, args, {cwd, env, timeout: TIMEOUT_MS}, (error, out, err) =>
          resolve({code: error === null ? 0 : Number(error.code), out, err}),
        );
      }),
    [Symbol.asyncDispose]: () => rm(folder, {recursive: true, force: true}),
  };
};
