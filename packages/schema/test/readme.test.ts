import {execFile} from 'node:child_process';
import {mkdir, readFile, writeFile} from 'node:fs/promises';
import {promisify} from 'node:util';
import {expect, test} from 'vitest';

test('the example of the README runs', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const example = /```js\n(.*?)```/s.exec(readme)?.[1] ?? '';
  // Inside the package, so that it finds the package by name.
  const folder = new URL('../reports/', import.meta.url);
  await mkdir(folder, {recursive: true});
  const file = new URL('readme-example.mjs', folder);
  await writeFile(file, example);
  const {stdout} = await promisify(execFile)(process.execPath, [file.pathname]);
  expect(stdout).toBe('GET /admin-api/log_server/errlog\nERROR refused\nnever\n');
});
