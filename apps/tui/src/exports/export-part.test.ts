import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder} from '../../test/support/folder.ts';
import {openPart, type Part} from './export-part.ts';

const options = {
  source: {url: 'https://e', query: {}, format: 'ndjson', fields: null, csv: undefined},
  force: false,
  env: {},
  advice: {replace: '', again: '', resume: ''},
};

const opened = async (path: string, resume: boolean): Promise<Part> =>
  (await openPart(path, {...options, resume})) ?? expect.fail('the export is complete');

test('an export that was killed continues after the first 5,000 entries, whose position was saved', async () => {
  const path = join(temporaryFolder('export-part'), 'killed');
  const part = await opened(path, false);
  // The last 200 rows are longer than the write buffer, so some are in the file and not in the position.
  for (let id = 0; id < 5_200; id++) {
    await part.sink.write(`${String(id).padEnd(400)}\n`);
    await part.add({id, log_time: 9_000 - id} as never);
  }
  // As when the process is killed, the position is not saved.
  await part.close();
  const again = await opened(path, true);
  expect(again.rows).toBe(5_000);
  expect(again.range).toEqual({to: 9_000 - 4_999});
  expect((await readFile(`${path}.part`, 'utf8')).trimEnd().split('\n')).toHaveLength(5_000);
  await again.close();
});
