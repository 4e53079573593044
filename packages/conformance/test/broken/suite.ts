import {createServer, type Server} from '@edge-console/server';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {openGateway, type Result, run} from '../../src/index.ts';
import {SEED, TOKEN, USER} from '../support/seed.ts';
import type {BrokenServer} from './break.ts';
import {BROKEN_AGENTS} from './broken-agents.ts';
import {BROKEN_ERROR_LOGS} from './broken-error-logs.ts';
import {BROKEN_LISTS} from './broken-lists.ts';
import {BROKEN_REFUSALS} from './broken-refusals.ts';
import {BROKEN_SESSIONS} from './broken-sessions.ts';
import {BROKEN_TOKENS} from './broken-tokens.ts';
import {type FrontServer, startProxy} from './proxy.ts';

/**
 * Combines the first servers of all lists into one with all their faults, likewise the second servers, and so on. This
 * saves runs. The faults do not affect each other, because the lists concern different resources.
 */
const combined = (...lists: ReadonlyArray<readonly BrokenServer[]>): readonly BrokenServer[] =>
  Array.from({length: Math.max(...lists.map(({length}) => length))}, (_, index) =>
    lists.flatMap(list => list[index] ?? []).reduce(both),
  );

const both = (a: BrokenServer, b: BrokenServer): BrokenServer => ({
  name: `${a.name}; ${b.name}`,
  caughtBy: [...a.caughtBy, ...b.caughtBy],
  serve: (request, upstream) => a.serve(request, changed => b.serve(changed, upstream)),
});

export const BROKEN_RESOURCES = combined(BROKEN_SESSIONS, BROKEN_ERROR_LOGS, BROKEN_TOKENS, BROKEN_AGENTS);
export const BROKEN_RESPONSES: readonly BrokenServer[] = [...BROKEN_LISTS, ...BROKEN_REFUSALS];

const examine = async (url: string): Promise<readonly Result[]> => {
  const gateway = await openGateway({baseUrl: url, apiToken: TOKEN, account: USER, write: true});
  const results: Result[] = [];
  try {
    for await (const result of run(gateway)) results.push(result);
  } finally {
    await gateway.cleanUp();
    gateway.close();
  }
  return results;
};

const isThorough = process.env.EDGE_THOROUGH !== undefined;

/** Tests that broken servers fail the checks of their fault and no other. Without EDGE_THOROUGH, every fourth one. */
export const expectCaught = (broken: readonly BrokenServer[]): void => {
  let server: Server;
  let proxy: FrontServer;
  beforeAll(async () => {
    const loginLimits = {perAccount: 1_000_000, perAddress: 1_000_000};
    server = await createServer({seed: SEED, passwordCost: 'minimal', loginLimits});
    proxy = await startProxy(server.url);
  });
  afterAll(async () => {
    await proxy.close();
    await server.close();
  });

  describe('broken servers', () => {
    test.each(broken.filter((_, index) => isThorough || index % 4 === 0))(
      'a server with the fault "$name" fails the checks for this fault and no other',
      async ({serve, caughtBy}) => {
        proxy.serveBy(serve);
        const failed = (await examine(proxy.url)).filter(
          ({verdict}) => verdict === 'violation' || verdict === 'difference',
        );
        expect(failed.map(({id}) => id).sort()).toEqual([...caughtBy].sort());
        for (const {detail} of failed) expect(detail).toMatch(/\S/);
      },
    );
  });
};
