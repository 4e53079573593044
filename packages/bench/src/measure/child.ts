import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {createInterface} from 'node:readline';

export interface Child {
  /** The first line that it printed. */
  readonly line: string;
  /** The next line that it prints. Rejects when it ends before that. */
  next(): Promise<string>;
  /** Gives it a line on its standard input. */
  tell(line: string): void;
  close(): Promise<void>;
}

/** Starts a Node program that prints one line when it is ready. */
export const startChild = async (args: readonly string[]): Promise<Child> => {
  const child = spawn(process.execPath, [...args], {stdio: ['pipe', 'pipe', 'ignore']});
  const exit = once(child, 'exit');
  const lines = createInterface({input: child.stdout})[Symbol.asyncIterator]();
  const next = async (): Promise<string> => {
    const {value, done} = await lines.next();
    if (done === true) throw new Error(`${args[0]} ended before it was ready.`);
    return value;
  };
  return {
    line: await next(),
    next,
    tell: line => child.stdin.write(`${line}\n`),
    close: async () => {
      child.kill('SIGKILL');
      await exit;
    },
  };
};
