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
export type {
  AgentId,
  ApiTokens,
  Applications,
  Client,
  ErrorLogs,
  PagedTokenQuery,
  Session,
  Sessions,
} from './client.ts';
export {createClient} from './create-client.ts';
export {type CertificateFacts, EdgeError, type EdgeErrorCode, type EdgeErrorDetails, isEdgeError} from './errors.ts';
export type {Auth, CallOptions, ClientOptions, Exchange, Timeouts, TlsOptions} from './options.ts';
export type {Page} from './paging.ts';
