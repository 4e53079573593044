import type * as z from 'zod/mini';
import type {Credential} from '../contract.ts';
import {type JsonSchema, toJsonSchemas} from '../convert-schema.ts';
import {emptySent} from '../envelope.ts';
import {SHAPES} from '../json-schema.ts';
import {CREDENTIAL_HEADERS} from '../values.ts';
import {FAILURE_STATUSES, REFUSALS, type Refusal, type RefusalName} from './refusals.ts';
import {CREDENTIALS} from './texts.ts';

const {ApiTokenCreateBody, ApiTokenUpdateBody, LoginBody} = SHAPES.request;
const NAMED: Readonly<Record<string, z.core.$ZodType>> = {
  ...SHAPES.sent,
  ApiTokenCreateBody,
  ApiTokenUpdateBody,
  LoginBody,
  Done: emptySent,
};

export const SCHEMES = {'api-token': 'apiToken', session: 'edgeToken'} as const satisfies Record<Credential, string>;

const ref = (section: 'schemas' | 'responses', name: string) => ({$ref: `#/components/${section}/${name}`});

const convert = (others: Readonly<Record<string, z.core.$ZodType>>): Readonly<Record<string, JsonSchema>> =>
  toJsonSchemas({...NAMED, ...others}, name => ref('schemas', name).$ref);

const withoutId = ({$schema: _, $id: __, ...schema}: JsonSchema): JsonSchema => schema;

/** Returns a reference if the schema is a component. */
export const schemaOf = (schema: z.core.$ZodType): JsonSchema => {
  const name = Object.entries(NAMED).find(([, named]) => named === schema)?.[0];
  if (name !== undefined) return ref('schemas', name);
  return withoutId(convert({Inline: schema}).Inline ?? {});
};

const response = ({when, status, msg}: Refusal): object => ({
  description: when,
  content: {'application/json': {schema: ref('schemas', 'Failure'), example: {status, msg}}},
});

export const refused = (name: RefusalName): object => ref('responses', name);

/**
 * Adds the possible values of `status` to the schema of a failure. TypeScript types generated from the schema then
 * distinguish success and failure by `status === 0`.
 */
const withStatuses = ({properties = {}, ...schema}: JsonSchema): JsonSchema => {
  const {not: _, ...status} = Object(properties.status);
  return {...schema, properties: {...properties, status: {...status, enum: FAILURE_STATUSES}}};
};

export const components = (): object => {
  const schemas = Object.entries(convert({})).map(([name, schema]) => [
    name,
    withoutId(name === 'Failure' ? withStatuses(schema) : schema),
  ]);
  const schemes = Object.entries(SCHEMES).map(([credential, name]) => {
    const {[credential as Credential]: header} = CREDENTIAL_HEADERS;
    return [name, {type: 'apiKey', in: 'header', name: header, description: CREDENTIALS[credential as Credential]}];
  });
  const refusals = Object.entries(REFUSALS).map(([name, refusal]) => [name, response(refusal)]);
  return {
    schemas: Object.fromEntries(schemas),
    responses: Object.fromEntries(refusals),
    securitySchemes: Object.fromEntries(schemes),
  };
};
