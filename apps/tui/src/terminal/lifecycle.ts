import {constants} from 'node:os';
import {loadProblem} from '../text/load-problem.ts';
import {sanitise, sanitiseLines} from '../text/sanitise.ts';

export type LifecycleOptions = {
  stdin: NodeJS.ReadableStream & {isTTY?: boolean; setRawMode?(on: boolean): unknown};
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream;
  /** Called at most once. May throw. */
  unmount(): void;
  suspendTerminal(): Promise<{resume(): Promise<void>}>;
  exit(code: number): void;
};

export type Lifecycle = ReturnType<typeof installLifecycle>;

const FATAL_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const exitCodeOf = (signal: (typeof FATAL_SIGNALS)[number]): number => 128 + constants.signals[signal];

const attempt = (action: () => unknown): void => {
  try {
    action();
  } catch {
    // If the terminal is already closed, this step fails. The following steps must run all the same.
  }
};

/** Ink alone would print errors before it restores the terminal, and would not exit with 128 + n after a signal. */
export const installLifecycle = (options: LifecycleOptions) => {
  const {stdin, stdout, stderr} = options;
  let state: 'running' | 'suspended' | 'lent' | 'ended' = 'running';

  const restore = () => {
    const leave = LEAVE_ALTERNATE_SCREEN[state === 'ended' ? 'running' : state];
    state = 'ended';
    attempt(options.unmount);
    attempt(() => stdin.isTTY === true && stdin.setRawMode?.(false));
    attempt(() => stdout.write(restoreSequence(leave)));
  };
  const end = (code: number, report = '') => {
    if (state === 'ended') return;
    restore();
    if (report !== '') attempt(() => stderr.write(report));
    options.exit(code);
  };
  const fail = (error: unknown) => end(1, crashReport(error));
  const hangUp = () => end(exitCodeOf('SIGHUP'));

  /** Stops the process group after restoring the terminal, and repaints after `fg`. */
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

  /** Runs a program that uses the terminal. Resolves to undefined if the console is not using the terminal. */
  const lend = async <T>(run: () => Promise<T>): Promise<T | undefined> => {
    if (state !== 'running') return undefined;
    state = 'lent';
    try {
      const {resume} = await options.suspendTerminal();
      // A pending read of stdin would take keys from the program that `run` starts. To cancel the read, stdin must flow
      // and then pause, which works only after Node.js has processed the removal of Ink's listener.
      await new Promise(setImmediate);
      stdin.resume();
      stdin.pause();
      const modes = stdin.isTTY === true ? terminalModes() : undefined;
      // Without the handler, Ctrl-Z stops the console together with the program, and the shell shows its prompt.
      process.off('SIGTSTP', onStop);
      process.on('SIGQUIT', ignoreSignal);
      const result = await run();
      process.off('SIGQUIT', ignoreSignal);
      process.on('SIGTSTP', onStop);
      if (state !== 'lent') return undefined;
      // The program that `run` started may have crashed without resetting the terminal modes. Ink draws from the first
      // column, hence `\r`.
      stdout.write(`${restoreSequence(LEAVE_ALTERNATE_SCREEN.lent)}\r`);
      if (modes !== undefined) setTerminalModes(modes);
      state = 'running';
      await resume();
      return result;
    } catch (error) {
      fail(error);
      return undefined;
    }
  };
  const onContinue = async () => {
    if (state !== 'running') return;
    await options
      .suspendTerminal()
      .then(({resume}) => resume())
      .catch(fail);
  };

  for (const signal of FATAL_SIGNALS) {
    process.on(signal, () => {
      // In the state `lent`, Ctrl-C sends SIGINT to the console and to the program that uses the terminal, but is meant
      // only for that program.
      if (signal !== 'SIGINT' || state !== 'lent') end(exitCodeOf(signal));
    });
  }
  process.on('SIGTSTP', onStop);
  process.on('SIGCONT', onContinue);
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  stdout.on('error', hangUp);
  stdin.on('error', hangUp);
  return {suspend, lend, fail, quit: (code: number) => end(code)};
};

// Turning off a mode that is already off is harmless.
const restoreSequence = (leaveAlternateScreen: string): string =>
  [
    '\u001B[?2026l',
    '\u001B]8;;\u001B\\',
    '\u001B[0m',
    '\u001B[?1000l\u001B[?1002l\u001B[?1003l\u001B[?1006l',
    '\u001B[?1004l',
    '\u001B[?2004l',
    '\u001B[?1l\u001B>',
    leaveAlternateScreen,
    '\u001B[?25h',
  ].join('');

/** 1049 also moves the cursor to its position at the start. In `lent`, another program may have written there since. */
const LEAVE_ALTERNATE_SCREEN = {running: '\u001B[?1049l', suspended: '', lent: '\u001B[?1047l'} as const;

const ignoreSignal = (): void => undefined;

/** In the format of `stty -g`. Undefined if there is no `stty`. */
const terminalModes = (): string | undefined => {
  const {spawnSync} = process.getBuiltinModule('node:child_process');
  const {stdout} = spawnSync('stty', ['-g'], {stdio: ['inherit', 'pipe', 'ignore'], encoding: 'utf8'});
  return stdout?.trim() || undefined;
};

const setTerminalModes = (modes: string): void => {
  const {spawnSync} = process.getBuiltinModule('node:child_process');
  spawnSync('stty', [modes], {stdio: ['inherit', 'ignore', 'ignore']});
};

/** If no shell controls the process, SIGTSTP does not stop it. The console then resumes after this time. */
const STOP_GRACE_MS = 250;

// The parent may be npx or sh, and the shell shows its prompt only when the whole process group has stopped.
const stopGroup = (): Promise<void> =>
  new Promise(resolve => {
    const done = () => {
      clearTimeout(timer);
      process.off('SIGCONT', done);
      resolve();
    };
    // Not unref'd, because nothing else keeps the process alive. `setImmediate` lets a SIGCONT be handled first.
    const timer = setTimeout(() => setImmediate(done), STOP_GRACE_MS);
    process.on('SIGCONT', done);
    process.kill(0, 'SIGTSTP');
  });

const textOf = (error: unknown): string => {
  if (error instanceof Error) return error.stack ?? `${error.name}: ${error.message}`;
  // A thrown value that is neither an error nor a text is not printed, because it may contain a token.
  return typeof error === 'string' ? error : `a thrown ${error === null ? 'null' : typeof error}`;
};

/** Omits `cause` and other properties of the error, which may hold secrets. */
const crashReport = (error: unknown): string => {
  const unloaded = loadProblem(error);
  if (unloaded !== undefined) return `edge-console: ${sanitise(unloaded)}\n`;
  const [first = '', ...rest] = sanitiseLines(textOf(error));
  return [
    `edge-console stopped unexpectedly: ${first}`,
    ...rest.map(line => `  ${line.replace(/^[\s⇥]+/u, '')}`),
    '',
  ].join('\n');
};
