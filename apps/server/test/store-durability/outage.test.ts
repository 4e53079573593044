import {describe, expect, onTestFinished, test} from 'vitest';
import {createServer, type ErrorStyle, type Server} from '../../src/index.ts';
import {postgresBinaries} from '../store-engines/cluster.ts';
import {ANN_TOKEN, type Answer, call, SEED, START} from '../support.ts';
import {ask, expectAllDone, expectDone, expectRefused, stored} from './checks.ts';
import {startOutage} from './outage.ts';
import {type Ask, CONTROL_SECRET, type Known, OPERATIONS, OTHER_WRITES, prepare, RESET, requestsOf} from './routes.ts';
import {expectNoSecrets} from './secrets.ts';

const binaries = postgresBinaries();
if (!binaries)
  process.stderr.write('PostgreSQL is not installed (apt-get install postgresql): its outages are not tested.\n');

const startServer = async (errors: ErrorStyle) => {
  const outage = await startOutage(binaries ?? '');
  onTestFinished(() => outage.remove());
  const told: string[] = [];
  const write = (text: string) => void told.push(text);
  const server = await createServer({
    database: outage.url,
    seed: SEED,
    clock: () => START,
    errors,
    controlSecret: CONTROL_SECRET,
    log: {level: 'trace', stream: {write}},
    logger: {error: write},
  });
  onTestFinished(() => server.close());
  return {outage, server, told, known: await prepare(server)};
};

const readiness = (server: Server) => async () => (await call(server, '/readyz')).body.status;

/** Asks for everything at once. */
const everything = (known: Known): readonly (readonly [string, Ask])[] => [
  ...OPERATIONS.flatMap(id => requestsOf(id, known).map(request => [id, request] as const)),
  ...Object.entries(OTHER_WRITES).map(([what, request]) => [what, request(known)] as const),
];

describe.skipIf(!binaries)('when PostgreSQL goes away', () => {
  test.each(['http', 'envelope'] as const)(
    'every operation says so, and all come back with it, errors as %s',
    async errors => {
      const {outage, server, told, known} = await startServer(errors);
      const kept = await stored(server);
      await outage.goAway();
      const answers: Answer[] = [];
      for (const [what, request] of [...everything(known), ['reset', RESET] as const]) {
        const answer = await ask(server, request);
        expectRefused(what, answer, errors);
        answers.push(answer);
      }
      // All at once: none waits in a queue for what does not come.
      const crowd = await Promise.all(
        everything(known).map(async ([what, request]) => [what, await ask(server, request)] as const),
      );
      for (const [what, answer] of crowd) expectRefused(what, answer, errors);
      expect((await call(server, '/healthz')).body.status).toBe(0);
      const ready = await call(server, '/readyz');
      expect([ready.code, ready.body.status]).toEqual([errors === 'http' ? 503 : 200, 503]);
      await outage.comeBack();
      await expect.poll(readiness(server), {timeout: 30_000}).toBe(0);
      expect(await stored(server)).toEqual(kept);
      await expectAllDone(server, known);
      expectNoSecrets([...answers, ready], told);
    },
  );

  test('requests under way are answered, and what was acknowledged is there afterwards', async () => {
    const {outage, server, known} = await startServer('http');
    let made = 0;
    const acknowledged: string[] = [];
    const lane = async () => {
      // Until each lane has met the outage.
      for (let lost = 0; lost < 3; ) {
        made += 1;
        const name = `t${made}`;
        const [request] = requestsOf('createApiToken', known);
        if (!request) return;
        const answer = await ask(server, {...request, json: {name, expire: 0}});
        if (answer.body.status === 0) {
          expectDone('createApiToken', answer);
          acknowledged.push(name);
        } else {
          expectRefused(name, answer, 'http');
          lost += 1;
        }
      }
    };
    const lanes = Promise.all(Array.from({length: 16}, lane));
    await expect.poll(() => acknowledged.length, {timeout: 30_000}).toBeGreaterThan(50);
    await Promise.all([outage.goAway(), lanes]);
    await outage.comeBack();
    await expect.poll(readiness(server), {timeout: 30_000}).toBe(0);
    const {body} = await call(server, '/admin-api/api_token?page_size=1000', {token: ANN_TOKEN});
    const names = new Set((body.data as {data: {name: string}[]}).data.map(({name}) => name));
    expect(acknowledged.filter(name => !names.has(name))).toEqual([]);
  });
});
