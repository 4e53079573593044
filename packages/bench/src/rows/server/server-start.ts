import {createTestServer} from '@edge-console/test-tools';
import {feedEntry, NEWEST} from '../../fixtures/entries.ts';
import {compare, ratioLine, type Samples, timed} from '../../measure/compare.ts';
import {fixture, run} from '../../measure/process.ts';
import type {Measure} from '../../row.ts';

const MAX_MS = 50;
const MANY = 200;
const ENTRIES = 10_000;

interface Starts {
  readonly starts: Samples;
  readonly many: {readonly servers: number; readonly ms: number; readonly residentBytes: number};
}

export const serverStart: Measure = async ({quick}) => {
  const rounds = quick ? 20 : 100;
  const {starts, many} = JSON.parse(await run([fixture('server-starts.ts'), String(rounds), String(MANY)])) as Starts;
  const line = ratioLine(starts, {
    what: 'server start, `createServer`, warm',
    budget: {maxMs: MAX_MS},
    against: 'bare Fastify with one route',
    text: ms => `${ms.toFixed(1)} ms`,
  });
  return [
    {...line, note: 'empty, in memory'},
    {
      what: `${many.servers} servers in one process, started at once`,
      budget: '–',
      measured: `${many.ms.toFixed(0)} ms, ${(many.residentBytes / many.servers / 2 ** 20).toFixed(1)} MiB each`,
      verdict: 'no budget',
    },
  ];
};

const passwordCost = 'minimal';
const entriesOf = (length: number) => Array.from({length}, (_, number) => feedEntry(number, NEWEST + number));

export const serverReset: Measure = async ({quick}) => {
  const users = ['ann', 'bob'].map(username => ({username, password: `${username}-password`, role: 'master'}));
  const tokens = users.map(({username}) => ({username, name: 'ci'}));
  const options = {passwordCost, seed: {users, tokens, error_logs: entriesOf(100)}} as const;
  const server = await createTestServer(options);
  const line = await compare(quick ? 20 : 200, {
    what: 'server `reset()`, 2 users and 100 entries in memory',
    budget: {atMost: 1},
    against: 'a new server with the same seed, and its close',
    text: ms => `${ms.toFixed(2)} ms`,
    subject: () => timed(() => server.reset()),
    baseline: () => timed(async () => (await createTestServer(options)).close()),
  });
  await server.close();
  return [line];
};

export const serverRestore: Measure = async ({quick}) => {
  const users = [{username: 'ann', password: 'ann-password', role: 'master'}];
  const server = await createTestServer({passwordCost, seed: {users, error_logs: entriesOf(ENTRIES)}});
  await server.snapshots.save('seeded');
  const line = await compare(quick ? 20 : 200, {
    what: `server \`snapshots.restore()\`, ${ENTRIES.toLocaleString('en')} entries in memory`,
    budget: {maxMs: MAX_MS},
    against: '`reset()` to a seed with the same entries',
    text: ms => `${ms.toFixed(2)} ms`,
    subject: () => timed(() => server.snapshots.restore('seeded')),
    baseline: () => timed(() => server.reset()),
  });
  await server.close();
  return [line];
};
