import {NEVER_EXPIRES} from '@edge-console/schema/values';
import type {
  AgentRecord,
  ApplicationRecord,
  CredentialKey,
  ErrorLogFilter,
  NewErrorLog,
  NewUser,
  Owner,
  Page,
  Range,
  Session,
  Store,
  StoredErrorLog,
  TokenRecord,
  User,
  UserWithPassword,
} from './store.ts';

type Entry = NewErrorLog & {readonly id: number};
type Token = TokenRecord & {readonly hash: string};

/** Records are never modified, only replaced. So {@link copyOf} copies the maps and arrays, but not the records. */
const emptyState = () => ({
  users: new Map<number, UserWithPassword>(),
  // The keys of `tokens` and `sessions` are SHA-256 hashes.
  tokens: new Map<string, Token>(),
  sessions: new Map<string, Session>(),
  agents: new Map<number, {agent: AgentRecord; applications: readonly ApplicationRecord[]}>(),
  imports: new Map<string, number>(),
  // Sorted by `log_time`, then `id`, oldest first.
  entries: [] as Entry[],
  // The id of a removed record is not assigned again.
  lastIds: {user: 0, token: 0, entry: 0},
});
type State = ReturnType<typeof emptyState>;

const copyOf = ({users, tokens, sessions, agents, imports, entries, lastIds}: State): State => ({
  users: new Map(users),
  tokens: new Map(tokens),
  sessions: new Map(sessions),
  agents: new Map(agents),
  imports: new Map(imports),
  entries: [...entries],
  lastIds: {...lastIds},
});

/** A task must do all its checks before its first change, because changes are not undone if it throws. */
type Run = <T>(task: () => T | Promise<T>) => Promise<T>;

/**
 * Transactions run one at a time, each on a copy of the data. Meanwhile, other changes wait, and reads return the old
 * data.
 */
export const memoryStore = (): Store => {
  const data = {state: emptyState()};
  let last: Promise<unknown> = Promise.resolve();
  const serially: Run = task => {
    const done = last.then(task);
    last = done.catch(() => undefined);
    return done;
  };
  return {
    ...storeOn(data, serially),
    transaction: work =>
      serially(async () => {
        const copy = {state: copyOf(data.state)};
        const inside: Store = {...storeOn(copy, async task => task()), transaction: nested => nested(inside)};
        await work(inside);
        data.state = copy.state;
      }),
    snapshot: () =>
      serially(() => {
        const saved = copyOf(data.state);
        const {users, tokens, sessions, agents, entries} = saved;
        return {
          rows: users.size + tokens.size + sessions.size + agents.size + entries.length,
          restore: () => serially(() => void Object.assign(data, {state: copyOf(saved)})),
        };
      }),
  };
};

const storeOn = (data: {state: State}, run: Run): Omit<Store, 'transaction'> => {
  const write = <T>(change: (state: State) => T): Promise<T> => run(() => change(data.state));
  return {
    users: {
      add: users => write(state => addUsers(state, users)),
      count: async () => data.state.users.size,
      find: async username => data.state.users.values().find(user => user.username === username),
      list: async () => [...data.state.users.values()].map(withoutPassword),
      update: (id, change) =>
        write(({users}) => {
          const user = users.get(id);
          if (user) users.set(id, {...user, ...change});
          return user !== undefined;
        }),
      remove: id => write(state => removeUser(state, id)),
    },
    tokens: {
      add: token => write(state => addToken(state, token)),
      list: async (owner, {offset, limit}) => {
        const owned = [...data.state.tokens.values()].filter(token => isOwned(token, owner));
        return {rows: owned.slice(offset, offset + limit).map(withoutHash), count: owned.length};
      },
      find: async (id, owner) => {
        const token = findToken(data.state, id, owner);
        return token && withoutHash(token);
      },
      update: (id, owner, change) =>
        write(state => {
          const token = findToken(state, id, owner);
          if (token) state.tokens.set(token.hash, {...token, ...change});
          return token !== undefined;
        }),
      remove: (id, owner) =>
        write(state => {
          const token = findToken(state, id, owner);
          return token !== undefined && state.tokens.delete(token.hash);
        }),
    },
    sessions: {
      begin: session => write(({sessions}) => void sessions.set(session.hash, session)),
      end: hash => write(({sessions}) => void sessions.delete(hash)),
      removeEnded: before =>
        write(({sessions}) => {
          for (const {hash, ends} of sessions.values()) if (ends < before) sessions.delete(hash);
        }),
    },
    credentials: {
      findOwner: async key => findOwner(data.state, key),
    },
    errorLogs: {
      append: entries => write(state => append(state, entries)),
      recordRecurrence: (id, {count, log_time}) =>
        write(state => {
          const entry = state.entries.find(known => known.id === id);
          if (!entry) return false;
          state.entries[state.entries.indexOf(entry)] = {...entry, count, log_time};
          sort(state.entries);
          return true;
        }),
      list: async (filter, range) => listEntries(data.state.entries, filter, range),
    },
    agents: {
      add: (agent, applications) =>
        write(({agents}) => {
          if (agents.has(agent.id)) throw new Error(`agent ids must be unique; ${agent.id} exists`);
          agents.set(agent.id, {agent, applications: applications.toSorted((a, b) => a.id - b.id)});
        }),
      list: async () => [...data.state.agents.values()].map(({agent}) => agent).sort((a, b) => a.id - b.id),
      applications: async (id, which, {offset, limit}) =>
        data.state.agents
          .get(id)
          ?.applications.filter(({online}) => online || which === 'all')
          .slice(offset, offset + limit),
    },
    imports: {
      position: async file => data.state.imports.get(file) ?? 0,
      advance: (file, {from, to}) =>
        write(({imports}) => {
          if ((imports.get(file) ?? 0) !== from) return false;
          imports.set(file, to);
          return true;
        }),
    },
    clear: () => write(() => void Object.assign(data, {state: emptyState()})),
    isShared: async () => false,
    assertWritable: async () => undefined,
    close: async () => undefined,
  };
};

const withoutPassword = ({passwordHash: _, ...user}: UserWithPassword): User => user;
const withoutHash = ({hash: _, ...token}: Token): TokenRecord => token;

const addUsers = (state: State, users: readonly NewUser[]): void => {
  const names = [...state.users.values(), ...users].map(({username}) => username);
  if (new Set(names).size < names.length) throw new Error('usernames must be unique');
  for (const user of users) {
    state.lastIds.user += 1;
    state.users.set(state.lastIds.user, {...user, id: state.lastIds.user});
  }
};

const removeUser = ({users, tokens, sessions}: State, id: number): void => {
  users.delete(id);
  for (const token of tokens.values()) if (token.uid === id) tokens.delete(token.hash);
  for (const {hash, uid} of sessions.values()) if (uid === id) sessions.delete(hash);
};

const isOwned = ({uid}: Token, owner: number | undefined): boolean => owner === undefined || uid === owner;

const findToken = ({tokens}: State, id: number, owner: number | undefined): Token | undefined =>
  tokens.values().find(token => token.id === id && isOwned(token, owner));

const addToken = (state: State, token: Omit<Token, 'id'>): TokenRecord => {
  if (state.tokens.has(token.hash)) throw new Error('tokens must be unique');
  state.lastIds.token += 1;
  const added = {...token, id: state.lastIds.token};
  state.tokens.set(added.hash, added);
  return withoutHash(added);
};

const findOwner = ({users, sessions, tokens}: State, {credential, hash}: CredentialKey): Owner | undefined => {
  const found = credential === 'session' ? sessions.get(hash) : tokens.get(hash);
  const user = found && users.get(found.uid);
  if (!user) return undefined;
  const ends = 'ends' in found ? found.ends : found.expire;
  const isEndless = 'expire' in found && found.expire === NEVER_EXPIRES;
  return {user: withoutPassword(user), expiresAt: isEndless ? Number.POSITIVE_INFINITY : ends};
};

const sort = (entries: Entry[]): Entry[] => entries.sort((a, b) => a.log_time - b.log_time || a.id - b.id);

const append = ({entries, lastIds}: State, added: readonly NewErrorLog[]): void => {
  let newest = entries.at(-1)?.log_time ?? Number.NEGATIVE_INFINITY;
  let isLate = false;
  for (const entry of added) {
    lastIds.entry += 1;
    entries.push({...entry, id: lastIds.entry});
    isLate ||= entry.log_time < newest;
    newest = entry.log_time;
  }
  if (isLate) sort(entries);
};

const countBefore = (entries: readonly Entry[], time: number): number => {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((entries[middle]?.log_time ?? time) < time) low = middle + 1;
    else high = middle;
  }
  return low;
};

const listEntries = (
  entries: readonly Entry[],
  {start_time, end_time, ...conditions}: ErrorLogFilter,
  {offset, limit}: Range,
): Page<StoredErrorLog> => {
  const from = start_time === undefined ? 0 : countBefore(entries, start_time);
  const to = end_time === undefined ? entries.length : countBefore(entries, end_time + 1);
  const inTime = to - from === entries.length ? entries : entries.slice(from, Math.max(from, to));
  const matching = hasConditions(conditions) ? inTime.filter(matcher(conditions)) : inTime;
  const end = Math.max(matching.length - offset, 0);
  const rows = matching
    .slice(Math.max(end - limit, 0), end)
    .reverse()
    .map(toStored);
  return {rows, count: matching.length};
};

const hasConditions = (filter: ErrorLogFilter): boolean => Object.values(filter).some(value => value !== undefined);

const matcher =
  ({level = Number.POSITIVE_INFINITY, node_id, node_type, app_id, req_id}: ErrorLogFilter) =>
  (entry: Entry): boolean =>
    entry.level <= level &&
    (node_id === undefined || entry.node_id === node_id) &&
    (node_type === undefined || entry.node_type === node_type) &&
    (app_id === undefined || entry.app_id === app_id) &&
    (req_id === undefined || entry.req_id === req_id);

const toStored = ({id, level, count, src, log_time, log}: Entry): StoredErrorLog => ({
  id,
  level,
  count,
  src,
  log_time,
  log,
});
