import {createServer, type Server} from '@edge-console/server';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {openGateway, type Result, run} from '../../src/index.ts';
import {SEED, TOKEN, USER} from '../support/seed.ts';
import type {BrokenServer} from './break.ts';
import {type FrontServer, startProxy} from './proxy.ts';

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

/** That each broken server is caught by the checks about what it breaks, and by no other. */
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

  describe('caught by the checks about what it breaks, and by no other', () => {
    test.each(broken)('$name', async ({serve, caughtBy}) => {
      proxy.serveBy(serve);
      const failed = (await examine(proxy.url)).filter(
        ({verdict}) => verdict === 'violation' || verdict === 'difference',
      );
      expect(failed.map(({id}) => id).sort()).toEqual([...caughtBy].sort());
      for (const {detail} of failed) expect(detail).toMatch(/\S/);
    });
  });
};
