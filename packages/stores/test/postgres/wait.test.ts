import {spawn} from 'node:child_process';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';
import {expect, onTestFinished, test} from 'vitest';
import {temporaryFolder} from '../../../../apps/server/test/folder.ts';
import {SEED} from '../../../../apps/server/test/support.ts';
import {postgresBinaries} from './support/cluster.ts';
import {startOutage} from './support/outage.ts';

const BIN = fileURLToPath(new URL('../../../../apps/server/bin/edge-server.mjs', import.meta.url));
const binaries = postgresBinaries();

test.skipIf(!binaries)('edge-server --wait waits for PostgreSQL, and starts once PostgreSQL is available', async () => {
  const folder = temporaryFolder('wait');
  const seed = join(folder, 'seed.json');
  await writeFile(seed, JSON.stringify(SEED));
  const outage = await startOutage(binaries ?? '');
  onTestFinished(() => outage.remove());
  await outage.stop();
  const flags = ['--port', '0', '--seed', seed, '--database', outage.url, '--wait', '80s'];
  const child = spawn(process.execPath, [BIN, ...flags], {stdio: ['ignore', 'pipe', 'pipe']});
  onTestFinished(() => void child.kill('SIGKILL'));
  const firstLine = async (stream: NodeJS.ReadableStream) => {
    for await (const line of createInterface({input: stream})) return line;
    return 'the server ended';
  };
  const listening = firstLine(child.stdout);
  expect(await firstLine(child.stderr)).toMatch(/^edge-server: database postgres:.*; waiting for 80 s at most$/);
  await outage.restart();
  expect(await listening).toMatch(/^edge-server listening on http:/);
});
