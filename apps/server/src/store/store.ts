import type {Credential, SentOf, ErrorLogFilter as WireFilter} from '@edge-console/schema';

/** The part of a list that follows its first `offset` rows. It has at most `limit` rows. */
export interface Range {
  readonly offset: number;
  readonly limit: number;
}

export interface Page<T> {
  readonly rows: readonly T[];
  /** Number of rows in the whole list. */
  readonly count: number;
}

/** A user. Times in all records of this module are milliseconds since the epoch, unless stated otherwise. */
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

/** An API token. Only the SHA-256 of the token is stored, and no method returns it. */
export interface TokenRecord {
  readonly id: number;
  /** Id of the user who owns the token. */
  readonly uid: number;
  readonly name: string;
  /** Expiry time; 0 if the token never expires. */
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

/** Identifies a session or an API token. `hash` is the SHA-256 of its value, in hex. */
export interface CredentialKey {
  readonly credential: Credential;
  readonly hash: string;
}

export interface Owner {
  readonly user: User;
  /** Time at which the credential expires; Infinity if it never does. */
  readonly expiresAt: number;
}

/** Maximum length of usernames and request ids in UTF-16 code units. PostgreSQL limits the size of indexed values. */
export const MAX_NAME = 512;

export interface NewErrorLog {
  readonly level: number;
  readonly count: number;
  readonly src: number;
  /** Time of the entry, in Unix seconds. */
  readonly log_time: number;
  readonly log: string;
  readonly node_id: number;
  readonly node_type: number;
  readonly app_id: number;
  readonly req_id: string;
}
export type StoredErrorLog = Pick<NewErrorLog, 'level' | 'count' | 'src' | 'log_time' | 'log'> & {readonly id: number};

/** New values for an entry whose error occurred again. `log_time` is in Unix seconds. */
export type Recurrence = Pick<NewErrorLog, 'count' | 'log_time'>;

/** Absent fields match every entry. `level` is a threshold (docs/field-facts.md#10). Times: Unix seconds, inclusive. */
export type ErrorLogFilter = Omit<WireFilter, 'req_id'> & {readonly req_id?: string | undefined};

export type AgentRecord = SentOf<'listAgents'>['data'][number];
/** An application. Its times are Unix seconds with a fraction (docs/contract.md#application). */
export type ApplicationRecord = SentOf<'listApplications'>['data'][number];

export interface UserStore {
  add(users: readonly NewUser[]): Promise<void>;
  count(): Promise<number>;
  find(username: string): Promise<UserWithPassword | undefined>;
  /** Resolves with all users, ordered by id. */
  list(): Promise<readonly User[]>;
  /** Changes a user. Resolves with false if there is no such user. */
  update(id: number, change: UserChange): Promise<boolean>;
  /** Removes a user, with the tokens and sessions of the user. */
  remove(id: number): Promise<void>;
}

/**
 * Stores API tokens. If `owner` is a user id, methods access only the tokens of that user. If `owner` is undefined,
 * they access the tokens of every user.
 */
export interface TokenStore {
  add(token: NewToken): Promise<TokenRecord>;
  /** Resolves with a page of tokens, ordered by id. */
  list(owner: number | undefined, range: Range): Promise<Page<TokenRecord>>;
  find(id: number, owner: number | undefined): Promise<TokenRecord | undefined>;
  /** Changes a token. Resolves with false if there is no such token. */
  update(id: number, owner: number | undefined, change: TokenChange): Promise<boolean>;
  /** Removes a token. Resolves with false if there is no such token. */
  remove(id: number, owner: number | undefined): Promise<boolean>;
}

export interface SessionStore {
  begin(session: Session): Promise<void>;
  end(hash: string): Promise<void>;
  removeEnded(before: number): Promise<void>;
}

export interface CredentialStore {
  /**
   * Resolves with the owner of a credential, even if the credential has expired. Resolves with undefined if there is no
   * such credential.
   */
  findOwner(key: CredentialKey): Promise<Owner | undefined>;
}

export interface ErrorLogStore {
  /** Appends all entries, or none if it rejects. The ids ascend in the order of the array. */
  append(entries: readonly NewErrorLog[]): Promise<void>;
  /** Updates an entry whose error occurred again. Resolves with false if there is no such entry. */
  recordRecurrence(id: number, change: Recurrence): Promise<boolean>;
  /** Resolves with a page of matching entries, newest first: by `log_time`, then `id`, descending. */
  list(filter: ErrorLogFilter, range: Range): Promise<Page<StoredErrorLog>>;
}

export interface AgentStore {
  add(agent: AgentRecord, applications: readonly ApplicationRecord[]): Promise<void>;
  list(): Promise<readonly AgentRecord[]>;
  /** Resolves with the applications of an agent, ordered by id; undefined if there is no such agent. */
  applications(
    agentId: number,
    which: 'all' | 'online',
    range: Range,
  ): Promise<readonly ApplicationRecord[] | undefined>;
}

/** For each imported file, the byte position up to which it has been imported. */
export interface ImportStore {
  /** Resolves with the position in bytes; 0 for an unknown file. */
  position(file: string): Promise<number>;
  /** Moves the position from `from` to `to`. If the position is not `from`, changes nothing and resolves with false. */
  advance(file: string, move: {readonly from: number; readonly to: number}): Promise<boolean>;
}

/** Thrown for a valid request if the database is unavailable: unreachable, busy, read-only, or its disk is full. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  /**
   * `busy`: another process has been writing for longer than the store waits. `read-only`: the store cannot write until
   * it is opened again. `failed`: any other cause.
   */
  readonly reason: 'busy' | 'read-only' | 'failed';

  constructor(message: string, reason: StoreUnavailable['reason'] = 'failed') {
    super(message);
    this.reason = reason;
  }

  static override [Symbol.hasInstance](error: unknown): boolean {
    // Compares the name, not the class, because the package of a store may have its own copy of this class.
    return error instanceof Error && error.name === 'StoreUnavailable';
  }
}

/** A copy of all data of a store. */
export interface StoreSnapshot {
  /** Number of users, tokens, sessions, agents and log entries. */
  readonly rows: number;
  /** Replaces all data by the copy, any number of times. */
  restore(): Promise<void>;
}

export interface Store {
  readonly users: UserStore;
  readonly tokens: TokenStore;
  readonly sessions: SessionStore;
  readonly credentials: CredentialStore;
  readonly errorLogs: ErrorLogStore;
  readonly agents: AgentStore;
  readonly imports: ImportStore;
  /** Rejects with {@link StoreUnavailable} if a write would fail, as on a full or read-only disk. Writes nothing. */
  assertWritable(): Promise<void>;
  /** Whether other servers may have written to the database. True if it was opened again after its creation. */
  isShared(): Promise<boolean>;
  /** Deletes all data. Assigned ids start again at 1. */
  clear(): Promise<void>;
  /**
   * Runs `work` on a store whose changes are committed together, or rolled back if `work` throws. If several servers
   * share the database, only one `exclusive` transaction runs at a time.
   */
  transaction(work: (store: Store) => Promise<void>, mode?: 'exclusive'): Promise<void>;
  /** Copies all data. Only stores in memory have this method. */
  snapshot?(): Promise<StoreSnapshot>;
  close(): Promise<void>;
}
