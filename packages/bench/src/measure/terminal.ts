import {setTimeout as delay} from 'node:timers/promises';
import {spawn} from '@lydell/node-pty';

interface TerminalOptions {
  readonly command: string;
  readonly args?: readonly string[];
  /** Environment of the program; TERM and LANG have defaults. */
  readonly env: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly rows?: number;
}

/** A program on a pty, observed by its raw output: an emulator would take CPU time. */
export interface Terminal {
  readonly pid: number;
  /** Time of the start, in `performance.now()`. */
  readonly startedAt: number;
  /** Drops the output so far. */
  mark(): void;
  /** Bytes of output since the mark. */
  bytes(): number;
  /** Output since the mark. */
  output(): string;
  write(keys: string): void;
  /** Calls back for each later chunk of output with its time. */
  onOutput(listener: (piece: string, at: number) => void): void;
  /** Waits until the output since the mark contains every text. Resolves to the time of the last chunk. */
  waitFor(...texts: readonly string[]): Promise<number>;
  /** Waits for `ms` without output. */
  waitForQuiet(ms: number): Promise<void>;
  /** Ends the program by Ctrl-C, so that it writes its compile cache; kills it after 2 s. */
  close(): Promise<void>;
}

const DEADLINE_MS = 60_000;
const KILL_AFTER_MS = 2_000;

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
    for (const listener of listeners) listener(data, lastAt);
    changed();
  });
  const exit = new Promise<void>(resolve => {
    child.onExit(() => {
      ended = true;
      changed();
      resolve();
    });
  });
  const waitFor = (...texts: readonly string[]): Promise<number> =>
    new Promise((resolve, reject) => {
      const settle = (problem?: string): void => {
        clearTimeout(timer);
        watchers.delete(check);
        if (problem === undefined) resolve(lastAt);
        else
          reject(new Error(`${options.command} ${problem} before it wrote ${texts.join(', ')}: ${output.slice(-300)}`));
      };
      const check = (): void => {
        if (texts.every(text => output.includes(text))) settle();
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
    output: () => output,
    write: keys => child.write(keys),
    onOutput: listener => void listeners.push(listener),
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
