import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {createInterface} from 'node:readline';

export interface Child {
  /** The first line that it printed. */
  readonly line: string;
  close(): Promise<void>;
}

/** Starts a Node program that prints one line when it is ready. */
export const startChild = async (args: readonly string[]): Promise<Child> => {
  const child = spawn(process.execPath, [...args], {stdio: ['ignore', 'pipe', 'ignore']});
  const exit = once(child, 'exit');
  const [line] = (await Promise.race([
    once(createInterface({input: child.stdout}), 'line'),
    exit.then(() => Promise.reject(new Error(`${args[0]} ended before it was ready.`))),
  ])) as [string];
  return {
    line,
    close: async () => {
      child.kill('SIGKILL');
      await exit;
    },
  };
};
