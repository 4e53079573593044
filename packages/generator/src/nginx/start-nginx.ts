import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, rmSync} from 'node:fs';
import {chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {setTimeout as delay} from 'node:timers/promises';
import {findNginx} from './find-nginx.ts';

export interface NginxOptions {
  /** Configuration without `load_module`, `daemon`, `pid`, `user` and `error_log`. Paths are relative to the folder. */
  readonly config: (folder: string) => string | Promise<string>;
  /** Files to create in the temporary folder that is the prefix of nginx, by path relative to this folder. */
  readonly files?: Readonly<Record<string, string>>;
  /** Lowest level of the error log. Default: info. */
  readonly level?: 'info' | 'notice' | 'warn' | 'error';
}

export interface Nginx {
  /** Temporary folder, which is the prefix of nginx. `stop` removes it. */
  readonly folder: string;
  readonly errorLog: string;
  /** Process id of the master. */
  readonly pid: number;
  /** Writes `config`, if given, and reloads. Resolves to whether nginx accepted the configuration. */
  reload(config?: string): Promise<boolean>;
  /** Renames the error log to `error.log.1` and makes nginx open a new one. */
  rotate(): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  /** Process ids of the workers, including those of older configurations. */
  workers(): Promise<readonly number[]>;
  /** Ends all processes. The error log stays. */
  quit(): Promise<void>;
  /** Ends all processes and removes the folder. Can be called again. */
  stop(): Promise<void>;
}

const STOP_MS = 3000;
export const SETPRIV = '/usr/bin/setpriv';

/**
 * Starts nginx in a temporary folder. If this process is root, workers run as nobody. Resolves when nginx listens.
 * Rejects if nginx or its Lua module is not installed, or with the error message of nginx.
 */
export const startNginx = async ({config, files = {}, level = 'info'}: NginxOptions): Promise<Nginx> => {
  const programs = findNginx();
  if (typeof programs === 'string') throw new Error(programs);
  const folder = await mkdtemp(join(tmpdir(), 'edge-nginx-'));
  const errorLog = join(folder, 'logs/error.log');
  const configFile = join(folder, 'nginx.conf');
  const pidFile = join(folder, 'nginx.pid');
  const head = [
    ...programs.modules.map(module => `load_module ${module};`),
    'daemon off;',
    `pid ${pidFile};`,
    ...(process.getuid?.() === 0 ? ['user nobody nogroup;'] : []),
    `error_log ${errorLog} ${level};`,
  ].join('\n');
  const writeConfig = (text: string) => writeFile(configFile, `${head}\n${text}\n`);
  let child: ChildProcess | undefined;
  const onExit = () => {
    if (child) killGroup(child);
    rmSync(folder, {recursive: true, force: true});
  };
  const quit = async () => child && endGroup(child);
  const stop = async () => {
    await quit();
    process.off('exit', onExit);
    await rm(folder, {recursive: true, force: true, maxRetries: 5});
  };
  try {
    await writeFiles(folder, files);
    await writeConfig(await config(folder));
    const [program = '', ...flags] = withParent([programs.nginx, '-p', folder, '-c', configFile, '-e', errorLog]);
    child = spawn(program, flags, {cwd: folder, detached: true, stdio: ['ignore', 'ignore', 'pipe']});
    process.once('exit', onExit);
    const pid = await listening(child, pidFile);
    return {
      ...{folder, errorLog, pid, quit, stop},
      signal: signal => process.kill(pid, signal),
      reload: async text => {
        if (text !== undefined) await writeConfig(text);
        return reload(pid, errorLog);
      },
      rotate: async () => {
        await rename(errorLog, `${errorLog}.1`);
        process.kill(pid, 'SIGUSR1');
        await waitFor('nginx opens a new error log', () => readFile(errorLog).then(Boolean, () => false));
      },
      workers: () => childrenOf(pid),
    };
  } catch (error) {
    await stop();
    throw error;
  }
};

const writeFiles = async (folder: string, files: Readonly<Record<string, string>>): Promise<void> => {
  // Workers that run as nobody must be able to enter the folder.
  await chmod(folder, 0o755);
  for (const name of ['logs', 'temp']) await mkdir(join(folder, name));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), {recursive: true});
    await writeFile(join(folder, name), text);
  }
};

const endGroup = async (child: ChildProcess): Promise<void> => {
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const timer = setTimeout(() => killGroup(child), STOP_MS);
    await exited;
    clearTimeout(timer);
  }
  killGroup(child);
};

// The workers would otherwise continue without the master.
const killGroup = ({pid}: ChildProcess): void => {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // No process of the group is left.
  }
};

const reload = async (pid: number, errorLog: string): Promise<boolean> => {
  const {length} = await readFile(errorLog);
  process.kill(pid, 'SIGHUP');
  const outcome = await waitFor('nginx reloads', async () => {
    const added = (await readFile(errorLog)).subarray(length).toString('latin1');
    return /\[emerg\]|init_by_lua\w* error|start worker processes/.exec(added)?.[0];
  });
  return outcome === 'start worker processes';
};

// With setpriv, Linux terminates nginx when this process ends, even if its exit handler does not run.
const withParent = (command: readonly string[]): readonly string[] =>
  existsSync(SETPRIV) ? [SETPRIV, '--pdeathsig', 'TERM', ...command] : command;

// Waits for workers too, because nginx without workers would ignore signals.
const listening = async (child: ChildProcess, pidFile: string): Promise<number> => {
  const output: string[] = [];
  child.stderr?.on('data', (chunk: Buffer) => output.push(String(chunk)));
  const failed = once(child, 'exit').then(() => {
    const [reason = 'no reason given'] = /\[emerg\].*/.exec(output.join('')) ?? [output.join('').trim()];
    throw new Error(`nginx did not start: ${reason}`);
  });
  const written = waitFor('nginx listens', async () => {
    // nginx has ended, so the promise `failed` has rejected. The value 0 only ends the polling.
    if (child.exitCode !== null || child.signalCode !== null) return 0;
    const text = await readFile(pidFile, 'utf8').catch(() => '');
    const pid = /^\d+\n/.test(text) ? Number(text) : undefined;
    return pid !== undefined && (await childrenOf(pid)).length > 0 && pid;
  });
  return Promise.race([written, failed]);
};

const childrenOf = async (pid: number): Promise<readonly number[]> => {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text.split(' ').filter(Boolean).map(Number);
};

const POLL_MS = 10;
const DEADLINE_MS = 10_000;

export const waitFor = async <T>(what: string, check: () => Promise<T | undefined | false>): Promise<T> => {
  const end = performance.now() + DEADLINE_MS;
  for (;;) {
    const value = await check();
    if (value !== undefined && value !== false) return value;
    if (performance.now() > end) throw new Error(`${what}: not within ${DEADLINE_MS / 1000} s`);
    await delay(POLL_MS);
  }
};
