import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {onTestFinished} from 'vitest';
import {bin, plainEnv} from '../e2e/support/console.ts';
import {withToken} from '../e2e/support/gateway.ts';

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

interface ProgramOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** Starts the built program without a terminal; it is killed when the test ends. */
export const startProgram = (args: readonly string[], {env = {}, cwd}: ProgramOptions = {}) => {
  const child = spawn(process.execPath, [bin, ...args], {
    env: {...plainEnv, ...withToken, ...env},
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd !== undefined && {cwd}),
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const text = {out: '', err: ''};
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text.out += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    text.err += chunk;
  });
  const ended: Promise<Ended> = once(child, 'close').then(([code]) => ({code, ...text}));
  return {ended, kill: (signal: NodeJS.Signals) => child.kill(signal)};
};
