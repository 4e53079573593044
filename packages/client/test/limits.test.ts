import {execFile} from 'node:child_process';
import {createServer, type RequestListener} from 'node:http';
import {promisify} from 'node:util';
import {brotliCompressSync, deflateSync, gzipSync, constants as zlib, zstdCompressSync} from 'node:zlib';
import {describe, expect, test} from 'vitest';
import {createClient, type EdgeError, type Exchange} from '../src/index.ts';
import {failing, until} from './support/outcomes.ts';
import {listen, respondJson, serveHttp} from './support/serve.ts';

const MIB = 2 ** 20;

const coders = {
  gzip: gzipSync,
  deflate: deflateSync,
  br: (bytes: Buffer) => brotliCompressSync(bytes, {params: {[zlib.BROTLI_PARAM_QUALITY]: 1}}),
  zstd: zstdCompressSync,
} as const;

type Coding = keyof typeof coders;

const SPACES = Buffer.alloc(4 * MIB, ' ');

/** Serves a body with content codings. */
const serveCoded = async (codings: readonly Coding[], body: Buffer) => {
  const seen = {requests: 0};
  const url = await serveHttp((_request, response) => {
    seen.requests++;
    response.writeHead(200, codings.length > 0 ? {'content-encoding': codings.join(', ')} : {}).end(body);
  });
  return {url, seen};
};

describe('maxResponseBytes', () => {
  test.each([[[]], [['gzip']], [['deflate']], [['br']], [['zstd']], [['gzip', 'br']], [['gzip', 'gzip', 'gzip']]] as [
    Coding[],
  ][])('a response above maxResponseBytes with the content codings %j is refused without a retry', async codings => {
    const body = codings.reduce((bytes, coding) => coders[coding](bytes), SPACES);
    const {url, seen} = await serveCoded(codings, body);
    const exchanges: Exchange[] = [];
    const client = createClient({baseUrl: url, maxResponseBytes: MIB, onExchange: event => exchanges.push(event)});
    expect(await failing(client.errorLogs.list())).toMatchObject({
      code: 'invalid_response',
      message: /larger than 1048576 bytes decompressed .*maxResponseBytes/,
      ...{status: 200, retryable: false, attempt: 1},
    });
    expect(exchanges).toHaveLength(1);
    expect(seen.requests).toBe(1);
    client.close();
  });

  test('a response above maxResponseBytes is refused without a retry, even with a retryable HTTP status', async () => {
    let requests = 0;
    const url = await serveHttp((_request, response) => {
      requests++;
      response.writeHead(503, {'retry-after': '0'}).end(' '.repeat(2000));
    });
    const client = createClient({baseUrl: url, maxResponseBytes: 1000});
    expect(await failing(client.errorLogs.list())).toMatchObject({
      code: 'invalid_response',
      status: 503,
      retryable: false,
    });
    expect(requests).toBe(1);
  });
});

test('a response of exactly maxResponseBytes is read', async () => {
  const body = JSON.stringify({status: 0, data: {data: [], meta: {count: 5}}});
  const url = await serveHttp((_request, response) => response.end(body));
  expect(await createClient({baseUrl: url, maxResponseBytes: body.length}).errorLogs.count()).toBe(5);
  expect(
    await failing(createClient({baseUrl: url, maxResponseBytes: body.length - 1}).errorLogs.count()),
  ).toMatchObject({
    code: 'invalid_response',
  });
});

test('the socket of a response above maxResponseBytes is closed, so that an endless response ends', async () => {
  let closed = false;
  const url = await serveHttp((_request, response) => {
    response.on('close', () => {
      closed = true;
    });
    const feed = (): void => {
      while (response.write(Buffer.alloc(65_536, ' ')));
    };
    response.writeHead(200).on('drain', feed);
    feed();
  });
  await failing(createClient({baseUrl: url, maxResponseBytes: 100_000}).errorLogs.list());
  await until(() => closed);
});

test('an endless body of a redirect is not read to its end', async () => {
  let closed = false;
  const url = await serveHttp((request, response) => {
    if (request.url?.endsWith('/')) {
      respondJson({status: 0, data: {data: [], meta: {count: 5}}})(request, response);
      return;
    }
    response.on('close', () => {
      closed = true;
    });
    const feed = (): void => {
      while (response.write(Buffer.alloc(65_536, ' ')));
    };
    response.writeHead(302, {location: '/admin-api/log_server/errlog/'}).on('drain', feed);
    feed();
  });
  const client = createClient({baseUrl: url, maxResponseBytes: 100_000});
  // The response after the redirect may arrive before the limit is reached.
  const outcome = await client.errorLogs.count().catch((error: EdgeError) => error.message);
  expect(`${outcome}`).toMatch(/^5$|larger than 100000 bytes/);
  await until(() => closed);
  client.close();
});

test('a gzip bomb of 1 GiB costs no more memory than the default limit', async () => {
  // A gzip file may consist of several, which decompress to the concatenation of their texts.
  const part = coders.gzip(SPACES);
  const {url} = await serveCoded(['gzip'], Buffer.concat(Array.from({length: 256}, () => part)));
  const script = `
    import {createClient} from '@edge-console/client';
    const client = createClient({baseUrl: '${url}'});
    const before = process.resourceUsage().maxRSS;
    const {code, message} = await client.errorLogs.list().catch(error => error);
    console.log(JSON.stringify({code, message, grown: process.resourceUsage().maxRSS - before}));
    client.close();`;
  const {stdout} = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    cwd: new URL('.', import.meta.url),
  });
  const {grown, ...error} = JSON.parse(stdout) as {code: string; message: string; grown: number};
  expect(error).toEqual({code: 'invalid_response', message: expect.stringContaining('larger than')});
  // In KiB: 64 MiB of chunks, their text, and a margin.
  expect(grown).toBeLessThan(320 * 1024);
});

test('a response with many content codings is refused', async () => {
  const codings = Array.from({length: 300}, () => 'gzip').join(', ');
  const url = await serveHttp((_request, response) => response.writeHead(200, {'content-encoding': codings}).end('x'));
  expect(await failing(createClient({baseUrl: url}).errorLogs.list())).toMatchObject({
    ...{code: 'invalid_response', status: 200, retryable: false},
    message: /encoded more than 3 times/,
  });
});

test('a body that cannot be decompressed is an invalid response', async () => {
  const url = await serveHttp((_request, response) =>
    response.writeHead(200, {'content-encoding': 'gzip'}).end('{"a":1}'),
  );
  expect(await failing(createClient({baseUrl: url}).errorLogs.list())).toMatchObject({
    status: 200,
    ...{code: 'invalid_response', attempt: 1},
    message: /cannot be decompressed \(Z_DATA_ERROR\)/,
  });
});

/** A gateway that holds each request until `release`, and counts open connections. */
const serveHeld = async (handler: RequestListener = respondJson({status: 0, data: {data: [], meta: {count: 5}}})) => {
  const seen = {open: 0, maxOpen: 0, connections: 0, requests: 0};
  const held: (() => void)[] = [];
  let isHeld = true;
  const server = createServer((request, response) => {
    seen.requests++;
    const respond = (): void => void handler(request, response);
    if (isHeld) held.push(respond);
    else respond();
  });
  server.on('connection', socket => {
    seen.connections++;
    seen.maxOpen = Math.max(seen.maxOpen, ++seen.open);
    socket.on('close', () => seen.open--);
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  const release = (): void => {
    isHeld = false;
    for (const respond of held.splice(0)) respond();
  };
  return {url, seen, release};
};

describe('maxSockets', () => {
  test('maxSockets limits concurrent requests and their sockets to 16 by default', async () => {
    const {url, seen, release} = await serveHeld();
    const client = createClient({baseUrl: url});
    const calls = Array.from({length: 40}, () => client.errorLogs.count());
    await until(() => seen.requests === 16);
    release();
    expect(await Promise.all(calls)).toEqual(Array.from({length: 40}, () => 5));
    expect(seen).toMatchObject({requests: 40, maxOpen: 16, connections: 16});
    client.close();
  });

  test('maxSockets applies to each host separately', async () => {
    const [one, other] = await Promise.all([serveHeld(), serveHeld(respondJson({status: 0, data: []}))]);
    const client = createClient({baseUrl: one.url, consoleUrl: other.url, consoleToken: 'c', maxSockets: 2});
    const calls: Promise<unknown>[] = Array.from({length: 5}, () => client.errorLogs.count());
    await until(() => one.seen.requests === 2);
    calls.push(client.applications.agents());
    await until(() => other.seen.requests === 1);
    expect(one.seen.requests).toBe(2);
    for (const {release} of [one, other]) release();
    await Promise.all(calls);
    expect(one.seen.maxOpen).toBe(2);
    client.close();
  });

  test('a waiting call that aborts or times out sends nothing', async () => {
    const {url, seen, release} = await serveHeld();
    const client = createClient({baseUrl: url, maxSockets: 1, retries: 0});
    const first = client.errorLogs.count();
    await until(() => seen.requests === 1);
    const abort = new AbortController();
    const aborted = failing(client.errorLogs.count({}, {signal: abort.signal}));
    expect(await failing(client.errorLogs.count({}, {timeouts: {total: 30}}))).toMatchObject({
      ...{code: 'timeout', retryable: true},
      message: /All connections to .* were in use .*maxSockets/,
    });
    abort.abort();
    expect(await aborted).toMatchObject({code: 'aborted'});
    release();
    expect(await first).toBe(5);
    expect(await client.errorLogs.count()).toBe(5);
    expect(seen.requests).toBe(2);
    client.close();
  });

  test('failed, aborted and timed out calls free their socket for other calls', async () => {
    let requested = 0;
    const url = await serveHttp((request, response) => {
      if (requested++ % 2 === 0) request.socket.resetAndDestroy();
      else respondJson({status: 1}, 500)(request, response);
    });
    const client = createClient({baseUrl: url, maxSockets: 2, retries: 0});
    for (let round = 0; round < 10; round++) await failing(client.errorLogs.count());
    const silent = createClient({baseUrl: await serveHttp(() => {}), maxSockets: 1, retries: 0});
    for (let round = 0; round < 3; round++) {
      const options = round === 1 ? {signal: AbortSignal.timeout(30)} : {timeouts: {response: 30}};
      expect(await failing(silent.errorLogs.count({}, options))).toMatchObject({
        code: 'timeout',
        message: round === 1 ? /caller's signal/ : /did not respond in time/,
      });
    }
  });

  test('close() rejects running and waiting calls', async () => {
    const {url, seen} = await serveHeld();
    const client = createClient({baseUrl: url, maxSockets: 1, retries: 0});
    const calls = [failing(client.errorLogs.count()), failing(client.errorLogs.count())];
    await until(() => seen.requests === 1);
    client.close();
    expect((await Promise.all(calls)).map(({code}) => code)).toEqual(['network', 'network']);
    expect(seen.requests).toBe(1);
  });
});
