import {describe, expect, it} from 'vitest';
import type {Pty} from '../pty/harness.ts';
import type {Cell} from '../pty/screen.ts';
import {sessionPids} from '../pty/session.ts';
import {cleanModes} from './support/console.ts';
import {sharedGateway} from './support/gateway.ts';
import {keysOf, press} from './support/keys.ts';
import {manyEntries} from './support/logs.ts';
import {expectGivenBack, programPid, run, startShell} from './support/shell.ts';

const gateway = sharedGateway(() => ({seed: {error_logs: manyEntries(300)}}));

const PLAIN = 'edge-console --url $U';
const THROUGH_SHELL = `sh -c 'true && edge-console --url $U'`;

const runConsole = async (command: string): Promise<Pty> => {
  const pty = await startShell(gateway().url);
  run(pty, command);
  await pty.waitFor('300 entries');
  return pty;
};

/** All cells but those of the status line, which says how old the data is. */
const steady = (pty: Pty): Cell[][] => pty.frame().filter((_, y) => y !== 3);

it('draws from the top left corner, wherever the shell had the cursor', async () => {
  const pty = await startShell(gateway().url);
  pty.type(`clear; printf 'not at the margin'; ${PLAIN}\r`);
  await pty.waitFor('300 entries');
  expect(pty.row(0)).toMatch(/^ ◆ 127\.0\.0\.1 /);
  expect(pty.row(1)).toMatch(/^ 1 Session /);
  press(pty, 'global.suspend');
  await pty.waitFor(/Stopped[\s\S]*ready>\n*$/);
  pty.type(`clear; printf 'nor here'; fg\r`);
  await pty.waitFor(() => pty.modes().alternateScreen && pty.row(35).includes('quit'));
  expect(pty.row(0)).toMatch(/^ ◆ 127\.0\.0\.1 /);
});

describe('the end', () => {
  it.each([
    ['quit', PLAIN, 0],
    ['quit', THROUGH_SHELL, 0],
    ['interrupt', PLAIN, 0],
  ] as const)('comes on %s under %s', async (how, command, code) => {
    const pty = await runConsole(command);
    expect(pty.modes()).toEqual({...cleanModes, alternateScreen: true, cursorHidden: true, bracketedPaste: true});
    const [quit = '', interrupt = ''] = keysOf('global.quit');
    pty.press(how === 'quit' ? quit : interrupt);
    await expectGivenBack(pty, code);
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGINT', 130],
  ] as const)('comes on %s', async (signal, code) => {
    const pty = await runConsole(PLAIN);
    process.kill(programPid(pty), signal);
    await expectGivenBack(pty, code);
  });

  it('comes when the terminal goes away', async () => {
    const pty = await runConsole(THROUGH_SHELL);
    process.kill(pty.pid, 'SIGKILL');
    await expect.poll(() => sessionPids(pty.pid), {timeout: 5000}).toEqual([]);
  });
});

describe.each([PLAIN, THROUGH_SHELL])('suspended under %s', command => {
  it('gives the terminal to the shell, and draws everything again after fg', async () => {
    const pty = await startShell(gateway().url);
    pty.type(`stty -g\r`);
    await pty.waitFor(/ready>\n*$/);
    pty.type(`${command}\r`);
    await pty.waitFor('300 entries');
    press(pty, 'error-logs.down', 'error-logs.down');
    await pty.waitFor(/▌ .*entry 298/);
    const before = steady(pty);
    for (let round = 0; round < 2; round++) {
      press(pty, 'global.suspend');
      await pty.waitFor(/Stopped[\s\S]*ready>\n*$/);
      expect(pty.modes()).toEqual(cleanModes);
      expect(pty.screen().join('\n')).not.toContain('Error logs');
      pty.type(`echo "mine: $((40 + ${round}))"; stty -a | grep -o " icanon\\| echo "\r`);
      await pty.waitFor(new RegExp(`mine: 4${round}\\n icanon\\n echo\\nready>\\n*$`));
      pty.type('fg\r');
      await pty.waitFor(() => pty.modes().alternateScreen && JSON.stringify(steady(pty)) === JSON.stringify(before));
      await pty.waitFor(() => pty.modes().cursorHidden && pty.modes().bracketedPaste);
    }
    press(pty, 'error-logs.down');
    await pty.waitFor(/▌ .*entry 297/);
    press(pty, 'global.quit');
    await pty.waitFor(/fg\n.*\nready>\n*$/);
    pty.type('echo "code $?"; stty -g; echo settled\r');
    const shellLines = [/^$/, /^\[1\]\+ {2}Stopped /, /^mine: 4\d$/, /^ icanon$/, /^ echo$/];
    await expectGivenBack(pty, 0, [...shellLines, /^(sh -c 'true && )?edge-console --url \$U'?$/]);
  });
});
