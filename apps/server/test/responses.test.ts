import {DatabaseSync} from 'node:sqlite';
import {expect, test} from 'vitest';
import {createServer} from '../src/index.ts';
import {temporaryDatabase} from './folder.ts';
import {ANN_TOKEN, call, SEED, START, start, startOn} from './support.ts';

/**
 * Starts a server, changes its entries through a second database connection, and resolves with the response of the
 * entry list.
 */
const tampered = async (change: string, options: object = {}) => {
  const database = temporaryDatabase();
  const server = await startOn(createServer, database, {seed: SEED, ...options});
  const foreign = new DatabaseSync(database);
  foreign.exec(`update error_log set ${change}`);
  foreign.close();
  return call(server, LOGS, {token: ANN_TOKEN});
};

const LOGS = '/admin-api/log_server/errlog';

const violate = async (options: object) => {
  const lines: string[] = [];
  const {server} = await start({
    log: {level: 'error', stream: {write: (line: string) => lines.push(line)}},
    ...options,
  });
  const {list} = server.store.errorLogs;
  const odd = {level: 4, count: 1, src: 0, log_time: 0.5, log: 'x', id: 1, secret: 's3cret'};
  Object.assign(server.store.errorLogs, {
    list: async (...given: Parameters<typeof list>) => ({...(await list(...given)), rows: [odd]}),
  });
  const response = await call(server, LOGS, {token: ANN_TOKEN});
  return {response, logged: lines.join('')};
};

test('a response that violates the contract becomes a 500 by default', async () => {
  const {response, logged} = await violate({});
  expect([response.code, response.body]).toEqual([500, {status: 500, msg: 'the server failed; its log says why'}]);
  expect(logged).toContain('the response of listErrorLogs violates the contract');
});

test('strictResponses: false logs a response that violates the contract, and sends its known keys', async () => {
  const {response, logged} = await violate({strictResponses: false});
  const row = {level: 4, count: 1, src: 0, log_time: 0.5, log: 'x', id: 1};
  expect([response.code, response.body.data]).toEqual([200, {data: [row], meta: {count: 6}}]);
  expect(logged).toContain('log_time');
});

test.each(["level = 'x'", 'log_time = 0.5', "log = x'61'"])(
  'a value of the wrong type in the database leads to a 500 (%s)',
  async change => {
    expect((await tampered(change)).code).toBe(500);
  },
);

test('a value of the wrong type in the database is sent with strictResponses: false', async () => {
  const {code, body} = await tampered("level = 'x'", {strictResponses: false});
  expect([code, body.data]).toMatchObject([200, {data: [{level: 'x'}, {}, {}, {}, {}, {}], meta: {count: 6}}]);
});

test('an error-log response has the log text unchanged, and the time of the response in the field time', async () => {
  const log = '{"status":0,"time":1,"data":{"data":[]}} $& $1 \u0000\u2028"\\';
  const {server, pass} = await start({seed: {...SEED, error_logs: [{level: 4, log_time: 1, log}]}});
  for (let second = 0; second < 2; second++) {
    const {body} = await call(server, LOGS, {token: ANN_TOKEN});
    const row = {id: 1, level: 4, count: 1, src: 0, log_time: 1, log};
    const time = Math.floor(START.getTime() / 1000) + second;
    expect(body).toEqual({status: 0, time, data: {data: [row], meta: {count: 1}}});
    pass(1);
  }
});
