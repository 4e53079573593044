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
  /** Ends it, by default at once and without a chance to do anything more. */
  kill(signal?: NodeJS.Signals): Promise<void>;
}

/** `edge-server` as a process of its own, ready. */
export const startProgram = async (...flags: readonly string[]): Promise<Program> => {
  const child = spawn(process.execPath, [BIN, '--port', '0', ...flags], {stdio: ['ignore', 'pipe', 'ignore']});
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const line = once(createInterface({input: child.stdout}), 'line') as Promise<[string]>;
  const [told] = await Promise.race([line, ended.then(() => Promise.reject(new Error('edge-server did not start')))]);
  return {
    child,
    url: told.replace('edge-server listening on ', ''),
    kill: async (signal = 'SIGKILL') => {
      child.kill(signal);
      await ended;
    },
  };
};

/** Creates a token; gives the status of the answer, and the secret where there is one. */
export const createToken = async (url: string, name: string): Promise<{status: number; secret: string | undefined}> => {
  const response = await fetch(`${url}/admin-api/api_token`, {
    method: 'POST',
    headers: {'API-Token': ANN_TOKEN},
    body: JSON.stringify({name, expire: 0}),
  });
  const {data} = (await response.json()) as {data?: {token: string}};
  return {status: response.status, secret: data?.token};
};
