import {describe, expect, test} from 'vitest';
import {ANN_TOKEN, call, paged, START, shared} from './support.ts';

const LIST = '/admin-api/log_server/errlog';
const SECONDS = Math.floor(START.getTime() / 1000);

describe('error logs', () => {
  const server = shared();

  test('an error-log list has the fields of the contract, and its envelope has the time', async () => {
    const {body} = await call(server(), `${LIST}/?page_size=1`, {token: ANN_TOKEN});
    expect(body).toEqual({
      status: 0,
      time: SECONDS,
      data: {
        data: [{id: 6, level: 4, count: 1, src: 0, log_time: SECONDS - 2, log: 'entry 1'}],
        meta: {count: 6},
      },
    });
  });

  // Ids are assigned in the order of the seed. The entries 5 and 6 have the same log_time.
  test.each([
    ['', [6, 5, 4, 3, 2, 1]],
    ['?node_id=&node_type=&level=&app_id=&req_id=&start_time=&end_time=', [6, 5, 4, 3, 2, 1]],
    ['?page=2&page_size=2', [4, 3]],
    ['?page_size=2&level=4', [6, 5]],
    ['?page=2&page_size=2&level=4', [3, 2]],
    ['?level=0', [5]],
    ['?level=3', [5]],
    ['?level=4', [6, 5, 3, 2]],
    ['?level=5', [6, 5, 4, 3, 2]],
    ['?level=8', [6, 5, 4, 3, 2, 1]],
    ['?node_id=9', [3, 1]],
    ['?node_id=9&level=4', [3]],
    ['?node_type=0', [6, 5, 3, 2]],
    ['?node_type=2', [1]],
    ['?app_id=7', [2]],
    ['?app_id=7&level=3', []],
    ['?req_id=000028800bac65d7fed03afd', [3, 2]],
    ['?req_id=12345', [4]],
    ['?req_id=012345', []],
    [`?start_time=${SECONDS - 4}&end_time=${SECONDS - 3}`, [4, 3]],
    [`?start_time=${SECONDS - 4}&level=4`, [6, 5, 3]],
    ["?req_id=' or 1=1 --", []],
  ])('the error-log query "%s" lists the entries %j', async (query, ids) => {
    const {data, meta} = paged(await call(server(), LIST + query, {token: ANN_TOKEN}));
    expect(data.map(({id}) => id)).toEqual(ids);
    if (!query.includes('page')) expect(meta.count).toBe(ids.length);
  });

  test('an error-log list with page_size=0 has the count but no entries', async () => {
    expect(paged(await call(server(), `${LIST}?page=1&page_size=0&level=4`, {token: ANN_TOKEN}))).toEqual({
      data: [],
      meta: {count: 4},
    });
  });

  test.each([
    ['level=9', 'level'],
    ['level=warn', 'level'],
    ['page=0', 'page'],
    ['page_size=-1', 'page_size'],
    ['node_id=1.5', 'node_id'],
    ['start_time=99999999999999999999', 'start_time'],
  ])('an error-log query with %s gets 400', async (query, name) => {
    const {code, body} = await call(server(), `${LIST}?${query}`, {token: ANN_TOKEN});
    expect([code, body.msg]).toEqual([
      400,
      expect.stringMatching(new RegExp(`^${name}: .*(expected|must be a whole number)`)),
    ]);
  });
});
