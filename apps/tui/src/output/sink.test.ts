import {spawnSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {describe, expect, test} from 'vitest';

const sink = fileURLToPath(new URL('sink.ts', import.meta.url));
/** The program's exit code is 0 if the whole line was written. */
const program = `
  import {print} from ${JSON.stringify(sink)};
  await print(process.stdout, 'line\\n').catch(error => {
    process.stderr.write(error.message);
    process.exitCode = 1;
  });`;
const args = ['--input-type=module', '--no-warnings', '--eval', program];

const inShell = (redirect: string) => {
  const quoted = [process.execPath, ...args].map(word => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
  // `exit` prevents the shell from replacing itself with the program.
  const {status, stderr} = spawnSync('sh', ['-c', `${quoted} ${redirect}; exit $?`], {encoding: 'utf8'});
  return [status, stderr];
};

describe.skipIf(!existsSync('/dev/full'))('standard output (skipped: no /dev/full)', () => {
  test('a write to a full disk fails, and the message names the cause', () => {
    expect(inShell('>/dev/full')).toEqual([1, 'standard output could not be written: no space left on device']);
  });

  test('output to /dev/null does not fail', () => {
    expect(inShell('>/dev/null')).toEqual([0, '']);
  });
});
