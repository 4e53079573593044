import fc from 'fast-check';
import {expect, onTestFinished, test} from 'vitest';
import {memoryStore} from '../../../apps/server/src/store/memory-store.ts';
import type {Store} from '../../../apps/server/src/store/store.ts';
import {codePoint} from '../../../apps/server/test/code-point.ts';
import {entry, filter, recurrence} from '../../../apps/server/test/store-engines/model.ts';

// Few values, so that operations often use records that other operations created.
const ref = fc.nat(3);
const range = fc.record({offset: fc.nat(12), limit: fc.nat(8)});
const text = fc.string({unit: codePoint, minLength: 1, maxLength: 6});
const time = fc.nat(3);
const listFilter = fc.oneof(
  filter,
  filter.map(({start_time, end_time}) => ({start_time, end_time})),
);
const credential = fc.constantFrom('session' as const, 'api-token' as const);
const file = fc.constantFrom('a', 'b');

/**
 * Operations that assign no ids. Only these run in transactions that are rolled back, because PostgreSQL does not
 * assign the ids of such a transaction again.
 */
const change = fc.oneof(
  fc.record({do: fc.constant('update user' as const), ref, role: text, modified: time}),
  fc.record({do: fc.constant('remove user' as const), ref}),
  fc.record({
    do: fc.constant('update token' as const),
    ref,
    owner: fc.option(ref),
    name: text,
    expire: time,
    modified: time,
  }),
  fc.record({do: fc.constant('remove token' as const), ref, owner: fc.option(ref)}),
  fc.record({do: fc.constant('begin session' as const), ref, ends: time}),
  fc.record({do: fc.constant('end session' as const), ref}),
  fc.record({do: fc.constant('remove ended' as const), before: time}),
  fc.record({do: fc.constant('recur' as const), ref: fc.nat(40), recurrence}),
  fc.record({do: fc.constant('add agent' as const), online: fc.array(fc.boolean(), {maxLength: 4})}),
  fc.record({do: fc.constant('advance' as const), file, from: fc.nat(2), to: fc.nat(2)}),
  fc.record({do: fc.constant('clear' as const), really: fc.nat(20)}),
);
const addition = fc.oneof(
  fc.record({do: fc.constant('begin session' as const), ref, ends: time}),
  fc.record({do: fc.constant('add user' as const), role: text, created: time}),
  fc.record({do: fc.constant('add token' as const), ref, name: text, expire: time}),
  fc.record({do: fc.constant('append' as const), entries: fc.array(entry, {maxLength: 20})}),
);
const question = fc.oneof(
  fc.record({do: fc.constant('users' as const), ref}),
  fc.record({do: fc.constant('tokens' as const), ref, owner: fc.option(ref), range}),
  fc.record({do: fc.constant('owner' as const), ref, credential}),
  fc.record({do: fc.constant('entries' as const), filter: listFilter, range}),
  fc.record({
    do: fc.constant('agents' as const),
    ref,
    which: fc.constantFrom('all' as const, 'online' as const),
    range,
  }),
  fc.record({do: fc.constant('position' as const), file}),
);
const transaction = fc.oneof(
  fc.record({rollBack: fc.constant(true), steps: fc.array(fc.oneof(change, question), {maxLength: 6})}),
  fc.record({rollBack: fc.constant(false), steps: fc.array(fc.oneof(change, addition, question), {maxLength: 6})}),
);
const step = fc.oneof(
  {weight: 2, arbitrary: change},
  {weight: 4, arbitrary: addition},
  {weight: 6, arbitrary: question},
  {weight: 1, arbitrary: transaction},
);
type Of<A> = A extends fc.Arbitrary<infer T> ? T : never;
type Operation = Of<typeof change> | Of<typeof addition> | Of<typeof question>;

/** A store, and how many records of each kind have been added to it. The names of records contain these numbers. */
interface Side {
  readonly store: Store;
  readonly added: {user: number; token: number; session: number; agent: number};
}
type Kind = keyof Side['added'];

const sideOf = (store: Store): Side => ({store, added: {user: 0, token: 0, session: 0, agent: 0}});

const run = async ({store, added}: Side, one: Operation): Promise<unknown> => {
  const {users, tokens, sessions, credentials, errorLogs, agents, imports} = store;
  const next = (kind: Kind) => {
    added[kind] += 1;
    return `${kind} ${added[kind]}`;
  };
  const known = (kind: Kind, ref: number) => `${kind} ${1 + (ref % Math.max(1, added[kind]))}`;
  const id = async (ref: number) => (await users.list())[ref]?.id ?? 0;
  const owner = async (ref: number | null) => (ref === null ? undefined : id(ref));
  switch (one.do) {
    case 'add user': {
      const {role, created} = one;
      return users.add([{username: next('user'), role, passwordHash: 'h', created, modified: created}]);
    }
    case 'update user':
      return users.update(await id(one.ref), {role: one.role, modified: one.modified});
    case 'remove user':
      return users.remove(await id(one.ref));
    case 'add token': {
      const token = {uid: await id(one.ref), name: one.name, expire: one.expire, created: 1, modified: 1};
      return token.uid === 0 ? undefined : tokens.add({...token, hash: next('token')});
    }
    case 'update token': {
      const {name, expire, modified} = one;
      return tokens.update(one.ref, await owner(one.owner), {name, expire, modified});
    }
    case 'remove token':
      return tokens.remove(one.ref, await owner(one.owner));
    case 'begin session': {
      const uid = await id(one.ref);
      return uid === 0 ? undefined : sessions.begin({hash: next('session'), uid, ends: one.ends});
    }
    case 'end session':
      return sessions.end(known('session', one.ref));
    case 'remove ended':
      return sessions.removeEnded(one.before);
    case 'recur':
      return errorLogs.recordRecurrence(one.ref, one.recurrence);
    case 'append':
      return errorLogs.append(one.entries);
    case 'add agent': {
      const name = next('agent');
      // The order of the applications differs from that of their ids.
      const applications = one.online.map((online, at) => ({id: (at + 2) % 5, online, name}) as never);
      return agents.add({id: added.agent, name}, applications);
    }
    case 'advance':
      return imports.advance(one.file, {from: one.from, to: one.to});
    case 'clear':
      return one.really === 0 ? store.clear() : undefined;
    case 'users':
      return [await users.list(), await users.count(), await users.find(known('user', one.ref))];
    case 'tokens': {
      const uid = await owner(one.owner);
      return [await tokens.list(uid, one.range), await tokens.find(one.ref, uid)];
    }
    case 'owner': {
      const hash = known(one.credential === 'session' ? 'session' : 'token', one.ref);
      return credentials.findOwner({credential: one.credential, hash});
    }
    case 'entries':
      return errorLogs.list(one.filter, one.range);
    case 'agents':
      return [await agents.list(), await agents.applications(one.ref, one.which, one.range)];
    case 'position':
      return imports.position(one.file);
    default:
      return one satisfies never;
  }
};

const runStep = async (side: Side, one: Of<typeof step>): Promise<unknown> => {
  if ('do' in one) return run(side, one);
  const responses: unknown[] = [];
  const done = side.store.transaction(async store => {
    for (const each of one.steps) responses.push(await run({...side, store}, each));
    if (one.rollBack) throw new Error('rolled back');
  });
  await (one.rollBack ? expect(done).rejects.toThrow('rolled back') : done);
  return responses;
};

/** Tests that a store returns the same results as {@link memoryStore}. `openEmpty` opens a new empty store. */
export const testModel = (openEmpty: () => Promise<Store>, many = 100): void => {
  // A quarter of the runs, unless CI sets EDGE_THOROUGH.
  const numRuns = process.env.EDGE_THOROUGH === undefined ? many / 4 : many;
  test('the store returns the same results as an in-memory store for random operations', async () => {
    // All runs share a store, since opening one takes longer than a run.
    const [store, model] = [await openEmpty(), memoryStore()];
    onTestFinished(() => store.close());
    await fc.assert(
      fc.asyncProperty(fc.array(step, {minLength: 40, maxLength: 80}), async steps => {
        await Promise.all([store.clear(), model.clear()]);
        const [side, modelSide] = [sideOf(store), sideOf(model)];
        for (const one of steps) {
          const expected = await runStep(modelSide, one);
          expect([one, await runStep(side, one)]).toEqual([one, expected]);
        }
      }),
      {numRuns},
    );
  });
};
