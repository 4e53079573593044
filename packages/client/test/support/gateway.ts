import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';
import {NEWEST} from './seed.ts';

// The server needs Node.js 24, even if the tests run on an older version.
const node = fileURLToPath(new URL('../../../../node_modules/node/bin/node', import.meta.url));
const bin = fileURLToPath(new URL('../../../../apps/server/bin/edge-server.mjs', import.meta.url));

const CONTROL_SECRET = 'control-secret-of-tests';

export interface Gateway {
  readonly url: string;
  /** Appends error-log entries. Every seventh is 20 seconds older than those around it. Works over http only. */
  grow(entries: number): Promise<void>;
  stop(): Promise<void>;
}

interface GatewayOptions {
  readonly seed: object;
  readonly errors?: 'http' | 'envelope';
  readonly tls?: {readonly key: string; readonly cert: string};
}

/** Starts edge-server as a process on a free port, with an in-memory database. */
export const startGateway = async ({seed, errors = 'http', tls}: GatewayOptions): Promise<Gateway> => {
  const folder = await mkdtemp(join(tmpdir(), 'edge-client-'));
  const file = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  // A request that violates the contract is refused, which fails the test.
  const flags = ['--port', '0', '--database', ':memory:', '--errors', errors, '--strict', 'refuse'];
  flags.push('--password-cost', 'minimal');
  flags.push('--seed', await file('seed.json', JSON.stringify(seed)));
  flags.push('--control-secret-file', await file('control', CONTROL_SECRET));
  if (tls) flags.push('--tls-cert', await file('cert.pem', tls.cert), '--tls-key', await file('key.pem', tls.key));
  const child = spawn(node, [bin, ...flags], {stdio: ['ignore', 'pipe', 'pipe']});
  const kill = (): boolean => child.kill('SIGKILL');
  process.once('exit', kill);
  let stderr = '';
  child.stderr.on('data', chunk => {
    stderr += String(chunk);
  });
  let url: string | undefined;
  for await (const line of createInterface({input: child.stdout})) {
    url = /https?:\/\/\S+/.exec(line)?.[0];
    if (url !== undefined) break;
  }
  child.stdout.resume();
  if (url === undefined) throw new Error(`the server did not start: ${stderr}`);
  let grown = 0;
  return {
    url,
    async grow(entries) {
      const lines = Array.from({length: entries}, () => {
        const log_time = NEWEST + 1 + Math.floor(grown / 10) - (grown % 7 === 0 ? 20 : 0);
        return JSON.stringify({level: 4, log_time, log: `grown ${grown++}`});
      });
      const headers = {'control-secret': CONTROL_SECRET};
      const response = await fetch(new URL('/__control/error_logs', url), {
        method: 'POST',
        headers,
        body: lines.join('\n'),
      });
      if (!response.ok) throw new Error(`the entries were refused: ${await response.text()}`);
    },
    async stop() {
      process.off('exit', kill);
      const exited = child.exitCode === null ? once(child, 'exit') : undefined;
      child.kill('SIGKILL');
      await exited;
      await rm(folder, {recursive: true, force: true});
    },
  };
};
