import {type ChildProcess, fork} from 'node:child_process';
import {on} from 'node:events';
import {fileURLToPath} from 'node:url';
import type {Command, Reply} from './gateway-host.ts';
import {NEWEST} from './seed.ts';

// The server needs Node.js 24, even if the tests run on an older version.
const execPath = fileURLToPath(new URL('../../../../node_modules/node/bin/node', import.meta.url));

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

/** The process of all servers that this worker starts. It ends with the worker. */
let host: ChildProcess | undefined;

const startHost = (): ChildProcess => {
  const child = fork(new URL('gateway-host.ts', import.meta.url), {execPath, execArgv: []});
  child.unref();
  child.channel?.unref();
  return child;
};

const send = async (command: Command): Promise<Reply> => {
  host ??= startHost();
  host.send(command);
  for await (const [reply] of on(host, 'message', {close: ['exit']}) as AsyncIterable<[Reply]>) {
    if (reply.id === command.id) return reply;
  }
  throw new Error('the process of the servers has ended');
};

let started = 0;

/** Starts a server on a free port of another process, with an in-memory database. */
export const startGateway = async ({seed, errors = 'http', tls}: GatewayOptions): Promise<Gateway> => {
  const id = ++started;
  const options = {
    seed,
    errors,
    ...(tls && {tls: {key: tls.key, cert: tls.cert}}),
    passwordCost: 'minimal',
    controlSecret: CONTROL_SECRET,
    // A request that violates the contract is refused, which fails the test.
    strictRequests: 'refuse',
  } as const;
  const {url, problem} = await send({id, options});
  if (url === undefined) throw new Error(`the server did not start: ${problem}`);
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
      await send({id});
    },
  };
};
