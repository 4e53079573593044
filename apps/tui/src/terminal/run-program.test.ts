import {expect, test} from 'vitest';
import {runProgram, withoutOwnVariables} from './run-program.ts';

const env = {PATH: process.env.PATH};
const run = (script: string, options: {input?: string; signal?: AbortSignal} = {}) =>
  runProgram({argv: ['/bin/sh', '-c', script], env, output: 'capture', ...options});

test('runProgram returns standard output and error, and the first error line', async () => {
  expect(await run('echo out; printf "\\n no way \\nmore\\n" >&2; exit 3')).toEqual({
    ...{problem: 'failed with exit code 3', isCut: false, firstError: ' no way '},
    output: expect.stringMatching(/^(?=[\s\S]*out\n)(?=[\s\S]*\n no way \nmore\n)/),
  });
});

test('runProgram truncates the output after a megabyte without blocking the program', async () => {
  const {output, isCut, problem} = await run('yes é | head -c 3000001');
  expect([output.length, isCut, problem]).toEqual([1_000_000, true, undefined]);
});

test('runProgram resolves when the program ends, even if a child process holds its output open', async () => {
  const {output} = await run('echo $$; exec sleep 600 & echo $!');
  const [, held] = output.split('\n').map(Number);
  expect(() => process.kill(held ?? 0, 'SIGKILL')).not.toThrow();
});

test('runProgram ignores that the program does not read its input', async () => {
  expect(await run('exit 0', {input: 'x'.repeat(1_000_000)})).toMatchObject({problem: undefined});
  expect(await run('wc -c', {input: 'x'.repeat(1_000_000)})).toMatchObject({output: expect.stringMatching(/1000000/)});
});

test('an abort kills the program of runProgram', async () => {
  const controller = new AbortController();
  const ended = run('sleep 600', {signal: controller.signal});
  controller.abort();
  expect(await ended).toMatchObject({problem: 'was ended by SIGKILL'});
});

test('withoutOwnVariables removes EDGE_CONSOLE_ variables', () => {
  expect(withoutOwnVariables({PATH: '/bin', EDGE_CONSOLE_API_TOKEN: 'x', EDGE_CONSOLE_NEW: 'y'})).toEqual({
    PATH: '/bin',
  });
});
