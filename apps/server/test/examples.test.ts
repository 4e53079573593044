import {execFile, spawnSync} from 'node:child_process';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {delimiter, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {afterAll, beforeAll, expect, test} from 'vitest';

const EXAMPLES = fileURLToPath(new URL('../examples/', import.meta.url));
const BIN = fileURLToPath(new URL('../bin/edge-server.mjs', import.meta.url));

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'edge-examples-'));
  const program = `#!/bin/sh\nexec '${process.execPath}' '${BIN}' "$@"\n`;
  await writeFile(join(directory, 'edge-server'), program, {mode: 0o755});
});
afterAll(() => rm(directory, {recursive: true}));

// examples/vitest runs by itself, as part of this suite.
const EXTERNAL = [
  {needs: 'curl', program: 'bash', file: 'shell/smoke.sh', says: /^the gateway works, fails and recovers$/m},
  {needs: 'python3', program: 'python3', file: 'python/test_gateway.py', says: /^Ran 3 tests .*\n\nOK$/m},
];

for (const {needs, program, file, says} of EXTERNAL) {
  const there = spawnSync(needs, ['--version']).status === 0;
  test.skipIf(!there)(`${file} runs${there ? '' : ` (skipped: ${needs} is not installed)`}`, async () => {
    const PATH = `${directory}${delimiter}${process.env.PATH}`;
    const {stdout, stderr} = await promisify(execFile)(program, [join(EXAMPLES, file)], {
      env: {...process.env, PATH, PYTHONDONTWRITEBYTECODE: '1'},
    });
    expect(stdout + stderr).toMatch(says);
  });
}
