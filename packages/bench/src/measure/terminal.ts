import {setTimeout as delay} from 'node:timers/promises';
import {spawn} from '@lydell/node-pty';

export interface TerminalOptions {
  readonly command: string;
  readonly args?: readonly string[];
  /** Whole environment of the program but for TERM and LANG. */
  readonly env: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly rows?: number;
}

/** A program on a pty, seen as the bytes it writes: an emulator in between would be measured too. */
export interface Terminal {
  readonly pid: number;
  /** Time of the spawn, as `performance.now()`. */
  readonly startedAt: number;
  /** Forgets the output so far. */
  mark(): void;
  /** Bytes of output since the mark. */
  bytes(): number;
  /** Output since the mark. */
  output(): string;
  write(keys: string): void;
  /** Tells every piece of output from now on, with its time. */
  listen(heard: (piece: string, at: number) => void): void;
  /** Waits until the output since the mark holds every text; the time of the chunk that completed it. */
  seen(...texts: readonly string[]): Promise<number>;
  /** Waits until nothing was written for `ms`. */
  quiet(ms: number): Promise<void>;
  /** Ends the program by Ctrl-C, so that it can write its compile cache, or else by force. */
  close(): Promise<void>;
}

const DEADLINE_MS = 60_000;
const PATIENCE_MS = 2_000;

/** Starts a program on a terminal of 120×40. */
export const openTerminal = (options: TerminalOptions): Terminal => {
  const startedAt = performance.now();
  const child = spawn(options.command, [...(options.args ?? [])], {
    name: 'xterm-256color',
    cols: options.columns ?? 120,
    rows: options.rows ?? 40,
    env: {TERM: 'xterm-256color', LANG: 'C.UTF-8', ...options.env},
  });
  let output = '';
  let lastAt = startedAt;
  let ended = false;
  const watchers = new Set<() => void>();
  const listeners: ((piece: string, at: number) => void)[] = [];
  const changed = (): void => {
    for (const watcher of [...watchers]) watcher();
  };
  child.onData(data => {
    output += data;
    lastAt = performance.now();
    for (const heard of listeners) heard(data, lastAt);
    changed();
  });
  const exit = new Promise<void>(resolve => {
    child.onExit(() => {
      ended = true;
      changed();
      resolve();
    });
  });
  const seen = (...texts: readonly string[]): Promise<number> =>
    new Promise((resolve, reject) => {
      const settle = (problem?: string): void => {
        clearTimeout(timer);
        watchers.delete(check);
        if (problem === undefined) resolve(lastAt);
        else
          reject(new Error(`${options.command} ${problem} before ${texts.join(', ')} was seen: ${output.slice(-300)}`));
      };
      const check = (): void => {
        if (texts.every(text => output.includes(text))) settle();
        else if (ended) settle('ended');
      };
      const timer = setTimeout(() => settle('went on for a minute'), DEADLINE_MS);
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
    output: () => output,
    write: keys => child.write(keys),
    listen: heard => void listeners.push(heard),
    seen,
    quiet: async ms => {
      for (let left = ms; left > 0; left = lastAt + ms - performance.now()) await delay(left);
    },
    close: async () => {
      if (!ended) child.write('\u0003');
      const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
      await exit;
      clearTimeout(timer);
    },
  };
};
