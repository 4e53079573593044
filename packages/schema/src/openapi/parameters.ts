import {z} from 'zod';
import type {Operation} from '../contract.ts';
import {CONVERSION, described, type JsonSchema} from '../json-schema/convert.ts';
import {SHAPES, type ShapeName} from '../json-schema/shapes.ts';
import {DEFAULT_PAGE, DEFAULT_PAGE_SIZE} from '../paging.ts';

/** Values that count when a parameter is absent (contract "Limits"). */
const DEFAULTS: Readonly<Record<string, number>> = {page: DEFAULT_PAGE, page_size: DEFAULT_PAGE_SIZE, detail: 0};

const PATH_PARAMETERS: Readonly<Record<string, string>> = {
  api_token_id: 'Identifier of the token record.',
  agent_id: 'Identifier of the agent.',
};

type Values = Readonly<Record<string, unknown>>;

const pathParameters = (path: string, values: Values): object[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: PATH_PARAMETERS[name],
    schema: {type: 'integer', minimum: 0, format: 'int64'},
    example: values[name],
  }));

const queryParameters = (query: z.ZodObject, values: Values): object[] => {
  const name = Object.keys(SHAPES.request).find(key => SHAPES.request[key as ShapeName<'request'>] === query);
  if (name === undefined) throw new Error('a query of the contract is missing among the JSON schemas');
  const {properties = {}} = described(name as ShapeName, z.toJSONSchema(query, {...CONVERSION, io: 'input'}));
  return Object.entries(properties).map(([key, property]) => {
    const {description, ...schema} = property as JsonSchema;
    const preset = DEFAULTS[key] === undefined ? {} : {default: DEFAULTS[key]};
    return {
      name: key,
      in: 'query',
      required: false,
      description,
      allowEmptyValue: true,
      schema: {...schema, ...preset},
      example: values[key],
    };
  });
};

/** Path and query parameters of an operation. */
export const parametersOf = (
  {path, query}: Operation,
  examples: {params: Values; query: Values | undefined},
): object[] => [
  ...pathParameters(path, examples.params),
  ...(query ? queryParameters(query, examples.query ?? {}) : []),
];
