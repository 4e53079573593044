import {expect} from 'vitest';
import type {Server} from '../../src/index.ts';
import {logEntry} from '../seed-rows.ts';
import {ANN_TOKEN, call, login, paged} from '../support.ts';

const LOGS = '/admin-api/log_server/errlog?level=3';
const TOKENS = '/admin-api/api_token';

/** A later round finds what a response of an earlier one cached. */
const ROUNDS = process.env.EDGE_THOROUGH === undefined ? 2 : 5;

/** Writes through server `one`, and expects that the next responses of server `two` contain the change. */
export const expectWritesVisible = async (one: Server, two: Server): Promise<void> => {
  const codeAt = async (credential: object, server = two) => (await call(server, TOKENS, credential)).code;
  const logs = async (server: Server) => paged(await call(server, LOGS, {token: ANN_TOKEN}));
  for (let round = 1; round <= ROUNDS; round++) {
    const made = await call(one, TOKENS, {token: ANN_TOKEN, json: {name: `t${round}`, expire: 0}});
    const {id, token} = made.body.data as {id: number; token: string};
    const path = `${TOKENS}/${id}`;
    const nameOf = async () => ((await call(two, path, {token: ANN_TOKEN})).body.data as {name: string}).name;
    expect([await codeAt({token}), await codeAt({token}), await nameOf()]).toEqual([200, 200, `t${round}`]);
    await call(one, path, {method: 'PUT', token: ANN_TOKEN, json: {name: 'renamed'}});
    expect(await nameOf()).toBe('renamed');
    await call(one, path, {method: 'PUT', token: ANN_TOKEN, json: {expire: 1}});
    expect([await codeAt({token}), await codeAt({token})]).toEqual([401, 401]);
    await call(one, path, {method: 'PUT', token: ANN_TOKEN, json: {expire: 0}});
    expect(await codeAt({token})).toBe(200);
    await call(one, path, {method: 'DELETE', token: ANN_TOKEN});
    expect([await codeAt({token}), (await call(two, path, {token: ANN_TOKEN})).code]).toEqual([401, 404]);

    const session = await login(one);
    expect([await codeAt({session}), await codeAt({session})]).toEqual([200, 200]);
    await call(one, '/admin-api/user/logout', {session});
    expect([await codeAt({session}), await codeAt({session}, one)]).toEqual([401, 401]);

    const {count} = (await logs(two)).meta;
    await one.store.errorLogs.append([logEntry('x', {level: 3})]);
    for (const server of [two, one]) {
      const {data, meta} = await logs(server);
      expect([meta.count, data.length]).toEqual([count + 1, Math.min(count + 1, 20)]);
    }
    const id0 = (await logs(two)).data[0]?.id as number;
    await one.store.errorLogs.recordRecurrence(id0, {count: 10 + round, log_time: 100 + round});
    expect((await logs(two)).data[0]).toMatchObject({id: id0, count: 10 + round, log_time: 100 + round});
  }
};
