import type * as z from 'zod/mini';
import {type JsonSchema, toJsonSchema} from './convert-schema.ts';
import {envelope, failureSent} from './envelope.ts';
import * as applications from './resources/application.ts';
import * as errorLogs from './resources/error-log.ts';
import * as sessions from './resources/session.ts';
import * as tokens from './resources/token.ts';

export type {JsonSchema} from './convert-schema.ts';

export const SHAPES = {
  read: {
    Agent: applications.agent,
    ApiToken: tokens.apiToken,
    Application: applications.application,
    CreatedApiToken: tokens.createdApiToken,
    Envelope: envelope,
    ErrorLogEntry: errorLogs.errorLogEntry,
    LoginResult: sessions.loginResult,
  },
  sent: {
    Agent: applications.agentSent,
    ApiToken: tokens.apiTokenSent,
    Application: applications.applicationSent,
    CreatedApiToken: tokens.createdApiTokenSent,
    ErrorLogEntry: errorLogs.errorLogEntrySent,
    Failure: failureSent,
    LoginResult: sessions.loginResultSent,
  },
  request: {
    AgentListQuery: applications.agentListQuery,
    ApiTokenCreateBody: tokens.apiTokenCreateBody,
    ApiTokenGetQuery: tokens.apiTokenGetQuery,
    ApiTokenListQuery: tokens.apiTokenListQuery,
    ApiTokenUpdateBody: tokens.apiTokenUpdateBody,
    ApplicationListQuery: applications.applicationListQuery,
    ErrorLogQuery: errorLogs.errorLogQuery,
    LoginBody: sessions.loginBody,
  },
} as const;

export type Strictness = keyof typeof SHAPES;
type Names = {readonly [S in Strictness]: Extract<keyof (typeof SHAPES)[S], string>};
export type ShapeName<S extends Strictness = Strictness> = Names[S];

/**
 * Returns the JSON Schema (draft 2020-12) of a type, without `$ref`. `read` is what a client accepts, `sent` what a
 * server sends, and `request` what a request may contain. Throws a RangeError for an unknown name.
 */
export const jsonSchema = <S extends Strictness>(strictness: S, name: ShapeName<S>): JsonSchema => {
  const shapes: {readonly [Name in ShapeName]?: z.core.$ZodType} = SHAPES[strictness];
  const shape = shapes[name];
  if (!shape) throw new RangeError(`there is no ${strictness} schema ${name}`);
  return {title: name, ...toJsonSchema(shape, strictness === 'sent' ? 'output' : 'input')};
};

/** The names that {@link jsonSchema} accepts. */
export const jsonSchemaNames = <S extends Strictness>(strictness: S): ShapeName<S>[] =>
  Object.keys(SHAPES[strictness]) as ShapeName<S>[];
