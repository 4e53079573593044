export type {
  Agent,
  ApiToken,
  ApiTokenCreateBody,
  ApiTokenListQuery,
  ApiTokenUpdateBody,
  Application,
  ApplicationListQuery,
  ApplicationProcess,
  CreatedApiToken,
  ErrorLogEntry,
  ErrorLogFilter,
  ErrorLogQuery,
  InvalidRow,
  LoginBody,
  ReceivedRow,
  RowProblem,
} from '@edge-console/schema';
export {
  type ExpiryState,
  expiryState,
  LEVELS,
  type LevelName,
  levelName,
  NEVER_EXPIRES,
  NODE_TYPES,
  nodeTypeName,
  readGatewayUrl,
  Secret,
  TOKEN_NAME_MAX,
  unixDate,
} from '@edge-console/schema/values';
export {isEndedSession} from './auth/ended-session.ts';
export {type Client, type Core, createClient, createCore} from './create-client.ts';
export {type CertificateFacts, EdgeError, type EdgeErrorCode, type EdgeErrorDetails, isEdgeError} from './errors.ts';
export type {Call, CallInput} from './http/call.ts';
export type {CallPromise, ResponseFacts, Timing, WithResponse} from './http/call-promise.ts';
export type {
  AttemptEvent,
  Exchange,
  Hooks,
  RequestEvent,
  ResponseEvent,
  RetryEvent,
  SafeHeaders,
} from './http/observer.ts';
export type {RequestCall} from './http/request/request.ts';
export type {RequestInput, TypedRequestInput} from './http/request/request-input.ts';
export type {FollowEvent, FollowOptions, FollowStatus} from './lists/follow/follow.ts';
export type {ListPromise} from './lists/list-promise.ts';
export type {Page, PaginateOptions, PaginateStatus} from './lists/page.ts';
export type {
  Auth,
  CallOptions,
  ClientOptions,
  CredentialsAuth,
  SavedSession,
  Session,
  Timeouts,
  TlsOptions,
  TokenAuth,
} from './options.ts';
export {type AgentId, type Applications, createApplications} from './resources/applications.ts';
export {createErrorLogs, type ErrorLogs} from './resources/error-logs.ts';
export type {Sessions} from './resources/session.ts';
export {type ApiTokens, createApiTokens, type PagedTokenQuery} from './resources/tokens.ts';
