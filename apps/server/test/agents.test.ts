import {describe, expect, test} from 'vitest';
import {ANN_TOKEN, type ApiResponse, call, SEED, shared} from './support.ts';

const ids = ({body}: ApiResponse) => (body.data as {id: number}[]).map(({id}) => id);

describe('agents', () => {
  const server = shared();

  test('the agent list has the id and name of every agent', async () => {
    const {body} = await call(server(), '/api/agents?detail=1', {token: ANN_TOKEN});
    expect(body).toEqual({status: 0, data: SEED.agents.map(({id, name}) => ({id, name}))});
  });

  test.each([
    ['', [11, 12, 13]],
    ['?online=1', [11, 13]],
    ['?online=0', [11, 12, 13]],
    ['?_page=2&_pagesize=2', [13]],
    ['?_pagesize=1&online=1', [11]],
    ['?_page=2&_pagesize=1&online=1', [13]],
    ['?_pagesize=0', []],
    ['/?_page=&_pagesize=&online=', [11, 12, 13]],
  ])('the query "%s" of an application list selects the applications %j', async (query, expected) => {
    expect(ids(await call(server(), `/api/agents/1/applications${query}`, {token: ANN_TOKEN}))).toEqual(expected);
  });

  test('a listed application has all fields of the contract', async () => {
    const {body} = await call(server(), '/api/agents/1/applications?_pagesize=1', {token: ANN_TOKEN});
    expect(body.data).toEqual([SEED.agents[0]?.applications[0]]);
  });

  test('the application list is empty for an agent without applications, and 404 for an unknown agent', async () => {
    const empty = await call(server(), '/api/agents/2/applications', {token: ANN_TOKEN});
    expect(empty.body).toEqual({status: 0, data: []});
    const missing = await call(server(), '/api/agents/3/applications', {token: ANN_TOKEN});
    expect([missing.code, missing.body.msg]).toEqual([404, 'there is no agent 3']);
  });
});
