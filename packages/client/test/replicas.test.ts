import {request} from 'node:http';
import {expect, onTestFinished, test} from 'vitest';
import {createClient, type PaginateStatus} from '../src/index.ts';
import {startGateway} from './support/gateway.ts';
import {MASTER_TOKEN, seed} from './support/seed.ts';
import {serveHttp} from './support/serve.ts';

/** Two servers behind a round-robin balancer; the first has one entry more. */
const startReplicas = async () => {
  const replicas = await Promise.all([startGateway({seed}), startGateway({seed})]);
  onTestFinished(async () => {
    await Promise.all(replicas.map(replica => replica.stop()));
  });
  const [first, second] = replicas;
  await Promise.all([first.grow(601), second.grow(600)]);
  let requests = 0;
  const baseUrl = await serveHttp((incoming, outgoing) => {
    const {url = '', method, headers} = incoming;
    const target = new URL(url, replicas[requests++ % 2]?.url);
    const onward = request(target, {method, headers}, upstream => {
      outgoing.writeHead(upstream.statusCode ?? 0, upstream.headers);
      upstream.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  const client = createClient({baseUrl, auth: {kind: 'api-token', token: MASTER_TOKEN}});
  onTestFinished(() => client.close());
  return {client, requests: () => requests};
};

test('an iteration over two replicas of which one lacks the newest row yields each row exactly once', async () => {
  const {client, requests} = await startReplicas();
  const statuses: PaginateStatus[] = [];
  const texts: string[] = [];
  const onStatus = (status: PaginateStatus) => statuses.push(status);
  for await (const {log} of client.errorLogs.items({page_size: 40}, {onStatus})) texts.push(log);
  expect(new Set(texts).size).toBe(texts.length);
  const expected = [...Array.from({length: 600}, (_, at) => `grown ${at}`), ...seed.error_logs.map(({log}) => log)];
  expect(expected.filter(text => !texts.includes(text))).toEqual([]);
  for (const {complete} of statuses) expect(complete).toBe(true);
  expect(requests()).toBeLessThanOrEqual(4 * 17 + 20);
});
