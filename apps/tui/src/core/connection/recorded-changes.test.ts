import {createClient} from '@edge-console/client';
import {expect, onTestFinished, test} from 'vitest';
import {freePort, serve} from '../../../test/support/gateway.ts';
import {memoryJournal, recorded} from './recorded-changes.ts';

const record = async (baseUrl: string, readOnly?: () => string) => {
  const client = createClient({baseUrl, ...(readOnly && {readOnly})});
  onTestFinished(() => client.close());
  const journal = memoryJournal();
  const connection = {profile: 'eu', url: baseUrl, identity: {kind: 'anonymous'}, journal} as const;
  const change = {command: 'tokens delete', subject: {kind: 'token', id: 7}} as const;
  const error: unknown = await recorded(connection, change, () => client.apiTokens.delete(7)).catch(thrown => thrown);
  return {error, changes: await journal.read()};
};
const respondingWith = (status: number) =>
  serve((_incoming, outgoing) => {
    outgoing.writeHead(status, {'content-type': 'application/json', 'x-request-id': 'r-1'}).end('{"status": 0}');
  });

test('the journal has the request id of successful and of failed changes', async () => {
  expect((await record(await respondingWith(200))).changes).toMatchObject([{outcome: 'done', requestId: 'r-1'}]);
  expect((await record(await respondingWith(403))).changes).toMatchObject([
    {outcome: 'failed', error: 'forbidden', requestId: 'r-1'},
  ]);
  expect((await record(await respondingWith(504))).changes).toMatchObject([{outcome: 'unknown', error: 'server'}]);
});

test('the journal records a refused connection as a failure, but no change that was not sent', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  expect((await record(url)).changes).toMatchObject([{outcome: 'failed', error: 'network'}]);
  const {error, changes} = await record(url, () => 'eu is read-only');
  expect(error).toMatchObject({code: 'read_only'});
  expect(changes).toEqual([]);
});
