import {setTimeout as delay} from 'node:timers/promises';
import {spawn} from '@lydell/node-pty';
import type {Env} from './process.ts';

/** A program in a pseudo-terminal. A terminal emulator would use CPU time, so the raw output is examined. */
export interface Terminal {
  readonly pid: number;
  /** Time by `performance.now()`. */
  readonly startedAt: number;
  /** `bytes` and `waitFor` use only the output after this call. */
  mark(): void;
  bytes(): number;
  write(keys: string): void;
  onOutput(listener: (chunk: string, at: number) => void): void;
  /** Waits for output that matches every pattern. Resolves to the time of the last chunk. */
  waitFor(...patterns: readonly (string | RegExp)[]): Promise<number>;
  waitForQuiet(ms: number): Promise<void>;
  /** Ends the program with Ctrl-C, so that it writes its compile cache. Kills it after 2 s. */
  close(): Promise<void>;
}

const isFound = (text: string, pattern: string | RegExp): boolean =>
  typeof pattern === 'string' ? text.includes(pattern) : pattern.test(text);

const DEADLINE_MS = 60_000;
const KILL_AFTER_MS = 2_000;

export const openTerminal = (command: string, args: readonly string[], env: Env): Terminal => {
  const startedAt = performance.now();
  const child = spawn(command, [...args], {
    name: 'xterm-256color',
    cols: 120,
    rows: 40,
    env: {TERM: 'xterm-256color', LANG: 'C.UTF-8', ...env},
  });
  let output = '';
  let lastAt = startedAt;
  let ended = false;
  const watchers = new Set<() => void>();
  const changed = (): void => {
    for (const watcher of [...watchers]) watcher();
  };
  child.onData(data => {
    output += data;
    lastAt = performance.now();
    changed();
  });
  const exit = new Promise<void>(resolve => {
    child.onExit(() => {
      ended = true;
      changed();
      resolve();
    });
  });
  const waitFor: Terminal['waitFor'] = (...patterns) =>
    new Promise((resolve, reject) => {
      const settle = (problem?: string): void => {
        clearTimeout(timer);
        watchers.delete(check);
        if (problem === undefined) resolve(lastAt);
        else reject(new Error(`${command} ${problem} before it wrote ${patterns.join(', ')}: ${output.slice(-300)}`));
      };
      const check = (): void => {
        if (patterns.every(pattern => isFound(output, pattern))) settle();
        else if (ended) settle('ended');
      };
      const timer = setTimeout(() => settle('ran for a minute'), DEADLINE_MS);
      watchers.add(check);
      check();
    });
  return {
    pid: child.pid,
    startedAt,
    mark: () => {
      output = '';
    },
    bytes: () => Buffer.byteLength(output),
    write: keys => child.write(keys),
    onOutput: listener => void child.onData(data => listener(data, lastAt)),
    waitFor,
    waitForQuiet: async ms => {
      for (let left = ms; left > 0; left = lastAt + ms - performance.now()) await delay(left);
    },
    close: async () => {
      if (!ended) child.write('\u0003');
      const timer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
      await exit;
      clearTimeout(timer);
    },
  };
};

export const timeUntil = async (terminal: Terminal, ...patterns: readonly (string | RegExp)[]): Promise<number> => {
  const at = await terminal.waitFor(...patterns);
  await terminal.close();
  return at - terminal.startedAt;
};
