import type {Credential, SentOf, ErrorLogFilter as WireFilter} from '@edge-console/schema';

export interface Range {
  readonly offset: number;
  readonly limit: number;
}

export interface Page<T> {
  readonly rows: readonly T[];
  readonly count: number;
}

/** Times in this module are milliseconds since the epoch, unless stated otherwise. */
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

/** Only the SHA-256 of a token is stored. */
export interface TokenRecord {
  readonly id: number;
  readonly uid: number;
  readonly name: string;
  /** 0 if the token never expires. */
  readonly expire: number;
  readonly created: number;
  readonly modified: number;
}
export type NewToken = Omit<TokenRecord, 'id'> & {readonly hash: string};
export type TokenChange = Partial<Pick<TokenRecord, 'name' | 'expire'>> & {readonly modified: number};

export interface Session {
  /** SHA-256 in hex. */
  readonly hash: string;
  readonly uid: number;
  readonly ends: number;
}

/** `hash` is the SHA-256 of a session or an API token, in hex. */
export interface CredentialKey {
  readonly credential: Credential;
  readonly hash: string;
}

export interface Owner {
  readonly user: User;
  /** Infinity if the credential never expires. */
  readonly expiresAt: number;
}

/** Maximum UTF-16 code units of usernames and request ids, because PostgreSQL limits the size of indexed values. */
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

/** New values of an entry whose message occurred again. `log_time` is in Unix seconds. */
export type Recurrence = Pick<NewErrorLog, 'count' | 'log_time'>;

/** `level` is a threshold (docs/field-facts.md#10). Times are Unix seconds, inclusive. */
export type ErrorLogFilter = Omit<WireFilter, 'req_id'> & {readonly req_id?: string | undefined};

export type AgentRecord = SentOf<'listAgents'>['data'][number];
/** Times are Unix seconds with a fraction (docs/contract.md#application). */
export type ApplicationRecord = SentOf<'listApplications'>['data'][number];

export interface UserStore {
  add(users: readonly NewUser[]): Promise<void>;
  count(): Promise<number>;
  find(username: string): Promise<UserWithPassword | undefined>;
  /** Ordered by id. */
  list(): Promise<readonly User[]>;
  /** Resolves with false if there is no such user. */
  update(id: number, change: UserChange): Promise<boolean>;
  /** Removes the tokens and sessions of the user too. */
  remove(id: number): Promise<void>;
}

/** If `owner` is undefined, methods access the tokens of every user. */
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
  removeEnded(before: number): Promise<void>;
}

export interface CredentialStore {
  /** The credential may have expired. Resolves with undefined for an unknown one. */
  findOwner(key: CredentialKey): Promise<Owner | undefined>;
}

export interface ErrorLogStore {
  /** Appends all entries, or none if it rejects. Ids ascend in the order of the array. */
  append(entries: readonly NewErrorLog[]): Promise<void>;
  /** Resolves with false if there is no such entry. */
  recordRecurrence(id: number, change: Recurrence): Promise<boolean>;
  /** Newest first: by `log_time`, then `id`, descending. */
  list(filter: ErrorLogFilter, range: Range): Promise<Page<StoredErrorLog>>;
}

export interface AgentStore {
  add(agent: AgentRecord, applications: readonly ApplicationRecord[]): Promise<void>;
  list(): Promise<readonly AgentRecord[]>;
  /** Ordered by id; undefined if there is no such agent. */
  applications(
    agentId: number,
    which: 'all' | 'online',
    range: Range,
  ): Promise<readonly ApplicationRecord[] | undefined>;
}

/** The byte position up to which each file was imported. */
export interface ImportStore {
  /** 0 for an unknown file. */
  position(file: string): Promise<number>;
  /** If the position is not `from`, changes nothing and resolves with false. */
  advance(file: string, move: {readonly from: number; readonly to: number}): Promise<boolean>;
}

/** The database is unreachable, busy or read-only, or its disk is full. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  /** `busy`: another process has been writing for too long. `read-only`: the store must be opened again. */
  readonly reason: 'busy' | 'read-only' | 'failed';

  constructor(message: string, reason: StoreUnavailable['reason'] = 'failed') {
    super(message);
    this.reason = reason;
  }

  static override [Symbol.hasInstance](error: unknown): boolean {
    // The package of a store may have its own copy of this class.
    return error instanceof Error && error.name === 'StoreUnavailable';
  }
}

export interface StoreSnapshot {
  readonly rows: number;
  /** May be called any number of times. */
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
  /** Rejects with {@link StoreUnavailable} if a write would fail. Writes nothing. */
  assertWritable(): Promise<void>;
  /** Whether the database was opened more than once. If so, another server may have written to the database. */
  isShared(): Promise<boolean>;
  /** Ids start again at 1. */
  clear(): Promise<void>;
  /**
   * Commits all changes of `work`, or none if it throws. Only one `exclusive` transaction runs at a time, also if
   * several servers share the database.
   */
  transaction(work: (store: Store) => Promise<void>, mode?: 'exclusive'): Promise<void>;
  /** Only stores in memory have this method. */
  snapshot?(): Promise<StoreSnapshot>;
  close(): Promise<void>;
}
