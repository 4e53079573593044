import {Agent, request} from 'node:http';
import {text} from 'node:stream/consumers';
import {contract, envelope} from '@edge-console/schema';
import {failureSent} from '@edge-console/schema/openapi';
import fc from 'fast-check';
import {afterAll, describe, expect, test} from 'vitest';
import * as z from 'zod';
import {codePoint} from './code-point.ts';
import {ANN_TOKEN, shared} from './support.ts';

// Number of requests, half of them for each error style. Set EDGE_FUZZ_REQUESTS for more.
const RUNS = Number(process.env.EDGE_FUZZ_REQUESTS ?? (process.env.EDGE_THOROUGH === undefined ? 500 : 1500));
const MS_PER_RUN = 20;

const weird = fc.oneof(
  fc.string({unit: codePoint, maxLength: 12}),
  fc.constantFrom(
    '',
    '0',
    '7',
    '-1',
    '1.5',
    '1e3',
    '99999999999999999999',
    'null',
    '[]',
    '__proto__',
    '%',
    '%E0%A4%A',
    '..',
  ),
);
const inUrl = weird.map(value => (/^[\w.%[\]-]*$/.test(value) ? value : encodeURIComponent(value.toWellFormed())));
const paths = Object.values(contract).map(({path}) => path);
const path = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.constantFrom(...paths), fc.oneof(fc.constantFrom('2', '3'), inUrl))
      .map(([base, id]) => base.replace(/\{\w+\}/, id)),
  },
  {weight: 1, arbitrary: fc.array(inUrl, {maxLength: 4}).map(parts => `/${parts.join('/')}`)},
);
const names = Object.values(contract).flatMap(row => ('query' in row ? Object.keys(row.query.shape) : []));
const query = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom(...names), inUrl), fc.oneof(inUrl, fc.nat({max: 30}).map(String))), {
    maxLength: 4,
  })
  .map(pairs => pairs.map(pair => pair.join('=')).join('&'));
const fields = {
  name: fc.oneof(weird, fc.jsonValue()),
  expire: fc.oneof(fc.nat(), fc.jsonValue()),
  // All types are invalid, because a login with valid types would hash a password, which is slow.
  username: fc.constantFrom(1, null, []),
  plugin: fc.oneof(weird, fc.jsonValue()),
};
const body = fc.oneof(
  fc.constant(undefined),
  fc.record(fields, {requiredKeys: []}).map(value => JSON.stringify(value)),
  fc.json(),
  fc.string({unit: codePoint, maxLength: 40}),
);
const headers = fc.record(
  {
    'api-token': fc.oneof(
      {weight: 5, arbitrary: fc.constant(ANN_TOKEN)},
      {weight: 1, arbitrary: fc.constantFrom('', 'x', 'é')},
    ),
    'edge-token': fc.constantFrom('', 'x'),
    'content-type': fc.constantFrom(
      'application/json',
      'text/plain; charset=x',
      ';',
      'multipart/form-data',
      'a/b; c="',
    ),
    accept: fc.constantFrom('*/*', 'text/html', ''),
    'accept-encoding': fc.constantFrom('gzip', '*;q=0'),
  },
  {requiredKeys: []},
);
const method = fc.constantFrom(
  'GET',
  'GET',
  'GET',
  'POST',
  'PUT',
  'HEAD',
  'PATCH',
  'OPTIONS',
  'PROPFIND',
  'QUERY',
  'TRACE',
);

const agent = new Agent({keepAlive: true});
afterAll(() => agent.destroy());

type Sent = {url: URL; method: string; path: string; headers: Record<string, string>; body: string | undefined};

const send = ({url, body: content, headers: given, ...options}: Sent): Promise<{code: number; body: string}> =>
  new Promise((resolve, reject) => {
    const {hostname, port} = url;
    // Node omits Content-Length for GET, so the server would read the body as the next request.
    const headers = {...given, ...(content !== undefined && {'content-length': String(Buffer.byteLength(content))})};
    const call = request({...options, headers, hostname, port, agent}, async response =>
      resolve({code: response.statusCode ?? 0, body: await text(response)}),
    );
    call.on('error', reject);
    call.end(content);
  });

describe.each(['http', 'envelope'] as const)('with errors as %s', errors => {
  const server = shared({errors});

  test(
    'no random request gets a status of 500 or more, and every response has the envelope',
    async () => {
      const url = new URL(server().url);
      let succeeded = 0;
      const property = fc.asyncProperty(fc.record({method, path, query, headers, body}), async input => {
        const target = input.query === '' ? input.path : `${input.path}?${input.query}`;
        const response = await send({...input, url, path: target});
        expect(response.code).toBeLessThan(500);
        if (input.method === 'HEAD') {
          expect(response.body).toBe('');
          return;
        }
        const parsed = envelope.parse(JSON.parse(response.body));
        if (parsed.status === 0) succeeded += 1;
        else z.strictObject(failureSent.shape).parse(parsed);
        expect(parsed.status === 0).toBe(errors === 'http' ? response.code === 200 : parsed.msg === undefined);
      });
      await fc.assert(property, {numRuns: RUNS / 2});
      // At least 1 % of the requests must succeed; otherwise the generators produce almost only invalid requests.
      expect(succeeded).toBeGreaterThan(RUNS / 100);
    },
    10_000 + RUNS * MS_PER_RUN,
  );
});
