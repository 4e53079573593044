import {execFileSync, spawnSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {sharedFolder} from '../support/folder.ts';
import {sharedGateway} from '../support/gateway.ts';
import {logEntry, NEWEST} from '../support/logs.ts';
import {run} from './run-headless.ts';

const hasLnav = spawnSync('lnav', ['-V']).status === 0;
const folder = sharedFolder('lnav');

const TEXTS = [
  'client closed',
  '31#32: *7 upstream timed out, client: 10.0.0.1, server: s',
  '[error] 31#32: *8 level alone',
  '[lua] balancer.lua:123: no peer',
  '2026/01/10 12:00:04 [error] 31#32: *9 complete',
];
const gateway = sharedGateway(() => ({
  seed: {error_logs: TEXTS.map((log, at) => logEntry(log, {log_time: NEWEST + at, node_id: at % 2}))},
}));

describe.skipIf(!hasLnav)('lnav (skipped: lnav is not installed)', () => {
  test('lnav sorts the entries of two raw exports by time', async () => {
    const paths: string[] = [];
    for (const node of ['0', '1']) {
      const path = join(folder, `${node}.log`);
      expect(await run(['logs', 'export', path, '-o', 'raw', '--node', node, '--url', gateway().url])).toMatchObject({
        code: 0,
      });
      // lnav expects the oldest line first, but an export has the newest first.
      const lines = readFileSync(path, 'utf8').trimEnd().split('\n').toReversed();
      writeFileSync(path, `${lines.join('\n')}\n`);
      paths.push(path);
    }
    const env = {...process.env, HOME: folder, TZ: 'UTC'};
    const merged = execFileSync('lnav', ['-n', ...paths], {env, encoding: 'utf8'})
      .trimEnd()
      .split('\n');
    expect(merged.map(line => line.slice(0, 19))).toEqual(TEXTS.map((_, at) => `2026/01/10 12:00:0${at}`));
    expect(merged.map((line, at) => line.endsWith(TEXTS[at] ?? ''))).toEqual(TEXTS.map(() => true));
  });
});
