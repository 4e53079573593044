import {constants} from 'node:os';
import {sanitiseLines} from '../text/sanitise.ts';

export type LifecycleOptions = {
  stdin: NodeJS.ReadableStream & {isTTY?: boolean; setRawMode?(on: boolean): unknown};
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream;
  /** Unmounts the interface. It is called once at most, and may throw. */
  unmount(): void;
  /** Ink's `suspendTerminal` restores the terminal; `resume` takes it over and repaints. */
  suspendTerminal(): Promise<{resume(): Promise<void>}>;
  /** Ends the process. It is called once, after the terminal was restored. */
  exit(code: number): void;
};

export type Lifecycle = {
  /** Restores the terminal, stops the process group, and repaints after `fg`. No-op while suspended. */
  suspend(): Promise<void>;
  /** Restores the terminal, reports the error on stderr, and exits with 1. */
  fail(error: unknown): void;
  quit(code: number): void;
};

const FATAL_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const exitCodeOf = (signal: (typeof FATAL_SIGNALS)[number]): number => 128 + constants.signals[signal];

const attempt = (action: () => unknown): void => {
  try {
    action();
  } catch {
    // The terminal may be gone; the remaining steps must still run.
  }
};

/**
 * Restores the terminal on every exit: quit, exception, rejection, SIGINT, SIGTERM, SIGHUP (exit code 128 + n), a closed
 * terminal, and Ctrl-Z. It replaces Ink's own handling, which restores the terminal after the error was printed, dies by
 * the signal instead of exiting with a code, and does not suspend.
 */
export const installLifecycle = (options: LifecycleOptions): Lifecycle => {
  const {stdin, stdout, stderr} = options;
  let state: 'running' | 'suspended' | 'ended' = 'running';

  const restore = () => {
    const wasSuspended = state === 'suspended';
    state = 'ended';
    attempt(options.unmount);
    attempt(() => stdin.isTTY === true && stdin.setRawMode?.(false));
    // While the console is suspended, the shell has the screen, and leaving the alternate screen would move its cursor.
    attempt(() => stdout.write(restoreSequence({leaveAlternateScreen: !wasSuspended})));
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
      process.off('SIGTSTP', onStop);
      await stopGroup();
      process.on('SIGTSTP', onStop);
      if (state !== 'suspended') return;
      state = 'running';
      await resume();
    } catch (error) {
      fail(error);
    }
  };
  const onStop = () => void suspend();
  /** Repaints, because modes and screen may have changed while another process had stopped this one. */
  const onContinue = async () => {
    if (state !== 'running') return;
    await options
      .suspendTerminal()
      .then(({resume}) => resume())
      .catch(fail);
  };

  for (const signal of FATAL_SIGNALS) process.on(signal, () => end(exitCodeOf(signal)));
  process.on('SIGTSTP', onStop);
  process.on('SIGCONT', onContinue);
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  stdout.on('error', hangUp);
  stdin.on('error', hangUp);
  return {suspend, fail, quit: code => end(code)};
};

/**
 * Turns off synchronised output, hyperlinks, colours, mouse, focus reports, bracketed paste, application keys, the hidden
 * cursor and the alternate screen. Each is harmless if it is off.
 */
const restoreSequence = ({leaveAlternateScreen}: {leaveAlternateScreen: boolean}): string =>
  [
    '\u001B[?2026l',
    '\u001B]8;;\u001B\\',
    '\u001B[0m',
    '\u001B[?1000l\u001B[?1002l\u001B[?1003l\u001B[?1006l',
    '\u001B[?1004l',
    '\u001B[?2004l',
    '\u001B[?1l\u001B>',
    leaveAlternateScreen ? '\u001B[?1049l' : '',
    '\u001B[?25h',
  ].join('');

/** Without a shell, the process is never stopped. */
const STOP_GRACE_MS = 250;

/**
 * Stops the process group, as Ctrl-Z does outside raw mode, and resolves after SIGCONT. The whole group is stopped, because
 * the parent may be npx, pnpm or sh, and the shell shows its prompt only after all of them stop.
 */
const stopGroup = (): Promise<void> =>
  new Promise(resolve => {
    const done = () => {
      clearTimeout(timer);
      process.off('SIGCONT', done);
      resolve();
    };
    // The timer is not unref'd, since nothing else keeps the process alive after stdin was released. It cannot fire while
    // the process is stopped. The extra turn handles a SIGCONT that arrives together with the timer.
    const timer = setTimeout(() => setImmediate(done), STOP_GRACE_MS);
    process.on('SIGCONT', done);
    process.kill(0, 'SIGTSTP');
  });

const textOf = (error: unknown): string => {
  if (error instanceof Error) return error.stack ?? `${error.name}: ${error.message}`;
  // Objects of other types may contain a token.
  return typeof error === 'string' ? error : `a thrown ${error === null ? 'null' : typeof error}`;
};

/** Message and stack of an error, sanitised. Causes and own properties are left out, since they can contain secrets. */
const crashReport = (error: unknown): string => {
  const [first = '', ...rest] = sanitiseLines(textOf(error));
  return [
    `edge-console stopped unexpectedly: ${first}`,
    ...rest.map(line => `  ${line.replace(/^[\s⇥]+/u, '')}`),
    '',
  ].join('\n');
};
