import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {onTestFinished} from 'vitest';
import {openPty, type PtyOptions} from '../../pty/harness.ts';
import type {Modes} from '../../pty/screen.ts';
import {type Driver, drive} from './driver.ts';

export const bin = fileURLToPath(new URL('../../../bin/edge-console.mjs', import.meta.url));

const {EDGE_TEST_HOME: home} = process.env;
if (home === undefined) throw new Error('apps/tui/test/setup.ts is not the globalSetup of these tests');

/** Keeps config, credentials and time zone of the machine out of the tests. */
export const plainEnv = {
  PATH: process.env.PATH ?? '',
  HOME: home,
  XDG_CONFIG_HOME: join(home, 'config'),
  TZ: 'UTC',
};

/** Modes of a terminal before and after the console. */
export const cleanModes: Modes = {
  alternateScreen: false,
  cursorHidden: false,
  bracketedPaste: false,
  mouse: false,
  focusReports: false,
  synchronised: false,
};

/** Starts a program on a terminal until the test ends. */
export const start = async (options: PtyOptions): Promise<Driver> => {
  const pty = await openPty(options);
  onTestFinished(() => pty.close());
  return drive(pty);
};

/** Starts the built console with flags; `env` is added to {@link plainEnv} and a new state folder. */
export const startConsole = (
  args: readonly string[],
  {env, ...size}: Pick<PtyOptions, 'cols' | 'rows' | 'env'> = {},
): Promise<Driver> => {
  const state = mkdtempSync(join(tmpdir(), 'edge-state-'));
  onTestFinished(() => rmSync(state, {recursive: true}));
  const all = {...plainEnv, XDG_STATE_HOME: state, ...env};
  return start({command: process.execPath, args: [bin, ...args], ...size, env: all});
};
