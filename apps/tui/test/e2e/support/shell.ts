import {fileURLToPath} from 'node:url';
import {expect} from 'vitest';
import type {Pty} from '../../pty/harness.ts';
import {sessionPids} from '../../pty/session.ts';
import {cleanModes, plainEnv, start} from './console.ts';
import {withToken} from './gateway.ts';

const bins = fileURLToPath(new URL('../../../../../node_modules/.bin', import.meta.url));
const SETTINGS = /^[0-9a-f]+(?::[0-9a-f]+){5,}$/;

/** A shell with job control that has `edge-console` on its path, and the address of a gateway in `$U`. */
export const startShell = async (url: string, env: Readonly<Record<string, string>> = {}): Promise<Pty> => {
  const pty = await start({
    command: 'bash',
    args: ['--norc', '--noprofile', '--noediting', '-i'],
    env: {...plainEnv, ...withToken, ...env, PATH: `${bins}:${plainEnv.PATH}`, PS1: 'ready> ', U: url},
  });
  await pty.waitFor('ready>');
  return pty;
};

/** Runs a command line with the terminal settings told before and after it; {@link expectGivenBack} reads them. */
export const run = (pty: Pty, command: string): void =>
  pty.type(`stty -g; ${command}; echo "code $?"; stty -g; echo settled\r`);

/** The terminal is as it was, and the shell's screen holds the shell's lines and those of `others` alone. */
export const expectGivenBack = async (pty: Pty, code: number, others: readonly RegExp[] = []): Promise<void> => {
  await pty.waitFor(/^settled\nready>$/m);
  expect(pty.modes()).toEqual(cleanModes);
  const lines = pty.scrollback();
  const [before, after] = lines.filter(line => SETTINGS.test(line));
  expect(before).toBeTruthy();
  expect(after).toBe(before);
  expect(lines.join('\n')).toContain(`\ncode ${code}\n`);
  const left = lines.filter(line => !SETTINGS.test(line) && !/^(code \d+|settled|ready>.*)$/.test(line));
  expect(left.filter(line => !others.some(other => other.test(line)))).toEqual([]);
};

/** The program itself: the youngest process of the terminal, since the shells started before it. */
export const programPid = (pty: Pty): number => Math.max(...sessionPids(pty.pid));
