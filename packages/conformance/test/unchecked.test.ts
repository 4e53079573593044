import {createServer} from '@edge-console/server';
import {expect, onTestFinished, test} from 'vitest';
import {CHECKS, openGateway, run} from '../src/index.ts';
import {startProxy} from './broken/proxy.ts';
import {SEED, TOKEN} from './support/seed.ts';

/**
 * Runs the checks with these ids on a server with these entries. Resolves to the verdict of each check by id or, for a
 * check that was not made, to the reason.
 */
const reasonsOf = async (entries: readonly object[], ids: readonly string[]) => {
  const server = await createServer({
    passwordCost: 'minimal',
    seed: {...SEED, error_logs: entries as typeof SEED.error_logs},
  });
  onTestFinished(() => server.close());
  const proxy = await startProxy(server.url);
  onTestFinished(() => proxy.close());
  proxy.serveBy(async (request, upstream) =>
    request.method === 'PUT' && !request.body.includes('expire')
      ? {http: 400, type: 'application/json', body: '{"status": 400, "msg": "expire is missing"}'}
      : upstream(request),
  );
  const gateway = await openGateway({baseUrl: proxy.url, apiToken: TOKEN, write: true});
  const results: [string, string | undefined][] = [];
  for await (const {id, verdict, detail} of run(gateway, {checks: CHECKS.filter(({id}) => ids.includes(id))})) {
    results.push([id, verdict === 'unchecked' ? detail : verdict]);
  }
  expect(await gateway.cleanUp()).toEqual([]);
  gateway.close();
  return Object.fromEntries(results);
};

const entry = (level: number, log: string, req_id: string) => ({level, log, req_id, log_time: 1_795_176_003});

test('checks for which the gateway lacks data are not made, and their results say why', async () => {
  const ids = ['logs.level.severer', 'logs.filter.req_id-zeros', 'tokens.expire.kept'];
  expect(await reasonsOf([entry(8, 'x', ''), entry(7, 'y', '')], ids)).toEqual({
    'logs.level.severer': 'no entry of the first page is more severe than level 7',
    'logs.filter.req_id-zeros': 'no message of the first page has a request id of 24 hex digits that begins with 0',
    'tokens.expire.kept': expect.stringMatching(/^update needs expire, which is permitted: PUT .* HTTP 400/),
  });
});

test('the check of leading zeros in req_id is not made if no entry has the req_id in its message', async () => {
  const entries = [entry(4, 'request_id: "000028800bac65d7fed00001"', ''), entry(4, '0f0028800bac65d7fed00001', '77')];
  expect(await reasonsOf(entries, ['logs.filter.req_id-zeros'])).toEqual({
    'logs.filter.req_id-zeros': 'req_id selects no entry by the request id in its message',
  });
});
