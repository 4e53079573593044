import {spawn} from '@lydell/node-pty';
import type {Terminal} from '@xterm/headless';
import {killSession, signalSession} from './process-session.ts';
import {
  bufferUpdates,
  type Cell,
  cellOf,
  cellsOf,
  createTerminal,
  type Modes,
  rowsOf,
  scrollbackOf,
  trackModes,
} from './terminal-screen.ts';

export type PtyOptions = {
  command: string;
  args?: readonly string[];
  /** Default: 120. */
  cols?: number;
  /** Default: 36. */
  rows?: number;
  /** The program's whole environment. TERM and LANG are added if missing. Default: PATH and HOME of this process. */
  env?: Readonly<Record<string, string>>;
  cwd?: string;
  /** The terminal reports this background (OSC 11), such as `rgb:ffff/ffff/ffff`. Default: no report. */
  background?: string;
};

type Exit = {code: number; signal: number};
/** A text that must be on the screen, a pattern that the text of the screen must match, or a predicate. */
type Condition = string | RegExp | ((pty: Pty) => boolean);
export type WaitOptions = {
  /** In milliseconds; default 30,000. */
  deadline?: number;
  /** Names the condition in the error message. */
  name?: string;
};

export type Pty = {
  readonly pid: number;
  readonly exit: Promise<Exit>;
  exited(): Exit | undefined;
  /** A key is a name (`enter`, `ctrl-z`, `pagedown`) or literal text. */
  press(...keys: string[]): void;
  type(text: string): void;
  resize(cols: number, rows: number): void;
  signal(name: NodeJS.Signals): void;
  /** Rejects at the deadline or when the program ends. The message shows the screen. */
  waitFor(condition: Condition, options?: WaitOptions): Promise<void>;
  /** Visible rows without trailing spaces. */
  screen(): readonly string[];
  /** Visible rows, joined by line breaks. */
  text(): string;
  row(y: number): string;
  cell(x: number, y: number): Cell;
  frame(): Cell[][];
  modes(): Modes;
  title(): string;
  /** Rows of the primary screen and its scrollback. */
  scrollback(): string[];
  /** All output so far, as the program wrote it. */
  output(): string;
  bytes(): number;
  /** Ends all processes of the program's session, and waits until they have ended. Can be called twice. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** The bytes that a terminal sends for each key. */
const NAMED: Readonly<Record<string, string>> = {
  enter: '\r',
  esc: '\u001B',
  tab: '\t',
  'shift-tab': '\u001B[Z',
  space: ' ',
  backspace: '\u007F',
  delete: '\u001B[3~',
  up: '\u001B[A',
  down: '\u001B[B',
  right: '\u001B[C',
  left: '\u001B[D',
  home: '\u001B[H',
  end: '\u001B[F',
  f2: '\u001BOQ',
  pageup: '\u001B[5~',
  pagedown: '\u001B[6~',
};

const keyBytes = (key: string): string => {
  const named = NAMED[key];
  if (named !== undefined) return named;
  const letter = /^ctrl-([a-z])$/.exec(key)?.[1];
  if (letter !== undefined) return String.fromCharCode(letter.charCodeAt(0) & 0x1f);
  if ([...key].length > 1) throw new RangeError(`The harness has no key ${key}.`);
  return key;
};

const DEFAULT_DEADLINE_MS = 30_000;
const KILL_AFTER_MS = 2000;
const POLL_MS = 50;

/** Conditions are checked after every change of the screen, and every 50 ms. */
const createWaiter = (screen: () => readonly string[], exited: () => Exit | undefined) => {
  const checks = new Set<() => void>();
  const wait = (isMet: () => boolean, {name, deadline = DEFAULT_DEADLINE_MS}: WaitOptions): Promise<void> =>
    new Promise((resolve, reject) => {
      const end = (problem?: string) => {
        clearTimeout(timer);
        clearInterval(poll);
        checks.delete(check);
        if (problem === undefined) return resolve();
        const rows = screen().map(row => `│${row}`);
        reject(new Error([`${problem} while waiting for ${name}. The screen:`, ...rows].join('\n')));
      };
      const check = () => {
        const exit = exited();
        if (isMet()) end();
        else if (exit !== undefined) end(`The program ended (code ${exit.code}, signal ${exit.signal})`);
      };
      const timer = setTimeout(() => end(`${deadline} ms passed`), deadline);
      // For conditions about something that is not on the screen, such as processes.
      const poll = setInterval(check, POLL_MS);
      checks.add(check);
      check();
    });
  const changed = () => {
    for (const check of [...checks]) check();
  };
  return {wait, changed};
};

const parsed = (terminal: Terminal): Promise<void> => new Promise(resolve => terminal.write('', resolve));

/** Runs a program on a pseudo-terminal. A terminal emulator computes the screen that a user would see. */
export const openPty = async (options: PtyOptions): Promise<Pty> => {
  const {command, args = [], cols = 120, rows = 36, cwd = process.cwd(), background} = options;
  const {env = {PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? ''}} = options;
  const child = spawn(command, [...args], {
    // node-pty sets TERM to this name.
    name: env.TERM ?? 'xterm-256color',
    cols,
    rows,
    cwd,
    env: {LANG: 'C.UTF-8', ...env},
  });
  const terminal = createTerminal(cols, rows);
  // Polls read the screen far more often than it changes.
  let shown: readonly string[] | undefined;
  const screen = () => (shown ??= rowsOf(terminal));
  const text = () => screen().join('\n');
  let output = '';
  let ended: Exit | undefined;
  const waiter = createWaiter(screen, () => ended);

  const drawn = () => {
    shown = undefined;
    waiter.changed();
  };
  const updates = bufferUpdates(data => terminal.write(data, drawn));
  child.onData(data => {
    output += data;
    updates.push(data);
  });
  // The program queries the terminal, for example for the cursor position. The emulator replies.
  terminal.onData(data => child.write(data));
  if (background !== undefined)
    terminal.parser.registerOscHandler(11, data => {
      if (data === '?') child.write(`\u001B]11;${background}\u001B\\`);
      return true;
    });
  const exit = new Promise<Exit>(resolve => {
    child.onExit(async ({exitCode, signal = 0}) => {
      updates.flush();
      await parsed(terminal);
      ended = {code: exitCode, signal};
      waiter.changed();
      resolve(ended);
    });
  });

  const close = async () => {
    signalSession(child.pid, 'SIGHUP');
    const timer = setTimeout(() => killSession(child.pid), KILL_AFTER_MS);
    if (ended === undefined) signalSession(child.pid, 'SIGCONT');
    await exit;
    clearTimeout(timer);
    await killSession(child.pid);
  };

  const holds = (condition: Condition): boolean => {
    if (typeof condition === 'function') return condition(pty);
    return typeof condition === 'string' ? text().includes(condition) : condition.test(text());
  };

  const pty: Pty = {
    pid: child.pid,
    exit,
    exited: () => ended,
    press: (...keys) => {
      for (const key of keys) child.write(keyBytes(key));
    },
    type: typed => child.write(typed),
    resize: (width, height) => {
      terminal.resize(width, height);
      shown = undefined;
      child.resize(width, height);
    },
    signal: name => child.kill(name),
    waitFor: async (condition, wait = {}) => {
      await parsed(terminal);
      await waiter.wait(() => holds(condition), {name: String(condition), ...wait});
    },
    screen,
    text,
    row: y => screen()[y] ?? '',
    cell: (x, y) => {
      const cell = cellOf(terminal, x, y);
      if (cell === undefined) throw new RangeError(`No cell ${x},${y} on ${terminal.cols}×${terminal.rows}`);
      return cell;
    },
    frame: () => Array.from({length: terminal.rows}, (_, y) => cellsOf(terminal, y)),
    ...trackModes(terminal),
    scrollback: () => scrollbackOf(terminal),
    output: () => output,
    bytes: () => Buffer.byteLength(output),
    close,
    [Symbol.asyncDispose]: close,
  };
  return pty;
};
