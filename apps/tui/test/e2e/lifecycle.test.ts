import {describe, expect, it} from 'vitest';
import {sessionPids} from '../pty/process-session.ts';
import type {Cell} from '../pty/terminal-screen.ts';
import {type Driver, keysOf} from '../support/console/driver.ts';
import {cleanModes} from '../support/console/start-console.ts';
import {sharedGateway} from '../support/gateway.ts';
import {manyEntries} from '../support/logs.ts';
import {similar} from '../support/similar.ts';
import {checked, expectRestored, PROMPT, STOPPED, startShell} from './support/shell.ts';

const gateway = sharedGateway(() => ({seed: {error_logs: manyEntries(300)}}));

const PLAIN = 'edge-console --url $U';
const THROUGH_SH = `sh -c 'true && edge-console --url $U'`;
const FULL_SCREEN = {
  ...cleanModes,
  alternateScreen: true,
  cursorHidden: true,
  bracketedPaste: true,
  focusReports: true,
};

const runConsole = async (command: string): Promise<Driver> => {
  const shell = await startShell(gateway().url);
  await shell.type(checked(command)).see('300 entries');
  return shell;
};

/** Leaves out the status line, where the age of the data changes. */
const steadyCells = (shell: Driver): Cell[][] => shell.frame().filter((_, y) => y !== 3);

it('the first frame begins in the top left corner', async () => {
  const shell = await startShell(gateway().url);
  await shell.type(`clear; printf 'not at the margin'; ${PLAIN}\r`).see('300 entries');
  expect(shell.screen()[0]).toMatch(/^ ◆ 127\.0\.0\.1 /);
  expect(shell.screen()[1]).toMatch(/^ 1 Session /);
  await shell
    .press('global.suspend')
    .see(STOPPED)
    .type(`clear; printf 'nor here'; fg\r`)
    .see(({modes}) => modes().alternateScreen)
    .see(/quit.*$/);
  expect(shell.screen()[0]).toMatch(/^ ◆ 127\.0\.0\.1 /);
});

describe('restoring the terminal', () => {
  const [quit = '', interrupt = ''] = keysOf('global.quit');

  it.each([
    [quit, THROUGH_SH],
    [interrupt, PLAIN],
  ])('the terminal is restored after %s, started as %s', async (key, command) => {
    const shell = await runConsole(command);
    expect(shell.modes()).toEqual(FULL_SCREEN);
    await shell.key(key);
    await expectRestored(shell, 0);
  });

  // The tests in `test/terminal` send all signals to a smaller program.
  const signals = [
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGINT', 130],
  ] as const;
  it.each(similar(signals))('the terminal is restored after %s, with exit code %d', async (signal, code) => {
    const shell = await runConsole(PLAIN);
    await shell.signal(signal);
    await expectRestored(shell, code);
  });
});

it('the console ends when the terminal is closed', async () => {
  const shell = await runConsole(THROUGH_SH);
  expect(sessionPids(shell.pid).length).toBeGreaterThan(1);
  process.kill(shell.pid, 'SIGKILL');
  await expect.poll(() => sessionPids(shell.pid), {timeout: 30_000}).toEqual([]);
});

it.each(similar([THROUGH_SH, PLAIN]))(
  'the console suspends to the shell and draws the same screen after fg, started as %s',
  async command => {
    const shell = await startShell(gateway().url);
    await shell
      .type('stty -g\r')
      .see(PROMPT)
      .type(`${command}\r`)
      .see('300 entries')
      // The histogram is counted after the rows are loaded.
      .see('each, exact')
      .press('error-logs.down', 'error-logs.down')
      .selected('entry 298')
      .see('each, exact');
    const before = steadyCells(shell);
    const isDrawnAgain = () =>
      shell.modes().alternateScreen && JSON.stringify(steadyCells(shell)) === JSON.stringify(before);
    for (const round of [0, 1]) {
      await shell.press('global.suspend').see(STOPPED);
      expect(shell.modes()).toEqual(cleanModes);
      expect(shell.text()).not.toContain('Error logs');
      await shell
        .type(`echo "mine: $((40 + ${round}))"; stty -a | grep -o " icanon\\| echo "\r`)
        .see(new RegExp(`mine: 4${round}\\n icanon\\n echo\\nready>\\n*$`))
        .type('fg\r')
        .see(isDrawnAgain)
        .see(({modes}) => modes().cursorHidden && modes().bracketedPaste);
    }
    await shell
      .press('error-logs.down')
      .selected('entry 297')
      .press('global.quit')
      .see(/fg\n.*\nready>\n*$/)
      .type('echo "code $?"; stty -g; echo settled\r');
    const shellLines = [/^$/, /^\[1\]\+ {2}Stopped /, /^mine: 4\d$/, /^ icanon$/, /^ echo$/];
    await expectRestored(shell, 0, [...shellLines, /^(sh -c 'true && )?edge-console --url \$U'?$/]);
  },
);
