import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';
import {onTestFinished} from 'vitest';
import {withToken} from './gateway.ts';
import {isThorough} from './similar.ts';

export const bin = fileURLToPath(new URL('../../bin/edge-console.mjs', import.meta.url));
const flags = isThorough ? [] : ['--no-opt', '--min-semi-space-size=32', '--max-semi-space-size=64'];

/**
 * Arguments of Node.js that start a console on a terminal. The flags save a seventh of the CPU time, because most
 * consoles of tests run too briefly for optimised code to pay. With EDGE_THOROUGH, consoles start without flags.
 */
export const consoleArgs = (...args: readonly string[]): readonly string[] => [...flags, bin, ...args];

const serverBin = fileURLToPath(new URL('../../../server/bin/edge-server.mjs', import.meta.url));

const {EDGE_TEST_HOME: home} = process.env;
if (home === undefined) throw new Error('apps/tui/test/setup.ts is not the globalSetup of these tests');

/** Keeps config, credentials and time zone of the machine out of the tests. */
export const plainEnv = {
  PATH: process.env.PATH ?? '',
  HOME: home,
  XDG_CONFIG_HOME: `${home}/config`,
  TZ: 'UTC',
};

const FAST = 'const now = Date.now, start = now(); Date.now = () => start + 10 * (now() - start);';

/** The console's clock runs ten times as fast, but not its timers. */
export const fastClock = {NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(FAST)}`};

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

interface ProgramOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** The program has no terminal. It is killed when the test ends. */
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

/** The server has a process of its own, so that a test can stop or kill it. It is killed when the test ends. */
export const startServerProcess = async (...flags: string[]) => {
  const child = spawn(process.execPath, [serverBin, '--port', '0', ...flags], {stdio: ['ignore', 'pipe', 'inherit']});
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  };
  onTestFinished(kill);
  for await (const line of createInterface({input: child.stdout})) {
    const url = /http:\S+/.exec(line)?.[0];
    if (url !== undefined) return {url, kill, signal: (name: NodeJS.Signals) => void child.kill(name)};
  }
  throw new Error('the server did not start');
};
