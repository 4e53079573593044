import {execFile} from 'node:child_process';
import {join} from 'node:path';
import {promisify} from 'node:util';

export const root = join(import.meta.dirname, '../..');

const MAX_OUTPUT_BYTES = 2 ** 26;

/** If the command fails, the error contains its output. */
export const run = async (command: string, args: readonly string[], cwd: string = root): Promise<string> => {
  const started = promisify(execFile)(command, args, {cwd, maxBuffer: MAX_OUTPUT_BYTES});
  const {stdout} = await started.catch((error: Error & {stdout?: string}) => {
    throw new Error(`${error.message}\n${error.stdout ?? ''}`);
  });
  return stdout;
};

export const pnpm = (args: readonly string[], cwd?: string): Promise<string> => {
  const path = process.env.npm_execpath;
  return run(path?.includes('pnpm') ? path : 'pnpm', args, cwd);
};

export const tool = (name: string, args: readonly string[]): Promise<string> =>
  run(join(root, 'node_modules/.bin', name), args);
