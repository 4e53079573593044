import {execFile} from 'node:child_process';
import {mkdir, readFile, writeFile} from 'node:fs/promises';
import {promisify} from 'node:util';
import {expect, onTestFinished, test} from 'vitest';
import {startGateway} from './support/gateway.ts';
import {MASTER_TOKEN, seed} from './support/seed.ts';

test('the example of the README runs', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const example = /```js\n(.*?)```/s.exec(readme)?.[1] ?? '';
  // Inside the package, where its own name resolves.
  const folder = new URL('../reports/', import.meta.url);
  await mkdir(folder, {recursive: true});
  const file = new URL('readme-example.mjs', folder);
  await writeFile(file, example);
  const gateway = await startGateway({seed});
  onTestFinished(gateway.stop);
  const env = {...process.env, BASE_URL: gateway.url, API_TOKEN: MASTER_TOKEN};
  const {stdout, stderr} = await promisify(execFile)(process.execPath, [file.pathname], {env});
  expect(stderr).toBe('');
  expect(stdout.split('\n')).toHaveLength(17);
  expect(stdout).toMatch(/^15 entries, ERROR or more severe\n1795000000 line 0\n/);
});
