import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {createServer, type Server} from '@edge-console/server';
import {createTestServer, readTwin} from '@edge-console/test-tools';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {temporaryFolder} from '../../../apps/server/test/folder.ts';
import {openGateway, run, type Target} from '../src/index.ts';
import {record} from '../src/record/record-gateway.ts';
import {BROKEN_AGENTS} from './broken/broken-agents.ts';
import {BROKEN_ERROR_LOGS} from './broken/broken-error-logs.ts';
import {BROKEN_SESSIONS} from './broken/broken-sessions.ts';
import {BROKEN_TOKENS} from './broken/broken-tokens.ts';
import {type FrontServer, startProxy} from './broken/proxy.ts';
import {BROKEN_RESPONSES} from './broken/suite.ts';
import {SEED, TOKEN, USER} from './support/seed.ts';

/** Faults that a recording does not detect, so that twins of these servers get other verdicts. */
const NOT_FOUND = [
  'logout ends the next session too',
  'pages in reverse order',
  'level 4 by default',
  'req_id compared without the zeros at its start',
  'token list with text for _created_unix',
];

const loginLimits = {perAccount: 1_000_000, perAddress: 1_000_000};
let server: Server;
let proxy: FrontServer;
beforeAll(async () => {
  server = await createServer({seed: SEED, passwordCost: 'minimal', loginLimits});
  proxy = await startProxy(server.url);
});
afterAll(async () => {
  await proxy.close();
  await server.close();
});

const verdictsOf = async (target: Target): Promise<Readonly<Record<string, string>>> => {
  const gateway = await openGateway(target);
  const verdicts: Record<string, string> = {};
  for await (const {id, verdict} of run(gateway)) verdicts[id] = verdict;
  await gateway.cleanUp();
  gateway.close();
  return verdicts;
};

const BROKEN = [...BROKEN_SESSIONS, ...BROKEN_ERROR_LOGS, ...BROKEN_TOKENS, ...BROKEN_AGENTS, ...BROKEN_RESPONSES];
const isThorough = process.env.EDGE_THOROUGH !== undefined;
// Without EDGE_THOROUGH, every thirtieth server is tested.
const tested = BROKEN.filter(({name}, index) => !NOT_FOUND.includes(name) && (isThorough || index % 30 === 0));

describe('twins of broken servers', () => {
  test.each(tested)('a replayed recording gets the verdicts of a server with the fault "$name"', async ({serve}) => {
    proxy.serveBy(serve);
    const folder = temporaryFolder('twin');
    const out = join(folder, 'twin');
    const target = {baseUrl: proxy.url, apiToken: TOKEN, account: USER};
    const limits = {rate: 1_000_000, maxRequests: 300, signal: new AbortController().signal};
    await record(target, {out, key: Buffer.from('a key of this test'), limits});
    const recorded = JSON.parse(await readFile(join(out, 'verdicts.json'), 'utf8'));
    if (isThorough) expect(recorded).toEqual(await verdictsOf(target));
    const twin = await readTwin(out);
    const {url, close, twin: access} = await createTestServer({twin, passwordCost: 'minimal', loginLimits});
    const {username = '', password = '', apiToken = ''} = access ?? {};
    expect(await verdictsOf({baseUrl: url, apiToken, account: {username, password}}).finally(close)).toEqual(recorded);
  });
});
