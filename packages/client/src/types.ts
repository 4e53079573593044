// Types of parameters, options, results and events that programs rarely need to import by name.
export type {
  Agent,
  ApiTokenCreateBody,
  ApiTokenListQuery,
  ApiTokenUpdateBody,
  ApplicationListQuery,
  ApplicationProcess,
  ErrorLogFilter,
  ErrorLogQuery,
  InvalidRow,
  LoginBody,
  ReceivedRow,
  RowProblem,
} from '@edge-console/schema';
export type {CertificateFacts, EdgeErrorDetails} from './errors.ts';
export type {Call, CallInput} from './http/call.ts';
export type {CallPromise, Timing} from './http/call-promise.ts';
export type {AttemptEvent, Hooks, RequestEvent, ResponseEvent, RetryEvent, SafeHeaders} from './http/observer.ts';
export type {RequestCall, TypedRequestInput} from './http/request/request.ts';
export type {FollowOptions} from './lists/follow/follow.ts';
export type {PaginateOptions} from './lists/page.ts';
export type {ListPromise} from './lists/paginate.ts';
export type {CredentialsAuth, Timeouts, TlsOptions, TokenAuth} from './options.ts';
export type {AgentId, Applications} from './resources/applications.ts';
export type {ErrorLogs} from './resources/error-logs.ts';
export type {Sessions} from './resources/session.ts';
export type {ApiTokens, PagedTokenQuery} from './resources/tokens.ts';
