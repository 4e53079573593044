import {onTestFinished} from 'vitest';
import {openPty, type PtyOptions} from '../../pty/harness.ts';
import type {Modes} from '../../pty/terminal-screen.ts';
import {temporaryFolder} from '../folder.ts';
import {consoleArgs, plainEnv} from '../program.ts';
import {type Driver, drive} from './driver.ts';

/** Terminal modes before the console starts and after it ends. */
export const cleanModes: Modes = {
  alternateScreen: false,
  cursorHidden: false,
  bracketedPaste: false,
  mouse: false,
  focusReports: false,
  synchronised: false,
};

/** The program is killed when the test ends. */
export const start = async (options: PtyOptions): Promise<Driver> => {
  const pty = await openPty(options);
  onTestFinished(() => pty.close());
  return drive(pty);
};

/** `env` is added to {@link plainEnv} and a new state folder. */
export const startConsole = (
  args: readonly string[],
  {env, ...terminal}: Pick<PtyOptions, 'cols' | 'rows' | 'env' | 'background'> = {},
): Promise<Driver> => {
  const all = {...plainEnv, XDG_STATE_HOME: temporaryFolder('state'), ...env};
  return start({command: process.execPath, args: consoleArgs(...args), ...terminal, env: all});
};
