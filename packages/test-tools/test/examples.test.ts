import {execFile, spawnSync} from 'node:child_process';
import {readFile, writeFile} from 'node:fs/promises';
import {delimiter, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {beforeAll, expect, test} from 'vitest';
import {sharedFolder} from '../../../apps/server/test/folder.ts';

const EXAMPLES = fileURLToPath(new URL('../examples/', import.meta.url));
const BIN = fileURLToPath(new URL('../../../apps/server/bin/edge-server.mjs', import.meta.url));

const directory = sharedFolder('examples');
beforeAll(async () => {
  const program = `#!/bin/sh\nexec '${process.execPath}' '${BIN}' "$@"\n`;
  await writeFile(join(directory, 'edge-server'), program, {mode: 0o755});
});

// Excludes examples/vitest, which is one of the tests of this package.
const EXTERNAL = [
  {needs: 'curl', program: 'bash', file: 'shell/smoke.sh', prints: /^the gateway works, fails and recovers$/m},
  {needs: 'python3', program: 'python3', file: 'python/test_gateway.py', prints: /^Ran 3 tests .*\n\nOK$/m},
];

for (const {needs, program, file, prints} of EXTERNAL) {
  const installed = spawnSync(needs, ['--version']).status === 0;
  test.skipIf(!installed)(
    `the example ${file} succeeds${installed ? '' : ` (skipped: ${needs} is not installed)`}`,
    async () => {
      const PATH = `${directory}${delimiter}${process.env.PATH}`;
      const {stdout, stderr} = await promisify(execFile)(program, [join(EXAMPLES, file)], {
        env: {...process.env, PATH, PYTHONDONTWRITEBYTECODE: '1'},
      });
      expect(stdout + stderr).toMatch(prints);
    },
  );
}

const DOCUMENT = fileURLToPath(new URL('../../../docs/testing-with-edge-server.md', import.meta.url));

test.each([
  ['ts', 'vitest/tokens.test.ts'],
  ['sh', 'shell/smoke.sh'],
  ['python', 'python/test_gateway.py'],
])('every line of %s code in docs/testing-with-edge-server.md is in the example %s', async (language, file) => {
  const document = await readFile(DOCUMENT, 'utf8');
  const sections = document.split(/^## /m).filter(text => /^(JavaScript|What the client sent)/.test(text));
  const shown = sections
    .flatMap(section => [...section.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))])
    .flatMap(([, block = '']) => block.split('\n').map(line => line.trim()))
    .filter(line => line !== '');
  const lines = (await readFile(join(EXAMPLES, file), 'utf8')).split('\n').map(line => line.trim());
  expect(shown.length).toBeGreaterThan(2);
  expect(shown.filter(line => !lines.includes(line))).toEqual([]);
});
