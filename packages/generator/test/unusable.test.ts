import {execFileSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import {expect, test} from 'vitest';
import {temporaryFolder} from '../../../apps/server/test/folder.ts';
import {run} from '../src/cli/edge-logs.ts';

const KINDS: readonly [string, (path: string) => unknown, string][] = [
  ['a FIFO', path => execFileSync('mkfifo', [path]), 'is not a regular file'],
  ['a directory', path => mkdir(path), 'is not a regular file'],
  [
    'a gzip file',
    path => writeFile(path, gzipSync('2026/11/20 12:00:00 [error] one\n')),
    'is compressed with gzip; decompress it first',
  ],
];

test.each(KINDS)(
  'edge-logs import rejects %s with one line on stderr, and creates no database',
  async (_, make, reason) => {
    const folder = temporaryFolder('unusable');
    const path = join(folder, 'error.log');
    await make(path);
    const [out, err] = [[] as string[], [] as string[]];
    const database = join(folder, 'new.db');
    const code = await run(['import', '--nginx', path, '--database', database], {
      out: text => out.push(String(text)),
      err: text => err.push(text),
      stopped: new AbortController().signal,
      version: '0',
      columns: undefined,
    });
    expect({code, out, err}).toEqual({code: 2, out: [], err: [`edge-logs: import: ${path} ${reason}\n`]});
    expect(existsSync(database)).toBe(false);
  },
);

test('edge-logs import rejects an in-memory database', async () => {
  const err: string[] = [];
  const code = await run(['import', '--nginx', import.meta.filename, '--database', ':memory:'], {
    out: () => undefined,
    err: text => err.push(text),
    stopped: new AbortController().signal,
    version: '0',
    columns: undefined,
  });
  expect([code, err.join('')]).toEqual([2, expect.stringMatching(/--database: expected a file or postgres:.*lost\n$/)]);
});
