import {readFileSync} from 'node:fs';
import {Ajv2020, type ValidateFunction} from 'ajv/dist/2020.js';

interface Response {
  readonly $ref?: string;
  readonly content?: {readonly 'application/json': {readonly schema: object}};
}

export interface Operation {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly parameters?: readonly {readonly name: string; readonly in: string; readonly example: unknown}[];
  readonly requestBody?: {readonly content: {readonly 'application/json': {readonly example: object}}};
  readonly responses: Readonly<Record<string, Response>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {readonly responses: Readonly<Record<string, Response>>};
}

const document: Document = JSON.parse(
  readFileSync(new URL('../../packages/schema/openapi.json', import.meta.url), 'utf8'),
);

export const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([method]) => method !== 'servers')
    .map(([method, operation]) => ({path, method: method.toUpperCase(), operation})),
);

const ajv = new Ajv2020({strict: false, allErrors: true, formats: {int64: true}});
const validators = new Map<object | undefined, ValidateFunction>();
const validatorOf = (schema: object | undefined): ValidateFunction => {
  const validate = validators.get(schema) ?? ajv.compile({...schema, components: document.components});
  validators.set(schema, validate);
  return validate;
};

/**
 * Returns the differences of a response from openapi.json: the operation does not document its status (the default
 * response does not count), or its body does not match the schema. Returns an empty array if there are none.
 */
export const problemsOf = (operation: Operation, status: number, body: unknown): string[] => {
  const documented = operation.responses[status];
  if (!documented) return [`HTTP ${status} is not documented`];
  const name = documented.$ref?.split('/').at(-1) ?? '';
  const media = (document.components.responses[name] ?? documented).content?.['application/json'];
  const validate = validatorOf(media?.schema);
  return validate(body) ? [] : [ajv.errorsText(validate.errors)];
};
