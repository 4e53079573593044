import {envelope} from '../envelope.ts';
import {failureSent} from '../failure.ts';
import {
  agent,
  agentListQuery,
  agentSent,
  application,
  applicationListQuery,
  applicationSent,
} from '../resources/application.ts';
import {errorLogEntry, errorLogEntrySent, errorLogQuery} from '../resources/error-log.ts';
import {loginBody, loginResult, loginResultSent} from '../resources/session.ts';
import {
  apiToken,
  apiTokenCreateBody,
  apiTokenGetQuery,
  apiTokenListQuery,
  apiTokenSent,
  apiTokenUpdateBody,
  createdApiToken,
  createdApiTokenSent,
} from '../resources/token.ts';

/** Resources and requests with a published JSON Schema, by the name of their type, in each strictness. */
export const SHAPES = {
  read: {
    Agent: agent,
    ApiToken: apiToken,
    Application: application,
    CreatedApiToken: createdApiToken,
    Envelope: envelope,
    ErrorLogEntry: errorLogEntry,
    LoginResult: loginResult,
  },
  sent: {
    Agent: agentSent,
    ApiToken: apiTokenSent,
    Application: applicationSent,
    CreatedApiToken: createdApiTokenSent,
    ErrorLogEntry: errorLogEntrySent,
    Failure: failureSent,
    LoginResult: loginResultSent,
  },
  request: {
    AgentListQuery: agentListQuery,
    ApiTokenCreateBody: apiTokenCreateBody,
    ApiTokenGetQuery: apiTokenGetQuery,
    ApiTokenListQuery: apiTokenListQuery,
    ApiTokenUpdateBody: apiTokenUpdateBody,
    ApplicationListQuery: applicationListQuery,
    ErrorLogQuery: errorLogQuery,
    LoginBody: loginBody,
  },
} as const;

export type Strictness = keyof typeof SHAPES;
type Names = {readonly [S in Strictness]: Extract<keyof (typeof SHAPES)[S], string>};
export type ShapeName<S extends Strictness = Strictness> = Names[S];
