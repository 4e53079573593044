import {expect, test} from 'vitest';
import {runProgram, withoutOwnVariables} from './program.ts';

const env = {PATH: process.env.PATH};
const run = (script: string, options: {input?: string; signal?: AbortSignal} = {}) =>
  runProgram({argv: ['/bin/sh', '-c', script], env, output: 'keep', ...options});

test('both outputs are kept, and the first line of the errors', async () => {
  expect(await run('echo out; printf "\\n no way \\nmore\\n" >&2; exit 3')).toEqual({
    ...{problem: 'failed with exit code 3', isCut: false, firstError: ' no way '},
    output: expect.stringMatching(/^(?=[\s\S]*out\n)(?=[\s\S]*\n no way \nmore\n)/),
  });
});

test('the output is cut after a megabyte, and the program still ends', async () => {
  const {output, isCut, problem} = await run('yes é | head -c 3000001');
  expect([output.length, isCut, problem]).toEqual([1_000_000, true, undefined]);
});

test('a program that has ended is not waited for because another one holds its output', async () => {
  const {output} = await run('echo $$; exec sleep 600 & echo $!');
  const [, held] = output.split('\n').map(Number);
  expect(() => process.kill(held ?? 0, 'SIGKILL')).not.toThrow();
});

test('a program need not read its input', async () => {
  expect(await run('exit 0', {input: 'x'.repeat(1_000_000)})).toMatchObject({problem: undefined});
  expect(await run('wc -c', {input: 'x'.repeat(1_000_000)})).toMatchObject({output: expect.stringMatching(/1000000/)});
});

test('an abort kills the program', async () => {
  const controller = new AbortController();
  const ended = run('sleep 600', {signal: controller.signal});
  controller.abort();
  expect(await ended).toMatchObject({problem: 'was ended by SIGKILL'});
});

test('the variables of the console are left out', () => {
  expect(withoutOwnVariables({PATH: '/bin', EDGE_CONSOLE_API_TOKEN: 'x', EDGE_CONSOLE_NEW: 'y'})).toEqual({
    PATH: '/bin',
  });
});
