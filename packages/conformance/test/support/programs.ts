import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {text} from 'node:stream/consumers';
import {fileURLToPath} from 'node:url';
import {expect, onTestFinished} from 'vitest';
import {run as runServer} from '../../../../apps/server/dist/cli/edge-server.js';
import {main} from '../../src/cli/edge-conformance.ts';
import {CHECKS, type Result} from '../../src/index.ts';

const CONFORMANCE = fileURLToPath(new URL('../../bin/edge-conformance.mjs', import.meta.url));

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `edge-server` in this process. It is stopped when the test ends. Resolves to its URL. */
export const serve = async (...flags: string[]): Promise<string> => {
  const [ready, stop] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()];
  let err = '';
  const done = runServer(['--port', '0', '--password-cost', 'minimal', ...flags], {
    out: text => ready.resolve(/listening on (\S+)/.exec(text)?.[1] ?? ''),
    err: text => {
      err += text;
    },
    stopped: stop.promise,
    version: '0.0.0',
    controlSecret: undefined,
  });
  onTestFinished(async () => {
    stop.resolve();
    await done;
  });
  void done.then(() => ready.reject(new Error(err)));
  return ready.promise;
};

/** Starts `edge-conformance` as a process. */
export const start = (
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): {readonly child: ChildProcess; readonly done: Promise<Ended>} => {
  const child = spawn(process.execPath, [CONFORMANCE, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {PATH: process.env.PATH, ...env},
  });
  const output = [text(child.stdout), text(child.stderr)] as const;
  const done: Promise<Ended> = Promise.all([once(child, 'exit'), ...output]).then(([[code], out, err]) => ({
    code: code as number,
    out,
    err,
  }));
  return {child, done};
};

/** Runs `edge-conformance` in this process. */
export const conformance = async (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> => {
  const text = {out: '', err: ''};
  const write = (name: 'out' | 'err') => (part: string) => {
    text[name] += part;
  };
  const {signal} = new AbortController();
  const code = await main(args, {out: write('out'), err: write('err'), env, version: '0.0.0', signal});
  return {code, ...text};
};

/** Ids of checks that are never made, since no response contains the end of a session. */
export const UNTESTABLE = ['session.validity.default', 'session.validity.remember', 'session.validity.maximum'];

const resultsOf = ({out}: Ended): readonly Result[] =>
  out
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Result & {kind: string})
    .filter(({kind}) => kind === 'check');

/** Expects every rule to hold in a run with `--write` and `--output ndjson`. */
export const expectAllHeld = (ended: Ended): void => {
  const results = resultsOf(ended);
  expect(results.filter(({verdict}) => verdict === 'violation' || verdict === 'difference')).toEqual([]);
  expect(results.filter(({verdict}) => verdict === 'unchecked').map(({id}) => id)).toEqual(UNTESTABLE);
  expect(results.length).toBe(CHECKS.length);
  expect([ended.code, ended.err]).toEqual([0, '']);
};
