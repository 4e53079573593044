import {execFile, spawn} from 'node:child_process';
import {once} from 'node:events';
import {readFileSync} from 'node:fs';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';

export const fixture = (name: string): string => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));

export type Env = Readonly<Record<string, string>>;

export const run = async (args: readonly string[], env?: Env): Promise<string> => {
  const {stdout} = await promisify(execFile)(process.execPath, args, {env});
  return stdout;
};

interface Child {
  /** Rejects if the program ends without a further line. */
  next(): Promise<string>;
  send(line: string): void;
  close(): Promise<void>;
}

export const startFixture = (name: string, ...args: readonly (string | number)[]): Child => {
  const child = spawn(process.execPath, [fixture(name), ...args.map(String)], {stdio: ['pipe', 'pipe', 'ignore']});
  const exit = once(child, 'exit');
  const lines = createInterface({input: child.stdout})[Symbol.asyncIterator]();
  return {
    next: async () => {
      const {value, done} = await lines.next();
      if (done === true) throw new Error(`${name} ended before it printed a line.`);
      return value;
    },
    send: line => child.stdin.write(`${line}\n`),
    close: async () => {
      child.kill('SIGKILL');
      await exit;
    },
  };
};

export interface FixtureServer extends Child {
  readonly url: string;
  readonly apiToken: string;
}

/** The first line that the program prints must be JSON with `url` and, optionally, `apiToken`. */
export const startServer = async (name: string, ...args: readonly (string | number)[]): Promise<FixtureServer> => {
  const child = startFixture(name, ...args);
  const {url, apiToken = 'bench'} = JSON.parse(await child.next()) as {url: string; apiToken?: string};
  return {url, apiToken, ...child};
};

const TICKS_PER_SECOND = 100;

/** CPU time of all threads. Throws on a platform without /proc. */
export const cpuSeconds = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The process name is in parentheses and may contain spaces. Fields 12 and 13 after it are user and system time.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
};

export const residentMiB = (pid: number): number => {
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) / 1024;
};

export const heapMeter = (): (() => number) => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  return () => {
    collect();
    collect();
    return process.memoryUsage().heapUsed / 2 ** 20;
  };
};
