export type {
  Base,
  BodyOf,
  Contract,
  Credential,
  Operation,
  OperationDoc,
  OperationId,
  PathParams,
  QueryOf,
  ReadOf,
  SentOf,
} from './contract.ts';
export {contract} from './contract.ts';
export type {ObjectSchema, Schema} from './docs.ts';
export {envelope, type PageData, pageSent} from './envelope.ts';
export type * from './interfaces.ts';
export {decodeQuery} from './query.ts';
export {agent, agentKind, agentSent, application, applicationKind, applicationSent} from './resources/application.ts';
export {type ErrorLogFilter, errorLogEntry, errorLogEntrySent, errorLogKind} from './resources/error-log.ts';
export {loginKind, loginResult, loginResultSent} from './resources/session.ts';
export {
  apiToken,
  apiTokenKind,
  apiTokenSent,
  createdApiToken,
  createdApiTokenKind,
  createdApiTokenSent,
} from './resources/token.ts';
export {
  type InvalidRow,
  type ReceivedRow,
  type RowFields,
  type RowKind,
  type RowProblem,
  type RowReading,
  readRows,
} from './row.ts';
export {
  BUILTIN_PLUGIN,
  CREDENTIAL_HEADERS,
  DEFAULT_PAGE,
  DEFAULT_PAGE_SIZE,
  type ExpiryState,
  expiryState,
  type GatewayUrl,
  issueText,
  LEVELS,
  type LevelName,
  levelName,
  NEVER_EXPIRES,
  NODE_TYPES,
  nodeTypeName,
  readGatewayUrl,
  type SchemaIssue,
  Secret,
  sessionEnd,
  unixDate,
} from './values.ts';
