import {execFile} from 'node:child_process';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {TestContext} from 'vitest';
import {run} from '../../../scripts/release/run-command.ts';

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A minimal Debian, without Node.js, that shares the network of this machine. */
export interface Root {
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
  /** Runs a command as root. `stdin` is closed. */
  run(command: string, ...args: readonly string[]): Promise<Ended>;
  [Symbol.asyncDispose](): Promise<void>;
}

const TIMEOUT_MS = 120_000;
const ENV = {
  PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/root',
  LC_ALL: 'C.UTF-8',
  DEBIAN_FRONTEND: 'noninteractive',
};

/** Resolves to a new root. Skips the test with a reason if there is no Debian. */
export const createRoot = async ({skip}: TestContext): Promise<Root> => {
  const {EDGE_TEST_DEBIAN: debian, EDGE_TEST_NO_DEBIAN: reason} = process.env;
  if (debian === undefined) return skip(reason);
  const folder = await mkdtemp(join(tmpdir(), 'edge-root-'));
  const path = join(folder, 'root');
  await run('cp', ['--archive', debian, path]);
  return {
    path,
    env: ENV,
    run: (command, ...args) =>
      new Promise(resolve => {
        const options = {env: ENV, timeout: TIMEOUT_MS};
        const child = execFile('chroot', [path, command, ...args], options, (error, out, err) =>
          resolve({code: error === null ? 0 : Number(error.code), out, err}),
        );
        child.stdin?.end();
      }),
    [Symbol.asyncDispose]: () => rm(folder, {recursive: true, force: true}),
  };
};
