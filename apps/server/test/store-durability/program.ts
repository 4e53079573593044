import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';
import {onTestFinished} from 'vitest';
import {ANN_TOKEN} from '../support.ts';

const BIN = fileURLToPath(new URL('../../bin/edge-server.mjs', import.meta.url));

export interface Program {
  readonly child: ChildProcess;
  readonly url: string;
  /** Sends a signal to the process, by default SIGKILL, and waits until it has ended. */
  kill(signal?: NodeJS.Signals): Promise<void>;
}

export const startProgram = async (...flags: readonly string[]): Promise<Program> => {
  const child = spawn(process.execPath, [BIN, '--port', '0', ...flags], {stdio: ['ignore', 'pipe', 'ignore']});
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const line = once(createInterface({input: child.stdout}), 'line') as Promise<[string]>;
  const [text] = await Promise.race([line, ended.then(() => Promise.reject(new Error('edge-server did not start')))]);
  return {
    child,
    url: text.replace('edge-server listening on ', ''),
    kill: async (signal = 'SIGKILL') => {
      child.kill(signal);
      await ended;
    },
  };
};

/** Creates a token. Resolves with the HTTP status and, on success, the value of the token. */
export const createToken = async (url: string, name: string): Promise<{status: number; secret: string | undefined}> => {
  const response = await fetch(`${url}/admin-api/api_token`, {
    method: 'POST',
    headers: {'API-Token': ANN_TOKEN},
    body: JSON.stringify({name, expire: 0}),
  });
  const {data} = (await response.json()) as {data?: {token: string}};
  return {status: response.status, secret: data?.token};
};
