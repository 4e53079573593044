import {join} from 'node:path';
import {contract} from '@edge-console/schema';
import {describe, expect, onTestFinished, test} from 'vitest';
import {createServer, type ErrorStyle, type Server, type ServerOptions} from '../../src/index.ts';
import {call, SEED, START} from '../support.ts';
import {ask, expectAllDone, expectReadsAlone, expectRefused, stored} from './checks.ts';
import {type Disk, type DiskKind, disksHere} from './disks.ts';
import {CONTROL_SECRET, ingest, type Known, PROBES, prepare, RESET, requestsOf} from './routes.ts';
import {expectNoSecrets} from './secrets.ts';

const {kinds, missing} = await disksHere();
for (const name of missing)
  process.stderr.write(`No disk that ${name} can be made here (that takes root and ext4): its tests are skipped.\n`);

test('it is known of every operation of the contract whether it writes', () => {
  expect(Object.keys(PROBES).sort()).toEqual(Object.keys(contract).sort());
});

const serve = async (disk: Disk, more: Pick<ServerOptions, 'seed' | 'errors' | 'log' | 'logger'>): Promise<Server> => {
  const database = join(disk.folder, 'edge.db');
  const server = await createServer({database, clock: () => START, controlSecret: CONTROL_SECRET, ...more});
  onTestFinished(() => server.close());
  return server;
};

/** Uses up what room is left, by the smallest change there is, and gives the name that was acknowledged last. */
const useUp = async (server: Server, known: Known): Promise<string> => {
  for (let turn = 0, last = 'kept'; turn < 500; turn++) {
    const name = `name ${turn}`;
    const [request] = requestsOf('updateApiToken', known);
    if (!request) break;
    const {body} = await ask(server, {...request, json: {name}});
    if (body.status !== 0) return last;
    last = name;
  }
  throw new Error('there is room without an end');
};

/** Sends entries until no more can be stored, and gives how many were acknowledged. */
const fill = async (server: Server): Promise<number> => {
  for (let turn = 0, taken = 0; turn < 50; turn++) {
    const {body} = await ask(server, ingest(900, 'x'.repeat(300)));
    if (body.status !== 0) return taken;
    taken += 900;
  }
  throw new Error('there is room without an end');
};

const countOf = async (server: Server): Promise<number> => {
  const [, logs] = (await stored(server)) as {data: {meta: {count: number}}}[];
  return logs?.data.meta.count ?? 0;
};

const failing = async (kind: DiskKind, errors: ErrorStyle) => {
  const disk = kind.make();
  onTestFinished(() => disk.remove());
  const told: string[] = [];
  const write = (text: string) => void told.push(text);
  const server = await serve(disk, {
    seed: SEED,
    errors,
    log: {level: 'trace', stream: {write}},
    logger: {error: write},
  });
  const known = await prepare(server);
  const before = await countOf(server);
  await disk.fail();
  const taken = await fill(server);
  expect(await countOf(server)).toBe(before + taken);
  return {disk, server, known, told, name: await useUp(server, known)};
};

describe.each(kinds)('on a disk that $name', kind => {
  test.each(['http', 'envelope'] as const)('every operation is answered, with errors as %s', async errors => {
    const {server, known, told, name} = await failing(kind, errors);
    expect(JSON.stringify(await stored(server))).toContain(`"${name}"`);
    const refusals = await expectReadsAlone(server, known, errors);
    const before = await stored(server);
    expectRefused('reset', await ask(server, RESET), errors);
    expect(await stored(server)).toEqual(before);
    for (const path of ['/healthz', '/readyz']) expect((await call(server, path)).code).toBe(200);
    expectNoSecrets(refusals, told);
  });

  test('nothing that was acknowledged is lost, and all of it goes on when the disk is mended', async () => {
    const {disk, server, known, name} = await failing(kind, 'http');
    const kept = await stored(server);
    if (kind.comesBack === 'when opened again') await server.close();
    await disk.mend();
    const mended = kind.comesBack === 'at once' ? server : await serve(disk, {});
    expect(await stored(mended)).toEqual(kept);
    expect(JSON.stringify(kept)).toContain(`"${name}"`);
    await expectAllDone(mended, known);
    for (const path of ['/healthz', '/readyz']) expect((await call(mended, path)).code).toBe(200);
    const last = await stored(mended);
    await mended.close();
    expect(await stored(await serve(disk, {}))).toEqual(last);
  });
});
