import {contract, type OperationId} from '@edge-console/schema';
import {expect} from 'vitest';
import type {ErrorStyle, Server} from '../../src/index.ts';
import {ANN_TOKEN, type Answer, call} from '../support.ts';
import {type Ask, type Known, OPERATIONS, OTHER_WRITES, PROBES, READS, requestsOf, WRITES} from './routes.ts';

/** Sooner or later is not enough: what is not answered by then is not answered. */
const DEADLINE_MS = 30_000;

export const ask = async (server: Pick<Server, 'url'>, {path, ...request}: Ask): Promise<Answer> => {
  const late = AbortSignal.timeout(DEADLINE_MS);
  const never = new Promise<never>((_, reject) => {
    late.addEventListener('abort', () => reject(new Error(`no answer: ${request.method ?? 'GET'} ${path}`)));
  });
  return Promise.race([call(server, path, request), never]);
};

export const expectDone = (id: OperationId, {code, headers, body}: Answer): void => {
  expect([id, code, body.status, headers.get('content-type')]).toEqual([id, 200, 0, 'application/json; charset=utf-8']);
  // Nothing is left out by the schema: not a key more than the contract has.
  expect(contract[id].response.sent.parse(body)).toEqual(body);
};

/** It says that it is not the caller's fault and what to do about it, and nothing about how things are inside. */
export const expectRefused = (what: string, {code, headers, body}: Answer, errors: ErrorStyle): void => {
  expect([what, code, headers.get('content-type')]).toEqual([
    what,
    errors === 'http' ? 503 : 200,
    'application/json; charset=utf-8',
  ]);
  expect([what, body]).toEqual([
    what,
    {status: 503, msg: expect.stringMatching(/^the database cannot .*(later|stored: 0)/)},
  ]);
};

/** Everything that can be read of what is stored. */
export const stored = async (server: Pick<Server, 'url'>): Promise<unknown> => {
  const paths = ['api_token?page_size=1000', 'log_server/errlog?page_size=5'].map(path => `/admin-api/${path}`);
  const all = [...paths, '/api/agents', '/api/agents/1/applications'].map(path =>
    ask(server, {path, token: ANN_TOKEN}),
  );
  return (await Promise.all(all)).map(({body: {status, data}}) => ({status, data}));
};

/** Everything that writes, once each: on another credential it would meet what is gone by then. */
export const expectAllDone = async (server: Server, known: Known): Promise<void> => {
  for (const id of READS) for (const request of requestsOf(id, known)) expectDone(id, await ask(server, request));
  for (const id of WRITES)
    for (const request of requestsOf(id, known).slice(0, 1)) expectDone(id, await ask(server, request));
  for (const [what, request] of Object.entries(OTHER_WRITES)) {
    // That session is over by now.
    if (what === 'POST logout') continue;
    expect([what, (await ask(server, request(known))).body.status]).toEqual([what, 0]);
  }
};

/** Everything that reads is answered, everything that writes refused, and nothing changes. Gives the refusals. */
export const expectReadsAlone = async (
  server: Server,
  known: Known,
  errors: ErrorStyle,
): Promise<readonly Answer[]> => {
  const refusals: Answer[] = [];
  const refused = (what: string, answer: Answer) => {
    expectRefused(what, answer, errors);
    refusals.push(answer);
  };
  const before = await stored(server);
  for (const id of OPERATIONS) {
    for (const request of requestsOf(id, known)) {
      const answer = await ask(server, request);
      if (PROBES[id].does === 'read') expectDone(id, answer);
      else refused(id, answer);
    }
  }
  for (const [what, request] of Object.entries(OTHER_WRITES)) refused(what, await ask(server, request(known)));
  expect(await stored(server)).toEqual(before);
  return refusals;
};
