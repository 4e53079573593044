import type {Credential, SentOf, ErrorLogFilter as WireFilter} from '@edge-console/schema';

/** At most `limit` rows of a list, after skipping `offset` rows. */
export interface Range {
  readonly offset: number;
  readonly limit: number;
}

export interface Page<T> {
  readonly rows: readonly T[];
  /** Number of rows of the whole list. */
  readonly count: number;
}

/** Times of this and the other records are milliseconds since the epoch, unless stated otherwise. */
export interface User {
  readonly id: number;
  readonly username: string;
  readonly role: string;
  readonly created: number;
  readonly modified: number;
}
export type NewUser = Omit<User, 'id'> & {readonly passwordHash: string};
export type UserChange = Partial<Pick<NewUser, 'role' | 'passwordHash'>> & {readonly modified: number};
export type UserWithPassword = User & {readonly passwordHash: string};

/** An API token. Its value is stored as SHA-256 only and never read back. */
export interface TokenRecord {
  readonly id: number;
  /** Id of the owner. */
  readonly uid: number;
  readonly name: string;
  /** 0 = never. */
  readonly expire: number;
  readonly created: number;
  readonly modified: number;
}
export type NewToken = Omit<TokenRecord, 'id'> & {readonly hash: string};
export type TokenChange = Partial<Pick<TokenRecord, 'name' | 'expire'>> & {readonly modified: number};

export interface Session {
  /** SHA-256 of the session token, in hex. */
  readonly hash: string;
  readonly uid: number;
  readonly ends: number;
}

/** A session or an API token. `hash` is the SHA-256 of its value, in hex. */
export interface CredentialKey {
  readonly credential: Credential;
  readonly hash: string;
}

/** The user a credential belongs to. */
export interface Owner {
  readonly user: User;
  /** Infinity if the credential never expires. */
  readonly expiresAt: number;
}

/** Maximum length of usernames and request ids, which are indexed in full; in UTF-16 code units. */
export const MAX_NAME = 512;

export interface NewErrorLog {
  readonly level: number;
  readonly count: number;
  readonly src: number;
  /** Unix seconds. */
  readonly log_time: number;
  readonly log: string;
  readonly node_id: number;
  readonly node_type: number;
  readonly app_id: number;
  readonly req_id: string;
}
export type StoredErrorLog = Pick<NewErrorLog, 'level' | 'count' | 'src' | 'log_time' | 'log'> & {readonly id: number};

/** Changes to an entry that occurred again. `log_time` is in Unix seconds. */
export type Recurrence = Pick<NewErrorLog, 'count' | 'log_time'>;

/** Absent fields match all. `level` is a threshold (docs/field-facts.md#10); times are Unix seconds, inclusive. */
export type ErrorLogFilter = Omit<WireFilter, 'req_id'> & {readonly req_id?: string | undefined};

export type AgentRecord = SentOf<'listAgents'>['data'][number];
/** Times are Unix seconds with fraction (docs/contract.md#application). */
export type ApplicationRecord = SentOf<'listApplications'>['data'][number];

export interface UserStore {
  add(users: readonly NewUser[]): Promise<void>;
  count(): Promise<number>;
  find(username: string): Promise<UserWithPassword | undefined>;
  /** Ordered by id. */
  list(): Promise<readonly User[]>;
  /** Resolves with false if there is no such user. */
  update(id: number, change: UserChange): Promise<boolean>;
  /** Also removes the user's tokens and sessions. */
  remove(id: number): Promise<void>;
}

/** With an `owner`, methods reach only tokens of that user; with undefined, tokens of every user. */
export interface TokenStore {
  add(token: NewToken): Promise<TokenRecord>;
  /** Ordered by id. */
  list(owner: number | undefined, range: Range): Promise<Page<TokenRecord>>;
  find(id: number, owner: number | undefined): Promise<TokenRecord | undefined>;
  /** Resolves with false if there is no such token. */
  update(id: number, owner: number | undefined, change: TokenChange): Promise<boolean>;
  /** Resolves with false if there is no such token. */
  remove(id: number, owner: number | undefined): Promise<boolean>;
}

export interface SessionStore {
  begin(session: Session): Promise<void>;
  end(hash: string): Promise<void>;
  /** Deletes the sessions that ended before this time. */
  removeEnded(before: number): Promise<void>;
}

export interface CredentialStore {
  /** Also for a credential that has expired. */
  findOwner(key: CredentialKey): Promise<Owner | undefined>;
}

export interface ErrorLogStore {
  /** Appends all entries or none, with ids ascending in the given order. */
  append(entries: readonly NewErrorLog[]): Promise<void>;
  /** Updates an entry that occurred again. Resolves with false if there is no such entry. */
  recordRecurrence(id: number, change: Recurrence): Promise<boolean>;
  /** Newest first: by `log_time`, then `id`, descending. */
  list(filter: ErrorLogFilter, range: Range): Promise<Page<StoredErrorLog>>;
}

export interface AgentStore {
  add(agent: AgentRecord, applications: readonly ApplicationRecord[]): Promise<void>;
  list(): Promise<readonly AgentRecord[]>;
  /** Applications ordered by id; undefined if there is no such agent. */
  applications(
    agentId: number,
    which: 'all' | 'online',
    range: Range,
  ): Promise<readonly ApplicationRecord[] | undefined>;
}

/** Positions in imported files, in bytes. */
export interface ImportStore {
  /** 0 for an unknown file. */
  position(file: string): Promise<number>;
  /** Moves the position from `from` to `to`. Resolves with false, without a change, if it is not at `from`. */
  advance(file: string, move: {readonly from: number; readonly to: number}): Promise<boolean>;
}

/** The request is valid, but the database is unavailable: unreachable, read-only, or its disk is full. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  /**
   * `busy`: another process has been writing for longer than the store waits. `read-only`: the store cannot write until it
   * is opened again.
   */
  readonly reason: 'busy' | 'read-only' | 'failed';

  constructor(message: string, reason: StoreUnavailable['reason'] = 'failed') {
    super(message);
    this.reason = reason;
  }

  static override [Symbol.hasInstance](error: unknown): boolean {
    // Not by class: the package of a store may be installed with its own copy of this one.
    return error instanceof Error && error.name === 'StoreUnavailable';
  }
}

/** Everything the server stores. */
export interface Store {
  readonly users: UserStore;
  readonly tokens: TokenStore;
  readonly sessions: SessionStore;
  readonly credentials: CredentialStore;
  readonly errorLogs: ErrorLogStore;
  readonly agents: AgentStore;
  readonly imports: ImportStore;
  /** Rejects with {@link StoreUnavailable} if writes would fail, such as on a full or read-only disk. Writes nothing. */
  assertWritable(): Promise<void>;
  /**
   * Whether the database was opened again after the opening that created it. Until then, nothing but that one process
   * has written to it.
   */
  isShared(): Promise<boolean>;
  /** Deletes all data. Ids restart. */
  clear(): Promise<void>;
  /**
   * Runs `work` on a store whose changes are committed together, or rolled back if `work` throws. `exclusive`
   * transactions of all servers run one at a time.
   */
  transaction(work: (store: Store) => Promise<void>, mode?: 'exclusive'): Promise<void>;
  close(): Promise<void>;
}
