import {constants} from 'node:os';
import {sanitiseLines} from '../text/sanitise.ts';

type ErrorListener = (error: unknown) => void;

/** The part of `process` that the lifecycle uses. */
export type ProcessPort = {
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  on(event: 'uncaughtException' | 'unhandledRejection', listener: ErrorListener): unknown;
  off(signal: NodeJS.Signals, listener: () => void): unknown;
  off(event: 'uncaughtException' | 'unhandledRejection', listener: ErrorListener): unknown;
  kill(pid: number, signal: NodeJS.Signals): unknown;
};

export type LifecycleOptions = {
  stdin: NodeJS.ReadableStream & {isTTY?: boolean; setRawMode?(on: boolean): unknown};
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream;
  alternateScreen: boolean;
  /** Unmounts the interface; called at most once, and may throw. */
  unmount(): void;
  /** Hands the terminal over (Ink's `suspendTerminal` without a callback); `resume` takes it back and repaints. */
  suspendTerminal(): Promise<{resume(): Promise<void>}>;
  /** Ends the process with this code; called once, after the terminal was given back. */
  exit(code: number): void;
  process?: ProcessPort;
};

export type Lifecycle = {
  /** Ctrl-Z: give the terminal back, stop the process group, and repaint after `fg`. Ignored while suspended. */
  suspend(): Promise<void>;
  /** An error nobody can handle: restore the terminal, say so on stderr, exit with 1. */
  fail(error: unknown): void;
  /** A wanted end: restore the terminal, then exit with the code. */
  quit(code: number): void;
  /** Restores the terminal and removes every listener, without an exit. */
  dispose(): void;
};

const FATAL_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const exitCodeOf = (signal: (typeof FATAL_SIGNALS)[number]): number => 128 + constants.signals[signal];

const attempt = (action: () => unknown): void => {
  try {
    action();
  } catch {
    // The terminal may be gone; whatever is left to restore must still be tried.
  }
};

/**
 * Gives the terminal back clean on every way out: quit, throw, rejection, SIGINT, SIGTERM, SIGHUP (exit code 128 + n),
 * a terminal that goes away, and Ctrl-Z. Ink alone restores too late for errors to be read, ends with the signal instead
 * of a code, and does nothing about suspending.
 */
export const installLifecycle = (options: LifecycleOptions): Lifecycle => {
  const {stdin, stdout, stderr, alternateScreen} = options;
  const port: ProcessPort = options.process ?? process;
  let state: 'running' | 'suspended' | 'ended' = 'running';

  const restore = () => {
    const wasSuspended = state === 'suspended';
    state = 'ended';
    attempt(options.unmount);
    attempt(() => stdin.isTTY === true && stdin.setRawMode?.(false));
    // While suspended the screen is the shell's; leaving the alternate screen again would move its cursor.
    attempt(() => stdout.write(restoreSequence(alternateScreen && !wasSuspended)));
  };
  const end = (code: number, report = '') => {
    if (state === 'ended') return;
    restore();
    if (report !== '') attempt(() => stderr.write(report));
    options.exit(code);
  };
  const fail = (error: unknown) => end(1, crashReport(error));
  const hangUp = () => end(exitCodeOf('SIGHUP'));

  const suspend = async (): Promise<void> => {
    if (state !== 'running') return;
    state = 'suspended';
    try {
      const {resume} = await options.suspendTerminal();
      port.off('SIGTSTP', onStop);
      await stopGroup(port);
      port.on('SIGTSTP', onStop);
      if (state !== 'suspended') return;
      state = 'running';
      await resume();
    } catch (error) {
      fail(error);
    }
  };
  const onStop = () => void suspend();
  /** Stopped by someone else and continued: the shell may have changed modes and screen meanwhile. */
  const onContinue = async () => {
    if (state !== 'running') return;
    await options
      .suspendTerminal()
      .then(({resume}) => resume())
      .catch(fail);
  };

  const signals: [NodeJS.Signals, () => void][] = [
    ...FATAL_SIGNALS.map((signal): [NodeJS.Signals, () => void] => [signal, () => end(exitCodeOf(signal))]),
    ['SIGTSTP', onStop],
    ['SIGCONT', onContinue],
  ];
  for (const [signal, listener] of signals) port.on(signal, listener);
  port.on('uncaughtException', fail);
  port.on('unhandledRejection', fail);
  stdout.on('error', hangUp);
  stdin.on('error', hangUp);

  const dispose = () => {
    if (state !== 'ended') restore();
    for (const [signal, listener] of signals) port.off(signal, listener);
    port.off('uncaughtException', fail);
    port.off('unhandledRejection', fail);
    stdout.off('error', hangUp);
    stdin.off('error', hangUp);
  };
  return {suspend, fail, quit: code => end(code), dispose};
};

/**
 * Everything a full-screen program may have switched on, switched off: synchronised output, hyperlink, colours, mouse,
 * focus reports, bracketed paste, application keys, hidden cursor, alternate screen. Each is harmless when already off.
 */
const restoreSequence = (alternateScreen: boolean): string =>
  [
    '\u001B[?2026l',
    '\u001B]8;;\u001B\\',
    '\u001B[0m',
    '\u001B[?1000l\u001B[?1002l\u001B[?1003l\u001B[?1006l',
    '\u001B[?1004l',
    '\u001B[?2004l',
    '\u001B[?1l\u001B>',
    alternateScreen ? '\u001B[?1049l' : '',
    '\u001B[?25h',
  ].join('');

/** How long to wait for a stop that may never come: nothing can stop a process whose shell is gone. */
const STOP_GRACE_MS = 250;

/**
 * Stops the whole process group, as Ctrl-Z does outside of raw mode, and settles once it runs again. The group, because
 * the program may be a child of npx, pnpm or sh, and the shell gives its prompt back only when all of them stop.
 */
const stopGroup = (port: ProcessPort): Promise<void> =>
  new Promise(resolve => {
    const done = () => {
      clearTimeout(timer);
      port.off('SIGCONT', done);
      resolve();
    };
    // Ref'd: with stdin released nothing else may keep the process alive. It cannot fire while the process is stopped.
    // The extra turn lets a SIGCONT that arrived together with it be handled here, not taken for another one.
    const timer = setTimeout(() => setImmediate(done), STOP_GRACE_MS);
    port.on('SIGCONT', done);
    port.kill(0, 'SIGTSTP');
  });

const textOf = (error: unknown): string => {
  if (error instanceof Error) return error.stack ?? `${error.name}: ${error.message}`;
  // Anything else may be an object that carries a token, so its content is not shown.
  return typeof error === 'string' ? error : `a thrown ${error === null ? 'null' : typeof error}`;
};

/** A crash for stderr: message and stack, safe for a terminal. Causes and own properties are left out: they can hold secrets. */
const crashReport = (error: unknown): string => {
  const [first = '', ...rest] = sanitiseLines(textOf(error));
  return [
    `edge-console stopped unexpectedly: ${first}`,
    ...rest.map(line => `  ${line.replace(/^[\s⇥]+/u, '')}`),
    '',
  ].join('\n');
};
