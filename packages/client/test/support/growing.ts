import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';

const node = fileURLToPath(new URL('../../../../node_modules/node/bin/node', import.meta.url));
const script = fileURLToPath(new URL('growing-server.mjs', import.meta.url));

export interface GrowingServer {
  readonly url: string;
  /** Appends entries to the error logs. */
  grow(many: number): void;
  stop(): Promise<void>;
}

/** A server process whose error logs grow on request. */
export const startGrowing = async (seed: object): Promise<GrowingServer> => {
  const child = spawn(node, [script, JSON.stringify(seed)], {stdio: ['pipe', 'pipe', 'inherit']});
  const lines = createInterface({input: child.stdout});
  const [url] = (await once(lines, 'line')) as [string];
  return {
    url,
    grow: many => void child.stdin.write(`${many}\n`),
    async stop() {
      const exited = child.exitCode === null ? once(child, 'exit') : undefined;
      child.kill('SIGKILL');
      await exited;
    },
  };
};
