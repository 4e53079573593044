import {describe, expect, test} from 'vitest';
import type {FaultInput} from '../src/index.ts';
import {call, shared} from './support.ts';

const SECRET = 'a secret of enough length';

const IMPOSSIBLE = [
  [{operation: 'listErrorLog'}, /operation: .*did you mean listErrorLogs/],
  [{operation: 'constructor'}, /operation: there is no "constructor"$/],
  [{method: 'GETT'}, /method: there is no "GETT"; did you mean GET/],
  [{path: '/admin-api/api_tokens'}, /path: no operation has .*; did you mean \/admin-api\/api_token$/],
  [{path: '/admin-api/api.token'}, /did you mean \/admin-api\/api_token/],
  [{operation: 'login', path: '/admin-api/api_token'}, /path: login does not have/],
  [{operation: 'login', method: 'get'}, /method: login does not have "get"; possible: POST$/],
] as const;

const POSSIBLE = [
  {path: '/**'},
  {path: '/**/**/errlog/'},
  {path: '/admin-api/api_token/77'},
  {path: '/admin-api/*/1'},
  {path: '/api/agents/{id}/app*'},
  {operation: 'getApiToken', path: '/admin-api/**', method: 'get'},
  {method: 'PROPFIND'},
  {operation: 'listAgents', method: 'HEAD'},
  {operation: 'logout', method: 'POST'},
] as const;

describe('conditions of faults and searches', () => {
  const server = shared({controlSecret: SECRET});
  const control = (path: string, json?: object) =>
    call(server(), `/__control${path}`, {headers: {'Control-Secret': SECRET}, ...(json && {json})});

  test.each(IMPOSSIBLE)(
    'setFault and requests() refuse conditions that no request can meet: %j',
    async (conditions, reason) => {
      const fault = {kind: 'hang', ...conditions} as FaultInput;
      expect(() => server().setFault(fault)).toThrow(RangeError);
      expect(() => server().setFault(fault)).toThrow(reason);
      expect(() => server().requests(conditions as object)).toThrow(reason);
      const query = new URLSearchParams(conditions as Record<string, string>);
      for (const response of [await control('/faults', fault), await control(`/requests?${query}`)]) {
        expect([response.code, response.body.msg]).toEqual([400, expect.stringMatching(reason)]);
      }
      expect(server().faults()).toEqual([]);
    },
  );

  test.each(['/never', '/api/agents/1/2/applications', '/**/x'.repeat(5)])(
    'setFault refuses the path %s, which no operation has, and requests() accepts the path',
    path => {
      expect(() => server().setFault({kind: 'hang', path})).toThrow(/path: no operation has/);
      expect(server().requests({path})).toEqual([]);
    },
  );

  test.each([
    ['violation', /^unknown parameter; did you mean violations$/],
    ['Operation', /^unknown parameter; did you mean operation$/],
    ['nonsense', /^unknown parameter$/],
    ['constructor', /^unknown parameter$/],
    ['hunter2-a-password', /^unknown parameter$/],
  ])('requests() and waitForRequest refuse the unknown search parameter %s', async (name, reason) => {
    expect(() => server().requests({[name]: 'none'} as object)).toThrow(RangeError);
    expect(() => server().requests({[name]: 'none'} as object)).toThrow(reason);
    await expect(server().waitForRequest({[name]: 'none'} as object)).rejects.toThrow(reason);
    const {code, body} = await control(`/requests?${name}=none&wait=0`);
    expect([code, body.msg]).toEqual([400, expect.stringMatching(reason)]);
  });

  test('setFault refuses a path of 1,000 wildcards that no operation matches, without exponential search', () => {
    const path = `${'/**'.repeat(1000)}/never/x`;
    expect(() => server().setFault({kind: 'hang', path})).toThrow(/path: no operation has/);
  });

  test.each([0, 99, 201, 204, 600, 2000])('requests() refuses the status %d, which no response has', async status => {
    expect(() => server().requests({status})).toThrow(/status: a response has 200, or 300 to 599/);
    expect((await control(`/requests?status=${status}`)).code).toBe(400);
  });

  test.each(POSSIBLE)('setFault and requests() accept conditions that a request can meet: %j', conditions => {
    server()
      .setFault({kind: 'delay', ms: 0, ...conditions})
      .remove();
    expect(server().requests(conditions)).toEqual([]);
  });
});
