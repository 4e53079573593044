import {afterEach, describe, expect, it} from 'vitest';
import {openPty, type Pty} from '../pty/harness.ts';
import {isStopped, sessionPids} from '../pty/process-session.ts';
import {bundleFixture} from '../support/bundle.ts';
import {cleanModes} from '../support/console/start-console.ts';

const fixture = bundleFixture('lifecycle-program.ts');
const open: Pty[] = [];
const env = {PATH: process.env.PATH ?? '', PS1: 'ready> ', CI: 'true'};

/** The program is stopped, and the shell has run the rest of the line. Keys sent earlier would be lost. */
const SHELL_IN_CHARGE = /Stopped[\s\S]*ready>\n*$/;

/** Waits until only the shell takes keys. */
const stopped = async (pty: Pty): Promise<void> => {
  await pty.waitFor(SHELL_IN_CHARGE);
  await pty.waitFor(() => isStopped(pty.pid));
};

/** The shell has job control and runs the program by `sh -c`, as package managers do. */
const startInShell = async (lent = ''): Promise<Pty> => {
  const pty = await openPty({
    command: 'bash',
    args: ['--norc', '--noprofile', '--noediting', '-i'],
    cols: 80,
    rows: 12,
    env: {...env, LENT: lent},
  });
  open.push(pty);
  await pty.waitFor('ready>');
  pty.type(`stty -g; sh -c '"${process.execPath}" "${fixture()}"; exit $?'; echo "code $?"; stty -g; echo settled\r`);
  await pty.waitFor('row 11 of 11');
  await pty.waitFor(() => pty.modes().bracketedPaste);
  return pty;
};

const expectClean = async (pty: Pty, code: number): Promise<void> => {
  await pty.waitFor(/^settled$/m);
  expect(pty.modes()).toEqual(cleanModes);
  expect(pty.screen().join('\n')).toContain(`code ${code}\n`);
  expect(pty.screen().join('\n')).not.toContain('row 1 of');
  const [before, after] = pty.output().match(/[0-9a-f]+(?::[0-9a-f]+){5,}/g) ?? [];
  expect(before).toBeTruthy();
  expect(after).toBe(before);
  // The primary screen was restored if the first prompt is still visible.
  expect(pty.scrollback()[0]).toContain('ready> stty -g');
};

/** The shells started earlier, so the program has the highest id of the session. */
const programPid = (pty: Pty): number => Math.max(...sessionPids(pty.pid));

afterEach(async () => {
  for (const pty of open.splice(0)) await pty.close();
});

describe('installLifecycle', () => {
  it('quitting the program restores the terminal', async () => {
    const pty = await startInShell();
    expect(pty.modes()).toEqual({...cleanModes, alternateScreen: true, cursorHidden: true, bracketedPaste: true});
    expect(pty.row(0)).toBe('row 1 of 11');
    pty.press('q');
    await expectClean(pty, 0);
  });

  it.each([
    ['t', 'edge-console stopped unexpectedly: Error: thrown ␛[2J'],
    ['r', 'edge-console stopped unexpectedly: Error: rejected'],
    ['m', 'edge-console: cannot load its files: Cannot find'],
    ['o', 'edge-console stopped unexpectedly: a thrown object'],
  ])('a crash after the key %s restores the terminal and shows the error', async (key, message) => {
    const pty = await startInShell();
    pty.press(key);
    await expectClean(pty, 1);
    expect(pty.scrollback().join('\n')).toContain(message);
    expect(pty.output()).not.toContain('hidden');
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGINT', 130],
  ] as const)('the signal %s restores the terminal and ends the program with code %d', async (signal, code) => {
    const pty = await startInShell();
    process.kill(programPid(pty), signal);
    await expectClean(pty, code);
  });

  it('Ctrl-Z stops the program, and fg continues it and repaints the screen', async () => {
    const pty = await startInShell();
    for (let round = 0; round < 2; round++) {
      pty.press('ctrl-z');
      await stopped(pty);
      expect(pty.modes()).toMatchObject({alternateScreen: false, cursorHidden: false});
      pty.type('clear; fg\r');
      await pty.waitFor(() => pty.modes().alternateScreen);
      await pty.waitFor(/^row 1 of 11\n[\s\S]*row 11 of 11\n?$/);
      await pty.waitFor(() => pty.modes().cursorHidden && pty.modes().bracketedPaste);
    }
    pty.press('q');
    await pty.waitFor(() => !pty.modes().alternateScreen);
  });

  it('a program that is killed while it is stopped leaves the terminal restored', async () => {
    const pty = await startInShell();
    pty.press('ctrl-z');
    await stopped(pty);
    pty.type('kill %1; wait; echo over\r');
    await pty.waitFor(/^over$/m);
    expect(pty.modes()).toMatchObject({alternateScreen: false, cursorHidden: false, mouse: false});
  });

  it('SIGCONT after SIGSTOP repaints the screen', async () => {
    const pty = await startInShell();
    const pid = programPid(pty);
    process.kill(pid, 'SIGSTOP');
    const before = pty.bytes();
    process.kill(pid, 'SIGCONT');
    await pty.waitFor(() => pty.bytes() > before && pty.modes().alternateScreen);
    await pty.waitFor(/^row 1 of 11\n[\s\S]*row 11 of 11\n?$/);
  });

  it('Ctrl-Z without a shell does not stop the program', async () => {
    const pty = await openPty({command: process.execPath, args: [fixture()], cols: 80, rows: 12, env});
    open.push(pty);
    await pty.waitFor('row 11 of 11');
    pty.press('ctrl-z');
    await pty.waitFor(() => pty.output().split('\u001B[?1049h').length === 3);
    await pty.waitFor('row 11 of 11');
    pty.press('q');
    expect(await pty.exit).toEqual({code: 0, signal: 0});
    expect(pty.modes()).toEqual(cleanModes);
  });
});

describe('a program that borrows the terminal', () => {
  const repainted = async (pty: Pty): Promise<void> => {
    await pty.waitFor(() => pty.modes().alternateScreen && pty.modes().cursorHidden && pty.modes().bracketedPaste);
    await pty.waitFor(/^row 1 of 11\n[\s\S]*row 11 of 11\n?$/);
  };

  it('a program that the console runs in the terminal gets all keys and the screen until it exits', async () => {
    const pty = await startInShell('read -p "name? " a; read -p "$a? " b; read -p "$a and $b" c');
    for (const name of ['one', 'other']) {
      pty.press('l');
      await pty.waitFor(/name\?$/m);
      expect(pty.modes()).toEqual(cleanModes);
      pty.type(`${name}\r`);
      await pty.waitFor(`${name}?`);
      pty.type('two\r');
      await pty.waitFor(`${name} and two`);
      pty.type('\r');
      await repainted(pty);
    }
    pty.press('q');
    await pty.waitFor(/^settled$/m);
    expect(pty.screen().join('\n')).toContain('code 0\n');
  });

  it('the console resets the terminal modes after a program that it ran in the terminal was killed', async () => {
    const modes = String.raw`\e[?1049h\e[?1000h\e[?25l\e[31m`;
    const pty = await startInShell(`stty raw -echo; printf '${modes}in the editor'; read -n 1; kill -9 $$`);
    pty.press('l');
    await pty.waitFor('in the editor');
    pty.type('x');
    await repainted(pty);
    expect(pty.modes().mouse).toBe(false);
    pty.press('q');
    await expectClean(pty, 0);
  });

  it('Ctrl-C kills the program that the console runs in the terminal, but not the console', async () => {
    const pty = await startInShell('echo waiting; exec cat');
    pty.press('l');
    await pty.waitFor('waiting');
    pty.press('ctrl-c');
    await repainted(pty);
    pty.press('q');
    // The shell also received Ctrl-C and skips the rest of its line.
    await pty.waitFor(/\^C\nready>\n*$/);
    expect(pty.modes()).toEqual(cleanModes);
  });

  it('Ctrl-Z stops the console and the program that it runs in the terminal, and fg continues both', async () => {
    const pty = await startInShell('echo waiting; read -r line; echo "got $line"; read -r line');
    pty.press('l');
    await pty.waitFor('waiting');
    pty.press('ctrl-z');
    await stopped(pty);
    pty.type('fg\r');
    await pty.waitFor(/^sh -c [^\n]*$/m);
    pty.type('it\r');
    await pty.waitFor(/^got it$/m);
    pty.type('\r');
    await repainted(pty);
  });
});
