import {afterAll, beforeAll, expect, test} from 'vitest';
import type {CredentialKey, Store} from '../../src/store/store.ts';
import {ALL, plain, user} from './model.ts';

const ownerOf = (store: Store, credential: CredentialKey['credential'], hash: string) =>
  store.credentials.findOwner({credential, hash});

/** Tests the methods of a store. `openEmpty` opens a new empty store. */
export const testStore = (openEmpty: () => Promise<Store>): void => {
  // All tests use the same store, because opening a store takes longer than most tests.
  let shared: Store | undefined;
  beforeAll(async () => {
    shared = await openEmpty();
  });
  afterAll(() => shared?.close());
  const fresh = async (): Promise<Store> => {
    if (!shared) throw new Error('the store has not been opened');
    await shared.clear();
    return shared;
  };

  test('2,500 entries appended in one call are listed newest first', async () => {
    const store = await fresh();
    await store.errorLogs.append(Array.from({length: 2500}, (_, at) => plain(`e${at}`, Math.floor(at / 2))));
    const {rows, count} = await store.errorLogs.list({}, {offset: 0, limit: 3});
    expect([rows.map(({log}) => log), count]).toEqual([['e2499', 'e2498', 'e2497'], 2500]);
  });

  test('the text of an entry is stored unchanged, also NUL and escape sequences', async () => {
    const store = await fresh();
    const log = '\u001b[31mrot\u0000 "東京" \\u0041 {,} \u{10FFFE}0 \\x00\n\tline';
    await store.errorLogs.append([{...plain(log), req_id: 'a\u0000b'}]);
    expect((await store.errorLogs.list({req_id: 'a\u0000b'}, ALL)).rows[0]?.log).toBe(log);
  });

  test('a page can contain entries with long texts', async () => {
    const store = await fresh();
    const texts = ['a', 'é'.repeat(40_000), 'b'.repeat(65_536), '東'.repeat(400_000), ''];
    await store.errorLogs.append(texts.map((log, at) => plain(log, 9 - at)));
    const {rows, count} = await store.errorLogs.list({}, ALL);
    expect([rows.map(({log}) => log), count]).toEqual([texts, 5]);
    expect(Object.keys(rows[1] ?? {}).sort()).toEqual(['count', 'id', 'level', 'log', 'log_time', 'src']);
  });

  test('entries can be filtered by a request id of the maximum length', async () => {
    const store = await fresh();
    const req_id = Array.from({length: 512 / 2}, (_, at) => String.fromCodePoint(0x1f300 + ((at * 7919) % 700))).join(
      '',
    );
    expect(req_id.length).toBe(512);
    await store.errorLogs.append([
      {...plain('long'), req_id},
      {...plain('nul'), req_id: '\u0000'.repeat(512)},
    ]);
    expect((await store.errorLogs.list({req_id}, ALL)).rows.map(({log}) => log)).toEqual(['long']);
  });

  test('entries with integers up to 2^53 - 1 are stored, and can be filtered by them', async () => {
    const store = await fresh();
    const large = Number.MAX_SAFE_INTEGER;
    const entry = {...plain('large'), src: -large, node_id: large, node_type: large, app_id: large, count: large};
    await store.errorLogs.append([entry]);
    const wanted = {node_id: large, node_type: large, app_id: large};
    for (const one of [wanted, {node_type: large}, {...wanted, start_time: 0, end_time: 86_400}]) {
      const {rows, count} = await store.errorLogs.list(one, ALL);
      expect([rows.map(({src}) => src), count]).toEqual([[-large], 1]);
    }
    expect((await store.errorLogs.list({node_type: 3_000_000_000}, ALL)).count).toBe(0);
  });

  test('the changes of a transaction that throws are rolled back', async () => {
    const store = await fresh();
    const failing = store.transaction(async inside => {
      await inside.users.add([user('ann')]);
      await inside.errorLogs.append([plain('gone')]);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await store.users.count()).toBe(0);
    await store.errorLogs.append([plain('kept')]);
    expect((await store.errorLogs.list({}, ALL)).count).toBe(1);
  });

  test('adding a user whose name exists rejects with the reason', async () => {
    const store = await fresh();
    await store.users.add([user('ann')]);
    await expect(store.users.add([user('ann')])).rejects.toThrow(/unique/i);
  });

  test('users can be listed and changed, and removed together with their tokens and sessions', async () => {
    const store = await fresh();
    await store.users.add([user('bob'), user('ann')]);
    const [bob, ann] = await store.users.list();
    expect([bob?.username, ann?.username]).toEqual(['bob', 'ann']);
    expect(ann).not.toHaveProperty('passwordHash');
    const id = bob?.id ?? 0;
    expect(await store.users.update(id, {role: 'master', passwordHash: 'h', modified: 7})).toBe(true);
    expect(await store.users.find('bob')).toEqual({...bob, role: 'master', passwordHash: 'h', modified: 7});
    expect(await store.users.update(id, {modified: 8})).toBe(true);
    expect(await store.users.find('bob')).toMatchObject({role: 'master', passwordHash: 'h', modified: 8});
    expect(await store.users.update(99, {modified: 8})).toBe(false);
    for (const [uid, hash] of [
      [id, 'b'],
      [ann?.id ?? 0, 'a'],
    ] as const) {
      await store.tokens.add({uid, name: hash, hash, expire: 0, created: 1, modified: 1});
      await store.sessions.begin({hash, uid, ends: 9});
    }
    await store.users.remove(id);
    expect((await store.users.list()).map(({username}) => username)).toEqual(['ann']);
    expect([await ownerOf(store, 'api-token', 'b'), await ownerOf(store, 'session', 'b')]).toEqual([
      undefined,
      undefined,
    ]);
    expect((await store.tokens.list(undefined, ALL)).rows.map(({name}) => name)).toEqual(['a']);
    expect(await ownerOf(store, 'api-token', 'a')).toMatchObject({user: {username: 'ann'}});
    expect(await ownerOf(store, 'session', 'a')).toMatchObject({user: {username: 'ann'}});
  });

  test('tokens, sessions and agents can be found, changed and removed', async () => {
    const store = await fresh();
    await store.users.add([user('ann'), user('bob')]);
    const [ann, bob] = [await store.users.find('ann'), await store.users.find('bob')];
    const token = await store.tokens.add({
      uid: ann?.id ?? 0,
      name: 'one',
      hash: 'h1',
      expire: 0,
      created: 1,
      modified: 1,
    });
    expect(await ownerOf(store, 'api-token', 'h1')).toMatchObject({
      expiresAt: Number.POSITIVE_INFINITY,
      user: {username: 'ann'},
    });
    expect(await store.tokens.update(token.id, bob?.id, {name: 'two', modified: 2})).toBe(false);
    expect(await store.tokens.update(token.id, ann?.id, {name: 'two', modified: 2})).toBe(true);
    expect(await store.tokens.list(undefined, ALL)).toEqual({rows: [{...token, name: 'two', modified: 2}], count: 1});
    expect([await store.tokens.remove(token.id, undefined), await store.tokens.remove(token.id, undefined)]).toEqual([
      true,
      false,
    ]);
    for (const [hash, ends] of [
      ['s1', 5],
      ['s2', 6],
      ['s3', 7],
    ] as const) {
      await store.sessions.begin({hash, uid: bob?.id ?? 0, ends});
    }
    expect(await ownerOf(store, 'session', 's1')).toMatchObject({expiresAt: 5, user: {username: 'bob'}});
    await store.sessions.end('s3');
    await store.sessions.removeEnded(6);
    const found = ['s1', 's2', 's3'].map(async hash => (await ownerOf(store, 'session', hash))?.expiresAt);
    expect(await Promise.all(found)).toEqual([undefined, 6, undefined]);
    await store.agents.add({id: 3, name: 'edge'}, [{id: 4, name: 'app\u0000', online: true} as never]);
    expect(await store.agents.applications(3, 'online', ALL)).toEqual([{id: 4, name: 'app\u0000', online: true}]);
  });

  test('an import position advances only from its current value, and is rolled back with its transaction', async () => {
    const store = await fresh();
    const advance = async (from: number, to: number, on = store) => [
      await on.imports.advance('file', {from, to}),
      await on.imports.position('file'),
    ];
    expect(await advance(5, 9)).toEqual([false, 0]);
    expect(await advance(0, 7)).toEqual([true, 7]);
    expect(await advance(0, 8)).toEqual([false, 7]);
    expect(await advance(6, 8)).toEqual([false, 7]);
    expect(await advance(7, 3)).toEqual([true, 3]);
    const failing = store.transaction(async inside => {
      expect(await advance(3, 4, inside)).toEqual([true, 4]);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await store.imports.position('other')).toBe(0);
    expect(await advance(3, 5)).toEqual([true, 5]);
  });

  test('advancing an import position waits for a transaction that advances it, then resolves with false', async () => {
    const store = await fresh();
    for (const from of [0, 1]) {
      const advance = (on: Store) => on.imports.advance('file', {from, to: from + 1});
      let others: readonly Promise<boolean>[] = [];
      await store.transaction(async inside => {
        expect(await advance(inside)).toBe(true);
        others = Array.from({length: 4}, () => advance(store));
      });
      expect(await Promise.all(others)).toEqual([false, false, false, false]);
    }
  });

  test('clear() of a store deletes all data and restarts ids', async () => {
    const store = await fresh();
    const fill = async () => {
      await store.users.add([user('ann')]);
      const uid = (await store.users.find('ann'))?.id ?? 0;
      const token = {uid, name: 'a', expire: 0, created: 1, modified: 1, hash: 'h'};
      await store.sessions.begin({hash: 's', uid, ends: 9});
      await store.agents.add({id: 7, name: 'edge-7'}, []);
      await store.errorLogs.append([plain('one'), plain('two')]);
      await store.imports.advance('file', {from: 0, to: 12});
      const [entry] = (await store.errorLogs.list({}, ALL)).rows;
      return [uid, (await store.tokens.add(token)).id, entry?.id];
    };
    const first = await fill();
    await store.clear();
    expect([
      await store.users.count(),
      await store.tokens.list(undefined, ALL),
      await ownerOf(store, 'session', 's'),
      await store.agents.list(),
      await store.errorLogs.list({}, ALL),
      await store.imports.position('file'),
    ]).toEqual([0, {rows: [], count: 0}, undefined, [], {rows: [], count: 0}, 0]);
    expect(await fill()).toEqual(first);
    expect((await store.errorLogs.list({level: 4}, ALL)).count).toBe(2);
  });
};
