import {expect, test} from 'vitest';
import {ANN_TOKEN, call, start} from './support.ts';

const LOGS = '/admin-api/log_server/errlog';

const violate = async (options: object) => {
  const reported: string[] = [];
  const lines: string[] = [];
  const {server} = await start({
    logger: {error: (message: string) => reported.push(message)},
    log: {level: 'error', stream: {write: (line: string) => lines.push(line)}},
    ...options,
  });
  const {list} = server.store.errorLogs;
  const odd = {level: 4, count: 1, src: 0, log_time: 0.5, log: 'x', id: 1, secret: 's3cret'};
  Object.assign(server.store.errorLogs, {
    list: async (...given: Parameters<typeof list>) => ({...(await list(...given)), rows: [odd]}),
  });
  const answer = await call(server, LOGS, {token: ANN_TOKEN});
  return {answer, reported: reported.join(), logged: lines.join('')};
};

test('a response that violates the contract is a 500 by default', async () => {
  const {answer, reported, logged} = await violate({});
  expect([answer.code, answer.body]).toEqual([500, {status: 500, msg: 'the server failed; its log says why'}]);
  for (const text of [reported, logged]) expect(text).toContain('the response of listErrorLogs violates the contract');
});

test('with strictAnswers: false it is logged, and sent without unknown keys', async () => {
  const {answer, reported, logged} = await violate({strictAnswers: false});
  const row = {level: 4, count: 1, src: 0, log_time: 0.5, log: 'x', id: 1};
  expect([answer.code, answer.body.data]).toEqual([200, {data: [row], meta: {count: 6}}]);
  for (const text of [reported, logged]) expect(text).toContain('log_time');
});
