import {z} from 'zod';
import {CREDENTIAL_HEADERS, type Credential} from '../contract.ts';
import {emptySent} from '../envelope.ts';
import {CONVERSION, described, type JsonSchema} from '../json-schema/convert.ts';
import {SHAPES, type ShapeName} from '../json-schema/shapes.ts';
import {BAD_LOGIN, OTHER, REFUSALS, type Refusal} from './failures.ts';
import {CREDENTIALS} from './texts.ts';

const {ApiTokenCreateBody, ApiTokenUpdateBody, LoginBody} = SHAPES.request;
const NAMED: Readonly<Record<string, z.ZodType>> = {
  ...SHAPES.sent,
  ApiTokenCreateBody,
  ApiTokenUpdateBody,
  LoginBody,
};

/** Names of the security schemes. */
export const SCHEMES = {'api-token': 'apiToken', session: 'edgeToken'} as const satisfies Record<Credential, string>;

const ref = (section: 'schemas' | 'responses', name: string) => ({$ref: `#/components/${section}/${name}`});

/** The schemas of the resources by name, and of whatever else is asked for, in which they are referred to. */
const convert = (others: Readonly<Record<string, z.ZodType>>): Readonly<Record<string, JsonSchema>> => {
  const registry = z.registry<{id: string}>();
  for (const [id, schema] of Object.entries({...NAMED, Done: emptySent, ...others})) registry.add(schema, {id});
  // As input, objects are open: clients have to expect fields that they do not know.
  const uri = (id: string) => ref('schemas', id).$ref;
  return z.toJSONSchema(registry, {...CONVERSION, io: 'input', uri}).schemas;
};

const bare = ({$schema: _, $id: __, ...schema}: JsonSchema): JsonSchema => schema;

/** The schema of one answer or body, with references to the named ones. */
export const schemaOf = (schema: z.ZodType): JsonSchema => {
  const name = Object.entries({...NAMED, Done: emptySent}).find(([, named]) => named === schema)?.[0];
  if (name !== undefined) return ref('schemas', name);
  return bare(convert({Asked: schema}).Asked ?? {});
};

const response = ({description, example}: Refusal): object => ({
  description,
  content: {'application/json': {schema: ref('schemas', 'Failure'), example}},
});

/** The answer to a refused call, by reference. */
export const refused = ({name}: Refusal): object => ref('responses', name);

export const components = (): object => {
  const schemas = Object.entries(convert({})).map(([name, schema]) => [
    name,
    name in NAMED
      ? described(name as ShapeName, bare(schema))
      : {description: 'Done; nothing to tell.', ...bare(schema)},
  ]);
  const schemes = Object.entries(SCHEMES).map(([credential, name]) => {
    const {[credential as Credential]: header} = CREDENTIAL_HEADERS;
    return [name, {type: 'apiKey', in: 'header', name: header, description: CREDENTIALS[credential as Credential]}];
  });
  const refusals = [...Object.values(REFUSALS), BAD_LOGIN, OTHER].map(refusal => [refusal.name, response(refusal)]);
  return {
    schemas: Object.fromEntries(schemas),
    responses: Object.fromEntries(refusals),
    securitySchemes: Object.fromEntries(schemes),
  };
};
