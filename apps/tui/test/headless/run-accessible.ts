import {PassThrough, Writable} from 'node:stream';
import type {Flags} from '../../src/cli/args.ts';
import {runAccessible} from '../../src/headless/accessible/accessible.ts';
import {temporaryFolder} from '../support/folder.ts';
import {plainEnv} from '../support/program.ts';

/** `said` has the output lines without prompts, and `listeners` is how many the output has left. */
export const accessible = async (
  lines: readonly string[],
  env: Readonly<Record<string, string>>,
  flags: Flags,
): Promise<{
  readonly code: number;
  readonly out: string;
  readonly said: readonly string[];
  readonly listeners: number;
}> => {
  let out = '';
  const stdin = new PassThrough();
  stdin.end(`${lines.join('\n')}\n`);
  const output = new Writable({
    write(chunk, _encoding, done) {
      out += String(chunk);
      done();
    },
  });
  const none = () => undefined;
  const all = {...plainEnv, XDG_STATE_HOME: env.XDG_STATE_HOME ?? temporaryFolder('state'), ...env};
  const code = await runAccessible({accessible: true, ...flags}, '0.0.0-test', {
    ...{env: all, stdin, stdout: output, stderr: output, once: none, removeListener: none},
  });
  const listeners = output.listenerCount('error');
  return {code, out, listeners, said: out.replaceAll('edge> ', '').split('\n').slice(0, -1)};
};
