import {splitLines} from '@edge-console/server/store';
import {expect, test} from 'vitest';
import {fileLine, hostileText} from '../src/hostile.ts';
import {nginxEntries} from '../src/import/nginx-entries.ts';
import {createPrng} from '../src/prng.ts';

test('the nginx parser reads a file of hostile bytes to its end, and limits the length of entries', async () => {
  const prng = createPrng(3);
  const stream = (async function* () {
    for (let line = 0; line < 40; line++) yield fileLine(hostileText(prng));
  })();
  const origin = {node_id: 0, node_type: 0, app_id: 0, log_time: 0};
  let count = 0;
  for await (const {entry} of nginxEntries(splitLines(stream, 'emit'), origin)) {
    count += 1;
    expect(entry.log.length).toBeLessThanOrEqual(2 ** 21 + 1);
  }
  expect(count).toBeGreaterThan(1);
});
