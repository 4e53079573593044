import {type IPty, spawn} from '@lydell/node-pty';
import type {Terminal} from '@xterm/headless';
import {createFrames} from './frames.ts';
import {keyBytes} from './keys.ts';
import {type Cell, cellsOf, createTerminal, rowsOf, scrollbackOf} from './screen.ts';
import {killSession, signalSession} from './session.ts';

export type PtyOptions = {
  command: string;
  args?: readonly string[];
  /** Default 120. */
  cols?: number;
  /** Default 36. */
  rows?: number;
  /** The whole environment of the program; TERM and LANG are set unless they are in it. Default: PATH and HOME only. */
  env?: Readonly<Record<string, string>>;
  cwd?: string;
};

export type Exit = {code: number; signal: number};
export type Modes = {
  alternateScreen: boolean;
  cursorHidden: boolean;
  bracketedPaste: boolean;
  mouse: boolean;
  focusReports: boolean;
  synchronised: boolean;
};
/** A part of the screen's text, or what the screen has to be like. */
export type Condition = string | RegExp | ((pty: Pty) => boolean);

export type Pty = {
  readonly pid: number;
  /** Keys in a row, by name (`enter`, `ctrl-z`, `page-down`; see keys.ts) or as literal text. */
  press(...keys: string[]): void;
  /** Literal text, as typed. */
  type(text: string): void;
  /** Settles when the condition holds; rejects with the screen in the message after `deadline` ms (default 30,000). */
  waitFor(condition: Condition, options?: {deadline?: number}): Promise<void>;
  /** Visible rows without trailing spaces. */
  screen(): string[];
  row(y: number): string;
  cell(x: number, y: number): Cell;
  /** All cells of all visible rows, as for a picture. */
  frame(): Cell[][];
  cursor(): {x: number; y: number};
  modes(): Modes;
  title(): string;
  /** The primary screen with its scrollback. */
  scrollback(): string[];
  /** All output so far, as written. */
  output(): string;
  /** Bytes of output so far. */
  bytes(): number;
  resize(cols: number, rows: number): void;
  /** Sends a signal to the program itself. */
  signal(name: NodeJS.Signals): void;
  readonly exit: Promise<Exit>;
  /** Ends what is left of the program's session and settles when it is gone. Safe to call twice. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

const DEFAULT_DEADLINE_MS = 30_000;
const KILL_AFTER_MS = 2000;

const holds = (condition: Condition, pty: Pty): boolean => {
  if (typeof condition === 'function') return condition(pty);
  const text = pty.screen().join('\n');
  return typeof condition === 'string' ? text.includes(condition) : condition.test(text);
};

const environmentOf = (env: PtyOptions['env']): Record<string, string> => ({
  TERM: 'xterm-256color',
  LANG: 'C.UTF-8',
  ...(env ?? {PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? ''}),
});

/** Follows the modes that xterm does not tell about, and the title, from the output itself. */
const trackModes = (terminal: Terminal) => {
  const state = {cursorHidden: false, title: ''};
  const setCursor = (hidden: boolean) => (params: (number | number[])[]) => {
    if (params.includes(25)) state.cursorHidden = hidden;
    return false;
  };
  terminal.parser.registerCsiHandler({prefix: '?', final: 'h'}, setCursor(false));
  terminal.parser.registerCsiHandler({prefix: '?', final: 'l'}, setCursor(true));
  terminal.onTitleChange(title => {
    state.title = title;
  });
  return state;
};

/** Waits for a condition by looking at it after every change of the screen. */
const createWaiter = (look: () => string, exited: () => Exit | undefined) => {
  const checks = new Set<() => void>();
  const wait = (isMet: () => boolean, name: string, deadline: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const end = (outcome?: string) => {
        clearTimeout(timer);
        checks.delete(check);
        if (outcome === undefined) resolve();
        else reject(new Error(`${outcome} while waiting for ${name}. The screen:\n${look()}`));
      };
      const check = () => {
        const exit = exited();
        if (isMet()) end();
        else if (exit !== undefined) end(`The program ended (code ${exit.code}, signal ${exit.signal})`);
      };
      const timer = setTimeout(() => end(`${deadline} ms passed`), deadline);
      checks.add(check);
      check();
    });
  return {
    wait,
    changed: () => {
      for (const check of [...checks]) check();
    },
  };
};

const parsed = (terminal: Terminal, data = ''): Promise<void> => new Promise(resolve => terminal.write(data, resolve));

const framed = (rows: readonly string[]): string => rows.map(row => `│${row}`).join('\n');

const start = ({command, args = [], cols = 120, rows = 36, env, cwd = process.cwd()}: PtyOptions): IPty =>
  spawn(command, [...args], {name: 'xterm-256color', cols, rows, cwd, env: environmentOf(env)});

/** Starts a program on a terminal of its own, and shows what a person would see there. */
export const openPty = async (options: PtyOptions): Promise<Pty> => {
  const child = start(options);
  const terminal = createTerminal(child.cols, child.rows);
  const tracked = trackModes(terminal);
  let output = '';
  let ended: Exit | undefined;
  const waiter = createWaiter(
    () => framed(rowsOf(terminal)),
    () => ended,
  );

  const frames = createFrames(data => terminal.write(data, waiter.changed));
  child.onData(data => {
    output += data;
    frames.push(data);
    waiter.changed();
  });
  // Answers of the terminal to questions of the program: cursor position, device attributes.
  terminal.onData(data => child.write(data));
  const exit = new Promise<Exit>(resolve => {
    child.onExit(async ({exitCode, signal = 0}) => {
      frames.flush();
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

  const pty: Pty = {
    pid: child.pid,
    press: (...keys) => {
      for (const key of keys) child.write(keyBytes(key));
    },
    type: text => child.write(text),
    waitFor: async (condition, {deadline = DEFAULT_DEADLINE_MS} = {}) => {
      await parsed(terminal);
      await waiter.wait(() => holds(condition, pty), String(condition), deadline);
    },
    screen: () => rowsOf(terminal),
    row: y => rowsOf(terminal)[y] ?? '',
    cell: (x, y) => {
      const cell = cellsOf(terminal, y)[x];
      if (cell === undefined) throw new RangeError(`No cell ${x},${y} on ${terminal.cols}×${terminal.rows}`);
      return cell;
    },
    frame: () => Array.from({length: terminal.rows}, (_, y) => cellsOf(terminal, y)),
    cursor: () => ({x: terminal.buffer.active.cursorX, y: terminal.buffer.active.cursorY}),
    modes: () => ({
      alternateScreen: terminal.buffer.active.type === 'alternate',
      cursorHidden: tracked.cursorHidden,
      bracketedPaste: terminal.modes.bracketedPasteMode,
      mouse: terminal.modes.mouseTrackingMode !== 'none',
      focusReports: terminal.modes.sendFocusMode,
      synchronised: terminal.modes.synchronizedOutputMode,
    }),
    title: () => tracked.title,
    scrollback: () => scrollbackOf(terminal),
    output: () => output,
    bytes: () => Buffer.byteLength(output),
    resize: (cols, rows) => {
      terminal.resize(cols, rows);
      child.resize(cols, rows);
    },
    signal: name => child.kill(name),
    exit,
    close,
    [Symbol.asyncDispose]: close,
  };
  return pty;
};
