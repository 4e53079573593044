import {fileURLToPath} from 'node:url';
import {onTestFinished} from 'vitest';
import {openPty, type Pty, type PtyOptions} from '../../pty/harness.ts';

export const bin = fileURLToPath(new URL('../../../bin/edge-console.mjs', import.meta.url));

/** No config, no credentials and no clock of the machine that runs the tests. */
export const plainEnv = {
  PATH: process.env.PATH ?? '',
  HOME: '/nonexistent',
  XDG_CONFIG_HOME: '/nonexistent',
  TZ: 'UTC',
};

export type ConsoleOptions = Pick<PtyOptions, 'cols' | 'rows' | 'env'>;

/** Starts a program on a terminal; it is gone when the test is over. */
export const start = async (options: PtyOptions): Promise<Pty> => {
  const pty = await openPty(options);
  onTestFinished(() => pty.close());
  return pty;
};

/** Starts the built console with these flags; `env` comes on top of {@link plainEnv}. */
export const startConsole = (args: readonly string[], {env, ...size}: ConsoleOptions = {}): Promise<Pty> =>
  start({command: process.execPath, args: [bin, ...args], ...size, env: {...plainEnv, ...env}});

/** The row of the screen that holds a text, counted from the top. */
export const rowOf = (pty: Pty, text: string): number => {
  const y = pty.screen().findIndex(row => row.includes(text));
  if (y === -1) throw new Error(`${text} is not on the screen:\n${pty.screen().join('\n')}`);
  return y;
};

/** Settles when a text is no longer on the screen. An Esc has to be waited for: a key right behind it makes it an Alt. */
export const gone = (pty: Pty, text: string): Promise<void> =>
  pty.waitFor(() => !pty.screen().join('\n').includes(text));

/** Where a text begins on the screen, in cells. */
export const placeOf = (pty: Pty, text: string): {x: number; y: number} => {
  const y = rowOf(pty, text);
  const cells = pty.frame()[y] ?? [];
  const x = cells.findIndex((_, at) =>
    cells
      .slice(at)
      .map(cell => cell.chars || (cell.width === 0 ? '' : ' '))
      .join('')
      .startsWith(text),
  );
  return {x, y};
};

/** The modes of a terminal that nobody has changed. */
export const cleanModes = {
  alternateScreen: false,
  cursorHidden: false,
  bracketedPaste: false,
  mouse: false,
  focusReports: false,
  synchronised: false,
};
