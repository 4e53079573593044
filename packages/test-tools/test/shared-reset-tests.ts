import {describe, expect, onTestFinished, test} from 'vitest';
import {startProgram} from '../../../apps/server/test/store-durability/program.ts';
import {createTestServer} from '../src/index.ts';
import {ANN_TOKEN, call, paged, SEED, startOn} from './support.ts';

const isThorough = process.env.EDGE_THOROUGH !== undefined;
const SECRET = 'correct horse battery staple';
const TOKENS = '/admin-api/api_token';

interface Server {
  readonly url: string;
}

const reset = (server: Server, json?: object) =>
  call(server, '/__control/reset', {method: 'POST', headers: {'Control-Secret': SECRET}, ...(json && {json})});

/**
 * Tests that a reset by one server keeps what another server wrote to the database. The other server is a process if it
 * ends before the reset. `create` resolves to a new database. `every`: also without EDGE_THOROUGH, runs all tests
 * instead of one refusal and one forced reset.
 */
export const testSharedReset = (create: () => Promise<string>, {every}: {readonly every: boolean}): void => {
  const testMore = test.runIf(every || isThorough);
  /** Creates a database. Resolves to functions that start a server which seeds it, and servers which do not. */
  const both = async () => {
    const database = await create();
    const serve = (seed?: typeof SEED) =>
      startOn(createTestServer, database, {controlSecret: SECRET, ...(seed && {seed})});
    return {seeder: () => serve(SEED), other: () => serve(), otherProcess: () => startProgram('--database', database)};
  };
  const write = (server: Server) => call(server, TOKENS, {token: ANN_TOKEN, json: {name: 'made elsewhere'}});
  const names = async (server: Server) =>
    paged(await call(server, TOKENS, {token: ANN_TOKEN})).data.map(({name}) => name);

  describe('a reset over HTTP', () => {
    testMore('a reset restores a database that no other server opened', async () => {
      const {seeder} = await both();
      const server = await seeder();
      await write(server);
      expect((await reset(server)).body).toEqual({status: 0});
      expect(await names(server)).toEqual(['ann-1', 'bob-1', 'ann-2']);
    });

    // An open server is also in the tests below.
    test.each(isThorough ? (['is open', 'has ended', 'was killed'] as const) : (['was killed'] as const))(
      'a reset is refused if another process wrote to the database and %s',
      async state => {
        const {seeder, otherProcess} = await both();
        const [first, second] = [await seeder(), await otherProcess()];
        await write(second);
        if (state !== 'is open') await second.kill(state === 'has ended' ? 'SIGTERM' : 'SIGKILL');
        const {code, body} = await reset(first);
        expect([code, body.msg]).toEqual([
          409,
          'the database is shared: it was opened again after its creation, and a reset would delete what others wrote; use a database for this server alone, or send {"force": "shared-database"}',
        ]);
        expect(await names(first)).toContain('made elsewhere');
      },
    );

    testMore('a reset is refused if another server opened the database before it was seeded', async () => {
      const {seeder, other} = await both();
      const second = await other();
      const first = await seeder();
      await write(second);
      expect((await reset(first)).code).toBe(409);
      expect(await names(first)).toContain('made elsewhere');
    });

    testMore('a reset is refused by a server that did not seed the database', async () => {
      const {seeder, other} = await both();
      const first = await seeder();
      await write(first);
      const {code, body} = await reset(await other());
      expect([code, body.msg]).toEqual([
        409,
        'this server did not seed its database, and a reset would delete what others wrote; use a database for this server alone, or send {"force": "shared-database"}',
      ]);
      expect(await names(first)).toContain('made elsewhere');
    });

    test('a forced reset replaces what other servers wrote', async () => {
      const database = await create();
      // The other servers of these tests have the option `store`.
      const first = await createTestServer({database, controlSecret: SECRET, seed: SEED});
      onTestFinished(() => first.close());
      const second = await startOn(createTestServer, database, {});
      await write(second);
      for (const wrong of [{force: true}, {force: 'yes'}, {forced: 'shared-database'}]) {
        expect((await reset(first, wrong)).code).toBe(400);
      }
      expect((await reset(first, {})).code).toBe(409);
      expect(await names(second)).toContain('made elsewhere');
      expect((await reset(first, {force: 'shared-database'})).body).toEqual({status: 0});
      expect(await names(second)).toEqual(['ann-1', 'bob-1', 'ann-2']);
      // A reset without `force` is refused again, since the other server may still write.
      expect((await reset(first)).code).toBe(409);
    });
  });
};
