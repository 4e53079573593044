import {existsSync} from 'node:fs';
import {memoryStore} from '@edge-console/server';
import {expect, onTestFinished, test} from 'vitest';
import {startNginxLogs} from '../../src/demo/nginx-logs.ts';
import {findNginx} from '../../src/nginx/find-nginx.ts';

test.skipIf(typeof findNginx() === 'string')(
  'startNginxLogs appends entries of several nodes, over rotations of their logs, until it is stopped',
  async () => {
    const store = memoryStore();
    onTestFinished(() => store.close());
    const logs = await startNginxLogs({store, everyMs: 1, rotateAt: 20_000});
    onTestFinished(logs.stop);
    const all = async () => (await store.errorLogs.list({}, {offset: 0, limit: 10_000})).rows;
    await expect
      .poll(async () => (await all()).filter(({log}) => log.includes('reopening logs')).length)
      .toBeGreaterThan(4);
    const rows = await all();
    const countOf = async (node_id: number) => (await store.errorLogs.list({node_id}, {offset: 0, limit: 0})).count;
    expect(Math.min(...(await Promise.all([1, 2, 3, 4].map(countOf))))).toBeGreaterThan(0);
    expect(rows.some(({log, level}) => level === 4 && log.includes(', client: 127.'))).toBe(true);
    await logs.stop();
    const [folder = ''] = rows.flatMap(({log}) => /\/\S+?edge-nginx-\w+/.exec(log)?.[0] ?? []);
    expect([folder.length > 0, existsSync(folder)]).toEqual([true, false]);
  },
);
