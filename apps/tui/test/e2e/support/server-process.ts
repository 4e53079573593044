import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';
import {onTestFinished} from 'vitest';

const program = fileURLToPath(new URL('../../../../server/bin/edge-server.mjs', import.meta.url));

/** The reference server as a process of its own, until the test ends: it can be stopped and killed. */
export const startServerProcess = async (...flags: string[]) => {
  const child = spawn(process.execPath, [program, '--port', '0', ...flags], {stdio: ['ignore', 'pipe', 'inherit']});
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
