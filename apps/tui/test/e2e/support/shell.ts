import {fileURLToPath} from 'node:url';
import {expect} from 'vitest';
import type {Driver} from '../../support/console/driver.ts';
import {cleanModes, start} from '../../support/console/start-console.ts';
import {withToken} from '../../support/gateway.ts';
import {plainEnv} from '../../support/program.ts';

const bins = fileURLToPath(new URL('../../../../../node_modules/.bin', import.meta.url));
const SETTINGS = /^[0-9a-f]+(?::[0-9a-f]+){5,}$/;

/** The prompt is the last line of text. */
export const PROMPT = /ready>\n*$/;
/** A stopped job and the prompt after it. Input that is sent before that prompt would be lost. */
export const STOPPED = /Stopped[\s\S]*ready>\n*$/;

/** The shell has job control. `edge-console` is on its path, and `$U` is the address of a gateway. */
export const startShell = async (url: string, env: Readonly<Record<string, string>> = {}): Promise<Driver> => {
  const shell = await start({
    command: 'bash',
    args: ['--norc', '--noprofile', '--noediting', '-i'],
    env: {...plainEnv, ...withToken, ...env, PATH: `${bins}:${plainEnv.PATH}`, PS1: 'ready> ', U: url},
  });
  await shell.see('ready>');
  return shell;
};

/** Prints the terminal settings before and after a command, and its exit code. */
export const checked = (command: string): string => `stty -g; ${command}; echo "code $?"; stty -g; echo settled\r`;

/**
 * Waits for the end of a {@link checked} command. The terminal settings must be as before, and the screen may only contain
 * lines of the shell and lines that match `others`.
 */
export const expectRestored = async (shell: Driver, code: number, others: readonly RegExp[] = []): Promise<void> => {
  await shell.see(/^settled\nready>$/m);
  expect(shell.modes()).toEqual(cleanModes);
  const lines = shell.scrollback();
  const [before, after] = lines.filter(line => SETTINGS.test(line));
  expect(before).toBeTruthy();
  expect(after).toBe(before);
  expect(lines.join('\n')).toContain(`\ncode ${code}\n`);
  const left = lines.filter(line => !SETTINGS.test(line) && !/^(code \d+|settled|ready>.*)$/.test(line));
  expect(left.filter(line => !others.some(other => other.test(line)))).toEqual([]);
};
