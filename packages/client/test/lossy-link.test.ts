import {request} from 'node:http';
import {setTimeout as after} from 'node:timers/promises';
import {expect, onTestFinished, test} from 'vitest';
import {createClient, type PaginateStatus} from '../src/index.ts';
import {startGateway} from './support/gateway.ts';
import {MASTER_TOKEN, seed} from './support/seed.ts';
import {serveHttp} from './support/serve.ts';

/** Latency of each direction of the link, in milliseconds. */
const LATENCY = 10;
/** One in this many exchanges is lost: alternately its request, its response, or half of its response. */
const LOST_EVERY = 10;

/** Two servers behind a balancer and a link with latency and loss; the first has one entry more. */
const startLossyReplicas = async () => {
  const replicas = await Promise.all([startGateway({seed}), startGateway({seed})]);
  onTestFinished(async () => {
    await Promise.all(replicas.map(replica => replica.stop()));
  });
  const [first, second] = replicas;
  await Promise.all([first.grow(401), second.grow(400)]);
  let requests = 0;
  let lost = 0;
  const baseUrl = await serveHttp(async (incoming, outgoing) => {
    const loss = ++requests % LOST_EVERY === 0 ? lost++ % 3 : undefined;
    await after(LATENCY);
    if (loss === 0) return void incoming.socket.destroy();
    const {url = '', method, headers} = incoming;
    const onward = request(new URL(url, replicas[requests % 2]?.url), {method, headers}, async upstream => {
      const body = Buffer.concat(await upstream.toArray());
      await after(LATENCY);
      if (loss === 1) return void incoming.socket.destroy();
      outgoing.writeHead(upstream.statusCode ?? 0, upstream.headers);
      if (loss === undefined) outgoing.end(body);
      else outgoing.write(body.subarray(0, body.length / 2), () => incoming.socket.destroy());
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  const client = createClient({baseUrl, auth: {kind: 'api-token', token: MASTER_TOKEN}});
  onTestFinished(() => client.close());
  return {replicas, client, lost: () => lost};
};

test('an iteration over a link that loses responses yields each row exactly once', async () => {
  const {client, lost} = await startLossyReplicas();
  const statuses: PaginateStatus[] = [];
  const texts: string[] = [];
  const onStatus = (status: PaginateStatus) => statuses.push(status);
  for await (const {log} of client.errorLogs.items({page_size: 20}, {onStatus})) texts.push(log);
  expect(lost()).toBeGreaterThan(2);
  expect(new Set(texts).size).toBe(texts.length);
  const expected = [...Array.from({length: 400}, (_, at) => `grown ${at}`), ...seed.error_logs.map(({log}) => log)];
  expect(expected.filter(text => !texts.includes(text))).toEqual([]);
  for (const {complete} of statuses) expect(complete).toBe(true);
});

test('follow over a link that loses responses reports each arrival exactly once', async () => {
  const {client, replicas, lost} = await startLossyReplicas();
  const signal = AbortSignal.timeout(25_000);
  const texts: string[] = [];
  const bursts = [30, 1, 60, 40, 19];
  const limits = {signal, intervalMs: 10, pageSize: 20, depth: 100};
  for await (const event of client.errorLogs.follow({}, limits)) {
    if (event.kind === 'added') texts.push(...event.entries.map(entry => entry.log));
    if (texts.filter(text => text !== 'grown 400').length >= 150 && lost() > 2) break;
    const burst = event.kind === 'status' && event.state === 'failing' ? undefined : bursts.shift();
    if (burst !== undefined) for (const replica of replicas) await replica.grow(burst);
  }
  const expected = Array.from({length: 150}, (_, at) => `grown ${at + 401}`);
  expect(expected.filter(text => !texts.includes(text))).toEqual([]);
  expect(new Set(texts).size).toBe(texts.length);
});
