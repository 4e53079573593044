export {
  type Agent,
  type ApiToken,
  type ApiTokenCreateBody,
  type ApiTokenListQuery,
  type ApiTokenUpdateBody,
  type Application,
  type ApplicationListQuery,
  type CreatedApiToken,
  type ErrorLogEntry,
  type ErrorLogFilter,
  type ErrorLogQuery,
  type LoginBody,
  Secret,
} from '@edge-console/schema';
export {createApplications} from './applications.ts';
export type {Call, CallInput} from './call.ts';
export type {CallPromise, ResponseFacts, Timing, WithResponse} from './call-promise.ts';
export type {
  AgentId,
  ApiTokens,
  Applications,
  Client,
  Core,
  ErrorLogs,
  PagedTokenQuery,
  Session,
  Sessions,
} from './client.ts';
export {createCore} from './core.ts';
export {createClient} from './create-client.ts';
export {createErrorLogs} from './error-logs.ts';
export {type CertificateFacts, EdgeError, type EdgeErrorCode, type EdgeErrorDetails, isEdgeError} from './errors.ts';
export type {Exchange, Hooks, RequestEvent, ResponseEvent, RetryEvent, SafeHeaders} from './events.ts';
export type {FollowEvent, FollowOptions, FollowStatus} from './follow.ts';
export type {
  Auth,
  CallOptions,
  ClientOptions,
  CredentialsAuth,
  SavedSession,
  Timeouts,
  TlsOptions,
  TokenAuth,
} from './options.ts';
export type {Page, WalkOptions} from './paging.ts';
export {createApiTokens} from './tokens.ts';
export type {RowWindow, WindowChange, WindowOptions} from './window.ts';
export type {Span} from './window-rows.ts';
