import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import {fileURLToPath} from 'node:url';
import {expect, onTestFinished} from 'vitest';
import {CHECKS, type Result} from '../../src/index.ts';

const bin = (path: string): string => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
const SERVER = bin('apps/server/bin/edge-server.mjs');
const CONFORMANCE = bin('packages/conformance/bin/edge-conformance.mjs');

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export const folder = async () => {
  const path = await mkdtemp(join(tmpdir(), 'edge-conformance-'));
  return {
    file: async (name: string, content: string): Promise<string> => {
      await writeFile(join(path, name), content);
      return join(path, name);
    },
    remove: () => rm(path, {recursive: true}),
  };
};

const launch = (program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
  const child = spawn(process.execPath, [program, ...args], {
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

/** Starts `edge-server`, with cheap password hashes where it allows them. It ends with the test. Resolves to its URL. */
export const serve = async (...flags: string[]): Promise<string> => {
  const cost = flags.includes('--database') ? [] : ['--password-cost', 'minimal'];
  const {child, done} = launch(SERVER, ['--port', '0', ...cost, ...flags]);
  onTestFinished(async () => {
    child.kill();
    await done;
  });
  const ready = Promise.withResolvers<string>();
  child.stdout.on('data', chunk => {
    const url = /listening on (\S+)/.exec(String(chunk))?.[1];
    if (url) ready.resolve(url);
  });
  void done.then(({err}) => ready.reject(new Error(err)));
  return ready.promise;
};

export const start = (
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): {readonly child: ChildProcess; readonly done: Promise<Ended>} => launch(CONFORMANCE, args, env);

export const conformance = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  start(args, env).done;

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
