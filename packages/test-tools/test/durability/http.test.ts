import {join} from 'node:path';
import {contract} from '@edge-console/schema';
import type {ErrorStyle} from '@edge-console/server';
import {describe, expect, onTestFinished, test} from 'vitest';
import {createTestServer, type TestServer, type TestServerOptions} from '../../src/index.ts';
import {call, SEED, START, startOn} from '../support.ts';
import {expectAllSucceed, expectNoSecrets, expectReadsOnly, expectUnavailable, readAll, send} from './checks.ts';
import {type Disk, type DiskKind, supportedDisks} from './disks.ts';
import {CONTROL_SECRET, type Fixtures, ingest, OPERATION_CALLS, prepare, RESET, requestsOf} from './operation-calls.ts';

const {kinds, missing} = await supportedDisks();
for (const name of missing) process.stderr.write(`Skipped: cannot create a disk that ${name} (needs root and ext4).\n`);

const isThorough = process.env.EDGE_THOROUGH !== undefined;

test('OPERATION_CALLS covers every operation of the contract', () => {
  expect(Object.keys(OPERATION_CALLS).sort()).toEqual(Object.keys(contract).sort());
});

const serve = (disk: Disk, more: Pick<TestServerOptions, 'seed' | 'errors' | 'log'>): Promise<TestServer> =>
  startOn(createTestServer, join(disk.folder, 'edge.db'), {
    clock: () => START,
    controlSecret: CONTROL_SECRET,
    ...more,
  });

/**
 * Renames a token until the disk is full, because this is the smallest write. Resolves to the last name that the server
 * acknowledged.
 */
const fillWithUpdates = async (server: TestServer, fixtures: Fixtures): Promise<string> => {
  for (let at = 0, last = 'kept'; at < 500; at++) {
    const name = `name ${at}`;
    const [request] = requestsOf('updateApiToken', fixtures);
    if (!request) break;
    const {body} = await send(server, {...request, json: {name}});
    if (body.status !== 0) return last;
    last = name;
  }
  throw new Error('the disk does not fill up');
};

/** Sends entries until the disk is full. Resolves to the number of acknowledged entries. */
const fillWithEntries = async (server: TestServer): Promise<number> => {
  for (let at = 0, taken = 0; at < 50; at++) {
    const {body} = await send(server, ingest(900, 'x'.repeat(300)));
    if (body.status !== 0) return taken;
    taken += 900;
  }
  throw new Error('the disk does not fill up');
};

const countOf = async (server: TestServer): Promise<number> => {
  const [, logs] = (await readAll(server)) as {data: {meta: {count: number}}}[];
  return logs?.data.meta.count ?? 0;
};

const failing = async (kind: DiskKind, errors: ErrorStyle) => {
  const disk = kind.create();
  onTestFinished(() => disk.remove());
  const logged: string[] = [];
  const write = (text: string) => void logged.push(text);
  const server = await serve(disk, {
    seed: SEED,
    errors,
    log: {level: 'trace', stream: {write}},
  });
  const fixtures = await prepare(server);
  const before = await countOf(server);
  await disk.fail();
  const taken = await fillWithEntries(server);
  expect(await countOf(server)).toBe(before + taken);
  return {disk, server, fixtures, logged, name: await fillWithUpdates(server, fixtures)};
};

describe.each(kinds)('on a disk that $name', kind => {
  // The error style does not depend on the disk. A full disk takes the most work, so both styles run on another kind.
  test.each(kind === kinds.at(-1) || isThorough ? (['http', 'envelope'] as const) : (['http'] as const))(
    'a server that cannot write to its disk still reads, and responds to writes with 503 (errors: %s)',
    async errors => {
      const {server, fixtures, logged, name} = await failing(kind, errors);
      expect(JSON.stringify(await readAll(server))).toContain(`"${name}"`);
      const failures = await expectReadsOnly(server, fixtures, errors);
      const before = await readAll(server);
      expectUnavailable('__control/reset', await send(server, RESET), errors);
      expect(await readAll(server)).toEqual(before);
      expect((await call(server, '/healthz')).code).toBe(200);
      const ready = await call(server, '/readyz');
      expect([ready.code, ready.body.msg]).toEqual([503, 'the database cannot be written']);
      expectNoSecrets([...failures, ready], logged);
    },
  );

  test('acknowledged writes survive a storage failure, and all operations succeed after it is repaired', async () => {
    const {disk, server, fixtures, name} = await failing(kind, 'http');
    const kept = await readAll(server);
    if (kind.recovery === 'reopen') await server.close();
    await disk.repair();
    const repaired = kind.recovery === 'immediate' ? server : await serve(disk, {});
    expect(await readAll(repaired)).toEqual(kept);
    expect(JSON.stringify(kept)).toContain(`"${name}"`);
    await expectAllSucceed(repaired, fixtures);
    for (const path of ['/healthz', '/readyz']) expect((await call(repaired, path)).code).toBe(200);
    const last = await readAll(repaired);
    await repaired.close();
    expect(await readAll(await serve(disk, {}))).toEqual(last);
  });
});
