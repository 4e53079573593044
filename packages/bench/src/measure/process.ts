import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, readFileSync} from 'node:fs';
import {createInterface} from 'node:readline';
import {DEMO_SERVER} from '../programs.ts';

export interface Child {
  /** The first line of its output. */
  readonly line: string;
  /** The next line of its output. Rejects if it ends first. */
  next(): Promise<string>;
  /** Writes a line to its input. */
  send(line: string): void;
  close(): Promise<void>;
}

/** Starts a Node program. Resolves when it prints its first line. */
export const startChild = async (args: readonly string[]): Promise<Child> => {
  const child = spawn(process.execPath, [...args], {stdio: ['pipe', 'pipe', 'ignore']});
  const exit = once(child, 'exit');
  const lines = createInterface({input: child.stdout})[Symbol.asyncIterator]();
  const next = async (): Promise<string> => {
    const {value, done} = await lines.next();
    if (done === true) throw new Error(`${args[0]} ended before it printed a line.`);
    return value;
  };
  return {
    line: await next(),
    next,
    send: line => child.stdin.write(`${line}\n`),
    close: async () => {
      child.kill('SIGKILL');
      await exit;
    },
  };
};

interface DemoServer {
  readonly url: string;
  readonly apiToken: string;
  close(): Promise<void>;
}

/** Starts the reference server with a number of error-log entries, as a process. */
export const startDemoServer = async (entries: number, database: string): Promise<DemoServer> => {
  const child = await startChild([DEMO_SERVER, String(entries), database]);
  const {url, apiToken} = JSON.parse(child.line) as {url: string; apiToken: string};
  return {url, apiToken, close: child.close};
};

/** Whether the platform has /proc, which {@link cpuSeconds} and {@link residentMiB} need. */
export const hasProc = (): boolean => existsSync('/proc/self/stat');

/** Unit of times in /proc/PID/stat. */
const TICKS_PER_SECOND = 100;

/** CPU time of all threads of a process, in seconds. */
export const cpuSeconds = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Fields after the name in parentheses, which may contain spaces: the 12th is user time, the 13th system time.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
};

/** Resident memory of a process, in MiB. */
export const residentMiB = (pid: number): number => {
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) / 1024;
};
