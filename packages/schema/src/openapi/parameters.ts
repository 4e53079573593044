import type {Operation} from '../contract.ts';
import type {ObjectSchema} from '../docs.ts';
import {toJsonSchema} from '../json-schema/convert.ts';
import {exampleOf} from './example.ts';

const pathParameters = ({path, params = {}}: Operation): object[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const param = params[name];
    if (!param) throw new Error(`the row of ${path} has no params.${name}`);
    const {$schema: _, description, ...schema} = toJsonSchema(param, 'input');
    return {name, in: 'path', required: true, description, schema, example: exampleOf(param)};
  });

const queryParameters = (query: ObjectSchema): object[] => {
  const {properties = {}} = toJsonSchema(query, 'input');
  return Object.entries(query.shape).map(([name, field]) => {
    const {description, ...schema} = Object(properties[name]);
    const example = exampleOf(field);
    return {name, in: 'query', required: false, description, allowEmptyValue: true, schema, example};
  });
};

/** Path and query parameters of an operation. */
export const parametersOf = (operation: Operation): object[] => [
  ...pathParameters(operation),
  ...(operation.query ? queryParameters(operation.query) : []),
];
