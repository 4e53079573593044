import {describe, expect, test} from 'vitest';
import {SEED} from '../../test/support.ts';
import {parseSeed} from './seed.ts';

const problems = (json: unknown) => parseSeed(json).problems;

describe('parseSeed', () => {
  test('parseSeed applies defaults', () => {
    expect(parseSeed({}).seed).toEqual({users: [], tokens: [], error_logs: [], agents: []});
    expect(parseSeed({error_logs: [{level: 4, log_time: 1, log: 'x', req_id: 5}]}).seed?.error_logs).toEqual([
      {level: 4, count: 1, src: 0, log_time: 1, log: 'x', node_id: 0, node_type: 0, app_id: 0, req_id: '5'},
    ]);
  });

  test.each([
    [[], ['seed: expected object, received array']],
    [null, ['seed: expected object, received null']],
    [{error_logs: [{level: 4, log_time: 1, log: '', req_id: 'r'.repeat(513)}]}, [expect.stringMatching(/req_id: /)]],
    [{users: [{username: 'a'.repeat(513), password: 'x'}]}, [expect.stringMatching(/username: .*512/)]],
    [{user: []}, ['seed: unknown field; did you mean users']],
    [
      {...SEED, tokens: [...SEED.tokens, {username: 'ann', name: 'x', expire: 'soon'}]},
      ['tokens[3].expire: expected number, received string'],
    ],
    [
      {...SEED, error_logs: [{level: 9, log_time: 1, log: ''}]},
      [expect.stringMatching(/^error_logs\[0\]\.level: .*8/)],
    ],
    [
      {agents: [{id: 1, name: 'a', applications: [{id: 1}]}]},
      expect.arrayContaining([expect.stringMatching(/^agents\[0\]\.applications\[0\]\.name: /)]),
    ],
    [{tokens: [{username: 'eve', name: 'x', expire: 0}]}, ['tokens[0].username: there is no user "eve"']],
    [{users: [...SEED.users, SEED.users[0]]}, ['users[2].username: the same as users[0].username']],
    [{...SEED, tokens: [SEED.tokens[0], SEED.tokens[0]]}, ['tokens[1].token: the same as tokens[0].token']],
    [{agents: [SEED.agents[0], SEED.agents[0]]}, ['agents[1].id: the same as agents[0].id']],
    [
      {agents: [{...SEED.agents[0], applications: [SEED.agents[0]?.applications[0], SEED.agents[0]?.applications[0]]}]},
      ['agents[0].applications[1].id: the same as agents[0].applications[0].id'],
    ],
  ])('parseSeed reports problems with the path of the value (case %#)', (json, expected) => {
    expect(problems(json)).toEqual(expected);
  });

  test('parseSeed reports all problems of a seed, without its secret values', () => {
    const found = problems({users: [{username: 'ann', password: 5, role: 'x', secret: 's3cret'}, {}]});
    expect(found?.length).toBe(4);
    expect(found?.join()).not.toContain('s3cret');
  });
});
