import {PassThrough, Writable} from 'node:stream';
import type {Flags} from '../../src/cli/args.ts';
import {runAccessible} from '../../src/headless/accessible/accessible.ts';
import {temporaryFolder} from '../support/folder.ts';
import {plainEnv} from '../support/program.ts';

/** `said` has the output lines without prompts. */
export const accessible = async (
  lines: readonly string[],
  env: Readonly<Record<string, string>>,
  flags: Flags,
): Promise<{readonly code: number; readonly out: string; readonly said: readonly string[]}> => {
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
  return {code, out, said: out.replaceAll('edge> ', '').split('\n').slice(0, -1)};
};
