/** A part of a list: `offset` rows are left out, at most `limit` follow. */
export interface Range {
  readonly offset: number;
  readonly limit: number;
}

/** Rows of a range, and how many the whole list has. */
export interface Page<T> {
  readonly rows: readonly T[];
  readonly count: number;
}

/** Times are milliseconds since the epoch, here and in every record. */
export interface User {
  readonly id: number;
  readonly username: string;
  readonly role: string;
  readonly created: number;
  readonly modified: number;
}
export type NewUser = Omit<User, 'id'> & {readonly passwordHash: string};
export type UserWithPassword = User & {readonly passwordHash: string};

/** An API token as it is kept: its value only as a SHA-256, which is not read back. */
export interface TokenRecord {
  readonly id: number;
  readonly uid: number;
  readonly name: string;
  /** 0 = never expires. */
  readonly expire: number;
  readonly created: number;
  readonly modified: number;
}
export type NewToken = Omit<TokenRecord, 'id'> & {readonly hash: string};
export type TokenChange = Partial<Pick<TokenRecord, 'name' | 'expire'>> & {readonly modified: number};

export interface Session {
  readonly hash: string;
  readonly uid: number;
  readonly ends: number;
}

/** Characters of usernames and of request ids, which indexes hold whole. */
export const MAX_NAME = 512;

export interface NewErrorLog {
  readonly level: number;
  readonly count: number;
  readonly src: number;
  /** Unix seconds, as on the wire. */
  readonly log_time: number;
  readonly log: string;
  readonly node_id: number;
  readonly node_type: number;
  readonly app_id: number;
  readonly req_id: string;
}
export type StoredErrorLog = Pick<NewErrorLog, 'level' | 'count' | 'src' | 'log_time' | 'log'> & {readonly id: number};

/** What may change of an entry that happened again. `log_time` in Unix seconds. */
export type Raise = Pick<NewErrorLog, 'count' | 'log_time'>;

/** What is absent does not filter. `level` is a threshold, times are Unix seconds, inclusive. */
export interface ErrorLogFilter {
  readonly node_id?: number | undefined;
  readonly node_type?: number | undefined;
  readonly level?: number | undefined;
  readonly app_id?: number | undefined;
  readonly req_id?: string | undefined;
  readonly start_time?: number | undefined;
  readonly end_time?: number | undefined;
}

export interface AgentRecord {
  readonly id: number;
  readonly name: string;
}

/** The fields of the contract's "Application". */
export interface ApplicationRecord {
  readonly id: number;
  readonly name: string;
  readonly online: boolean;
  readonly processes: readonly {readonly kind: string; readonly id: number; readonly pid: number}[];
  readonly ports: readonly string[];
  readonly version: Readonly<Record<string, string>>;
  /** Unix seconds with fraction, as on the wire. */
  readonly created: number;
  readonly modified: number;
  readonly cmd_line: string;
  readonly exe: string;
  readonly cwd: string;
  readonly pgid: number;
}

export interface UserStore {
  add(users: readonly NewUser[]): Promise<void>;
  count(): Promise<number>;
  find(username: string): Promise<UserWithPassword | undefined>;
}

/** `owner` undefined reaches the tokens of every user. Lists are ordered by id. */
export interface TokenStore {
  add(token: NewToken): Promise<TokenRecord>;
  list(owner: number | undefined, range: Range): Promise<Page<TokenRecord>>;
  find(id: number, owner: number | undefined): Promise<TokenRecord | undefined>;
  /** Says whether there was such a token. */
  update(id: number, owner: number | undefined, change: TokenChange): Promise<boolean>;
  /** Says whether there was such a token. */
  remove(id: number, owner: number | undefined): Promise<boolean>;
  /** The token of this hash and its owner, expired or not. */
  holder(hash: string): Promise<{readonly expire: number; readonly user: User} | undefined>;
}

export interface SessionStore {
  /** Begins one, and forgets those that ended by themselves before `now`. */
  begin(session: Session, now: number): Promise<void>;
  /** Ends one, and forgets those that ended by themselves before `now`. */
  end(hash: string, now: number): Promise<void>;
  /** The session of this hash and its user, over or not. */
  holder(hash: string): Promise<{readonly ends: number; readonly user: User} | undefined>;
}

/** Newest first: `log_time` descending, then `id` descending. */
export interface ErrorLogStore {
  /** All of them or none; ids rise in the order given. */
  append(entries: readonly NewErrorLog[]): Promise<void>;
  /** Says whether there was such an entry. */
  raise(id: number, change: Raise): Promise<boolean>;
  /** Rejects with {@link PageTooLong} where the texts of the range are more than 32 MB. */
  list(filter: ErrorLogFilter, range: Range): Promise<Page<StoredErrorLog>>;
}

export interface AgentStore {
  add(agent: AgentRecord, applications: readonly ApplicationRecord[]): Promise<void>;
  list(): Promise<readonly AgentRecord[]>;
  /** Applications by id; undefined where there is no such agent. */
  applications(
    agentId: number,
    which: 'all' | 'online',
    range: Range,
  ): Promise<readonly ApplicationRecord[] | undefined>;
}

/** How far files have been imported, in bytes; 0 for one that is not known. */
export interface ImportStore {
  position(file: string): Promise<number>;
  /** Says whether the place was still `from`; where it was not, it stays. */
  remember(file: string, place: {readonly from: number; readonly to: number}): Promise<boolean>;
}

/** Nothing is wrong with what was asked, but the database cannot do it now: its disk is full, or it is out of reach. */
export class StoreUnavailable extends Error {}

/** The texts of a page are too long together to be read into memory; a smaller page is not. */
export class PageTooLong extends Error {}

/** Stands for the data as they are: as soon as anything may have changed there is another one. Compared by identity. */
export type Version = object;

/** Everything the server remembers. Implementations differ in where they keep it, not in what they answer. */
export interface Store {
  readonly users: UserStore;
  readonly tokens: TokenStore;
  readonly sessions: SessionStore;
  readonly errorLogs: ErrorLogStore;
  readonly agents: AgentStore;
  readonly imports: ImportStore;
  /**
   * Another one as soon as anything that is kept here may have changed, whoever changed it. Undefined where that cannot
   * be told at once, so that nothing read may be used twice: on PostgreSQL, and within a transaction.
   */
  version(): Version | undefined;
  /** Removes everything at once. Ids begin again, but for those of entries on a database that servers share. */
  clear(): Promise<void>;
  /**
   * Runs `work` on a store whose changes all happen, or none of them when it throws. `alone`: while it runs, nobody else's
   * `work` does that is to be alone, on whichever server.
   */
  atomically(work: (store: Store) => Promise<void>, how?: 'alone'): Promise<void>;
  close(): Promise<void>;
}
