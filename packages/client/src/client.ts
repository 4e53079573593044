import type {
  Agent,
  ApiToken,
  ApiTokenCreateBody,
  ApiTokenListQuery,
  ApiTokenUpdateBody,
  Application,
  ApplicationListQuery,
  CreatedApiToken,
  ErrorLogEntry,
  ErrorLogFilter,
  ErrorLogQuery,
  LoginBody,
  Secret,
} from '@edge-console/schema';
import type {Call} from './http/call.ts';
import type {CallPromise} from './http/call-promise.ts';
import type {FollowEvent, FollowOptions} from './lists/follow.ts';
import type {Page, WalkOptions} from './lists/paging.ts';
import type {RowWindow, WindowOptions} from './lists/window.ts';
import type {Auth, CallOptions} from './options.ts';

/** Contract "API tokens". */
export interface ApiTokens {
  list(query?: ApiTokenListQuery, call?: CallOptions): CallPromise<Page<ApiToken>>;
  get(id: number, call?: CallOptions): CallPromise<ApiToken>;
  /** `expire` absent is sent as 0: never. Never repeated. The secret comes this once. */
  create(body: ApiTokenCreateBody, call?: CallOptions): CallPromise<CreatedApiToken>;
  update(id: number, body: ApiTokenUpdateBody, call?: CallOptions): CallPromise<void>;
  delete(id: number, call?: CallOptions): CallPromise<void>;
  /** Tokens in all; undefined on a gateway that does not tell. */
  count(call?: CallOptions): CallPromise<number | undefined>;
  pages(query?: PagedTokenQuery, call?: WalkOptions): AsyncIterable<Page<ApiToken>>;
  items(query?: PagedTokenQuery, call?: WalkOptions): AsyncIterable<ApiToken>;
}
/** Offsets are for `list` alone: an iterator pages by itself. */
export type PagedTokenQuery = Omit<ApiTokenListQuery, 'start' | 'end'>;

/** Contract "Error logs". */
export interface ErrorLogs {
  list(query?: ErrorLogQuery, call?: CallOptions): CallPromise<Page<ErrorLogEntry>>;
  /** Entries that match (field fact 8); undefined on a gateway that does not tell. */
  count(filter?: ErrorLogFilter, call?: CallOptions): CallPromise<number | undefined>;
  pages(query?: ErrorLogQuery, call?: WalkOptions): AsyncIterable<Page<ErrorLogEntry>>;
  items(query?: ErrorLogQuery, call?: WalkOptions): AsyncIterable<ErrorLogEntry>;
  /** Rows of a long list by position, in constant memory: what a view needs that scrolls anywhere. Reads nothing yet. */
  window(filter?: ErrorLogFilter, options?: WindowOptions): RowWindow<ErrorLogEntry>;
  /**
   * Brings what arrives or is raised from now on, each once, until the signal comes or the loop is left. It polls, only
   * while the loop asks for more: who is slow misses nothing. Failures, a refused credential included, are told as
   * `status` and polled through, ever slower up to half a minute; `invalid_request` alone ends it. No clock of this
   * machine is compared with the gateway's.
   *
   * The order of the list is found out (field fact 18): new entries may be at the top, at the end, or, read whole each
   * time, anywhere. Not covered:
   * - ids that do not rise, in lists longer than `depth`: a new entry may come as `updated`, as may one whose id is
   *   lower than those of the 20,000 entries seen before it;
   * - more than `depth` entries from the newest: late arrivals there are missed, and raises that do not move the entry;
   * - no count: late arrivals are found every 15 polls alone; a list sorted oldest first is read whole at each poll;
   * - what arrives and is removed between two polls, and raises undone;
   * - a gateway that begins its ids again, and has more entries by the next poll than before, or none of the ids known;
   * - a gateway that ignores `page`, beyond its one page.
   */
  follow(filter?: ErrorLogFilter, options?: FollowOptions): AsyncGenerator<FollowEvent, void, undefined>;
}

/**
 * Contract "Agent applications", and the agent list of field fact 15. Sent with the console token, else the admin API
 * token, else, where the console is on the admin site's own origin, the session; without any of them `invalid_request`.
 */
export interface Applications {
  list(agentId: AgentId, query?: ApplicationListQuery, call?: CallOptions): CallPromise<Page<Application>>;
  pages(agentId: AgentId, query?: ApplicationListQuery, call?: WalkOptions): AsyncIterable<Page<Application>>;
  items(agentId: AgentId, query?: ApplicationListQuery, call?: WalkOptions): AsyncIterable<Application>;
  /** Undocumented: real consoles may not have it. */
  agents(call?: CallOptions): CallPromise<readonly Agent[]>;
  /** One page, since the agent list has no paging. */
  agentPages(call?: CallOptions): AsyncIterable<Page<Agent>>;
  agentItems(call?: CallOptions): AsyncIterable<Agent>;
}
export type AgentId = number | string;

/** A session that login opened. */
export interface Session {
  readonly token: Secret;
  readonly userId: number;
  readonly username: string;
  readonly role?: string;
  /** What the gateway says about a second factor; empty when none is pending. */
  readonly twoFactor: Readonly<Record<string, unknown>>;
  /** By this machine's clock. */
  readonly startedAt: Date;
  /** `startedAt` and 8 hours, or 31 days with `remember` (contract "States and transitions"). */
  readonly endsAt: Date;
  /** The gateway's text: untrusted. */
  readonly msg?: string;
}

export interface Sessions {
  /** Later calls use the session. `plugin` absent is sent as `Builtin`. Never repeated. */
  login(body: LoginBody, call?: CallOptions): CallPromise<Session>;
  /**
   * Ends the session, and forgets it here whatever the gateway answers; later calls use the API token again if one was
   * given, and log in again where user and password were. Does nothing without a session; one that had already ended
   * is no error where HTTP 401 or 403 says so.
   */
  logout(call?: CallOptions): Promise<void>;
  /** The session that a login of this client opened and neither `logout` nor `setAuth` closed. */
  readonly current: Session | undefined;
  /** When the session ends, where that is known; one that another program opened may be without. */
  readonly endsAt: Date | undefined;
}

/** What all resources of a client share. */
export interface Core {
  readonly baseUrl: URL;
  readonly consoleUrl: URL;
  readonly session: Sessions;
  /** Any operation of the contract by its name, with the answer as the contract has it. */
  readonly call: Call;
  /**
   * Replaces the credential of later calls, and drops the session; the console token of the options stays. Throws
   * `invalid_request` for a token that no header can carry.
   */
  setAuth(auth: Auth | undefined): void;
  /** Closes the kept-alive sockets and what is still running on them. */
  close(): void;
}

/** Every method rejects with an {@link EdgeError}. What a call returns can tell status, headers and times as well. */
export interface Client extends Core {
  readonly apiTokens: ApiTokens;
  readonly errorLogs: ErrorLogs;
  readonly applications: Applications;
}
