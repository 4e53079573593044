import {execFile} from 'node:child_process';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {expect, it} from 'vitest';

const at = (file: string): string => join(import.meta.dirname, file);

it('the README contains example.ts, and example.ts prints the expected patterns', async () => {
  const example = (await readFile(at('example.ts'), 'utf8'))
    .replace('../src/explanations/index.ts', '@edge-console/patterns/explanations')
    .replace('../src/index.ts', '@edge-console/patterns');
  expect(await readFile(at('../README.md'), 'utf8')).toContain(example.trim());

  const {stdout} = await promisify(execFile)(process.execPath, [at('example.ts')], {timeout: 60_000});
  expect(stdout).toMatch(/^2 connect\(\) failed \(<\*>\) while connecting to upstream/m);
  expect(stdout).toMatch(/^1 \[lua\] <\*>: verify\(\): token rejected: <\*>/m);
  expect(stdout).toMatch(/^3 6$/m);
});
