// Generated from the shapes by `pnpm build`; do not edit.
// Editors show no comments for types that are inferred from the shapes.
import type {ReceivedRow} from './row.ts';
import type {Secret} from './secret.ts';

/** Fields that every response may have. */
export interface Envelope {
  /** 0 on success. Other values are failures and not standardised. */
  readonly status: number;
  /** Why the call failed. */
  readonly msg?: string | undefined;
  /** Details of a failure: any JSON value. */
  readonly err?: unknown;
  /** Time of the response, Unix seconds. */
  readonly time?: number | undefined;
}

/** Query that selects a page of a list. */
export interface PageQuery {
  /** Page number, from 1. Default: 1. */
  readonly page?: number | undefined;
  /** Rows per page. If 0, the response has `meta.count`, but no rows. Default: 20. */
  readonly page_size?: number | undefined;
}

/** A token in the responses of list and get, without its secret (docs/contract.md#api-token). */
export interface ApiToken extends ReceivedRow {
  /** Identifier of the token. */
  readonly id: number;
  /** Label of the token. */
  readonly name: string;
  /** Milliseconds since the epoch; 0 = never expires. */
  readonly expire?: number;
  /** Identifier of the user that owns the token. */
  readonly uid?: number;
  /** Creation time, Unix seconds with fraction. */
  readonly _created_unix?: number;
  /** Time of the last change, Unix seconds with fraction. */
  readonly _modified_unix?: number;
}

/** A token in the response of create, with its secret. */
export interface CreatedApiToken extends ApiToken {
  /** The secret. No other response has it. */
  readonly token: Secret;
}

/** Query of the token list. With `start` or `end`, the reference server ignores `page` and `page_size`. */
export interface ApiTokenListQuery extends PageQuery {
  /** Offset of the first row, from 0. Overrides `page` and `page_size`. */
  readonly start?: number | undefined;
  /** Offset after the last row. Default: the end of the list. */
  readonly end?: number | undefined;
  /** Servers accept this parameter. Its effect is not specified. Default: 0. */
  readonly detail?: number | undefined;
}

/** Query of one token. */
export interface ApiTokenGetQuery {
  /** Servers accept this parameter. Its effect is not specified. Default: 0. */
  readonly detail?: number | undefined;
}

/** Body of the create request. */
export interface ApiTokenCreateBody {
  /** Label, not empty. Surrounding space is removed. */
  readonly name: string;
  /** Milliseconds since the epoch; 0 = never expires. */
  readonly expire?: number | undefined;
}

/** Body of the update request. Absent fields do not change. */
export interface ApiTokenUpdateBody {
  /** Label, not empty. Surrounding space is removed. */
  readonly name?: string | undefined;
  /** Milliseconds since the epoch; 0 = never expires. */
  readonly expire?: number | undefined;
}

/** Body of the login request. */
export interface LoginBody {
  /** Account name. */
  readonly username: string;
  /** Password of the account. */
  readonly password: string;
  /** If true, the session is valid for 31 days instead of 8 hours. */
  readonly remember?: boolean | undefined;
  /** Account source; default `Builtin`, the built-in one. */
  readonly plugin?: string | undefined;
}

/** Result of the login request (docs/contract.md#login-result). */
export interface LoginResult extends ReceivedRow {
  /** Identifier of the user. */
  readonly id: number;
  /** Account name. */
  readonly username: string;
  /** Role of the user, such as `master`. */
  readonly role?: string;
  /** Session token, for the header `edge-token`. */
  readonly 'edge-token': Secret;
  /** Two-factor information. If not empty, a second factor is required. */
  readonly login_2fa: Readonly<Record<string, unknown>>;
  /** Creation time, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  readonly _created_unix?: string;
  /** Time of the last change, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  readonly _modified_unix?: string;
}

/** An error-log entry (docs/contract.md#error-log-entry). */
export interface ErrorLogEntry extends ReceivedRow {
  /** Identifier of the entry. */
  readonly id: number;
  /**
   * Severity, smaller is more severe: 0 STDERR, 1 EMERG, 2 ALERT, 3 CRIT, 4 ERROR, 5 WARN, 6 NOTICE, 7 INFO, 8 DEBUG.
   * Other values are possible.
   */
  readonly level?: number;
  /** Number of occurrences. May increase later. */
  readonly count?: number;
  /** Source of the entry. */
  readonly src?: number;
  /** Time of the entry, Unix seconds. */
  readonly log_time: number;
  /** Text of the message, untrusted. */
  readonly log: string;
}

/** Query of the error-log list. */
export interface ErrorLogQuery extends PageQuery {
  /** Selects entries of this node. */
  readonly node_id?: number | undefined;
  /** Source of the error: 0 global, 1 admin site, 2 log server. */
  readonly node_type?: number | undefined;
  /**
   * Selects entries of this level or more severe: 0 STDERR, 1 EMERG, 2 ALERT, 3 CRIT, 4 ERROR, 5 WARN, 6 NOTICE, 7
   * INFO, 8 DEBUG. Default: all levels.
   */
  readonly level?: number | undefined;
  /** Selects entries of this application. */
  readonly app_id?: number | undefined;
  /** Request id: an integer by the contract, 24 hex digits in practice. */
  readonly req_id?: string | number | undefined;
  /** Earliest time of entries, Unix seconds, inclusive. A gateway may ignore it. */
  readonly start_time?: number | undefined;
  /** Latest time of entries, Unix seconds, inclusive. A gateway may ignore it. */
  readonly end_time?: number | undefined;
}

/** An application of an agent (docs/contract.md#application). */
export interface Application extends ReceivedRow {
  /** Identifier of the application within its agent. */
  readonly id: number;
  /** Name of the application. */
  readonly name: string;
  /** Whether the application is online. */
  readonly online?: boolean;
  /** Creation time, Unix seconds with fraction. */
  readonly created?: number;
  /** Time of the last change, Unix seconds with fraction. */
  readonly modified?: number;
  /** Command line. */
  readonly cmd_line?: string;
  /** Path of the executable. */
  readonly exe?: string;
  /** Working directory. */
  readonly cwd?: string;
  /** Process group id. */
  readonly pgid?: number;
  /** Processes of the application. */
  readonly processes?: readonly ApplicationProcess[];
  /** Listening addresses, `<host>:<port>`. */
  readonly ports?: readonly string[];
  /** Version of each component, by name. */
  readonly version?: Readonly<Record<string, string>>;
}

/** A process of an application. */
export interface ApplicationProcess {
  /** Kind of process. */
  readonly kind: string;
  /** Identifier of the process. */
  readonly id: number;
  /** Process id. */
  readonly pid: number;
}

/** Query of the application list. */
export interface ApplicationListQuery {
  /** Page number, from 1. Default: one page with the whole list. */
  readonly _page?: number | undefined;
  /** Rows per page. */
  readonly _pagesize?: number | undefined;
  /** If present and not 0, only applications that are online are listed. */
  readonly online?: number | undefined;
}

/** An agent of the agent list, which the contract does not have (docs/field-facts.md#15). */
export interface Agent extends ReceivedRow {
  /** Identifier of the agent. */
  readonly id: number | string;
  /** Name of the agent. */
  readonly name?: string;
}

/** Query of the agent list. */
export interface AgentListQuery {
  /** Servers accept this parameter. Its effect is not specified. Default: 0. */
  readonly detail?: number | undefined;
}
