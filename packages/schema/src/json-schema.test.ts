import {Ajv2020} from 'ajv/dist/2020.js';
import {describe, expect, test} from 'vitest';
import type {Schema} from './docs.ts';
import {jsonSchema, jsonSchemaNames, SHAPES, type Strictness} from './json-schema.ts';
import {exampleOf} from './openapi/parameters.ts';

const failure = {status: 401, msg: 'incorrect login credentials'};
const exampleValue = (strictness: Strictness, name: string): Record<string, unknown> => {
  // Read schemas contain transforms, which have no examples, so the sent schemas' examples are used.
  const shapes: Readonly<Record<string, Schema>> = SHAPES[strictness === 'read' ? 'sent' : strictness];
  return Object(shapes[name] && exampleOf(shapes[name]));
};
/** Fields to add to examples that lack fields of their schema. */
const WHOLE: Readonly<Record<string, object>> = {
  'read ApiToken': {uid: 1},
  'read Envelope': {...failure, err: [1], time: 1},
  'request ApiTokenUpdateBody': {expire: 0},
};

const strictnesses: readonly Strictness[] = ['read', 'sent', 'request'];
const cases = strictnesses.flatMap(strictness =>
  jsonSchemaNames(strictness).map(name => ({
    strictness,
    name,
    schema: jsonSchema(strictness, name),
    shape: (SHAPES[strictness] as Record<string, Schema>)[name],
    value: {...exampleValue(strictness, name), ...WHOLE[`${strictness} ${name}`]} as Record<string, unknown>,
  })),
);

const ajv = new Ajv2020({strict: false, formats: {int64: true}});
const ODD: readonly unknown[] = [null, {}, [], '', 'text', -1, 0, 1.5, 9, true, ['x'], {libc: 1}, [{}]];

describe.each(cases)('$strictness $name', ({strictness, schema, shape, value}) => {
  test('the JSON Schema accepts its example, and describes every field', () => {
    expect(ajv.validate(schema, value), ajv.errorsText()).toBe(true);
    expect(Object.keys(schema.properties ?? {}).toSorted()).toEqual(Object.keys(value).toSorted());
    const descriptions = Object.values(schema.properties ?? {}).map(property => Object(property).description);
    expect(descriptions.filter(description => !/^[A-Z0-9`].*\.$/.test(description))).toEqual([]);
  });

  test('the JSON Schema refuses the same absent fields and invalid values as the zod schema', () => {
    const variants = Object.keys(value).flatMap(field => {
      const {[field]: _, ...without} = value;
      return [without, ...ODD.map(odd => ({...value, [field]: odd}))];
    });
    const verdicts = (judge: (variant: unknown) => boolean) =>
      variants.map(variant => `${judge(variant) ? 'accepts' : 'refuses'} ${JSON.stringify(variant)}`);
    const validate = ajv.compile(schema);
    expect(verdicts(variant => validate(variant))).toEqual(
      verdicts(variant => shape?.safeParse(variant).success ?? false),
    );
  });

  test('the JSON Schema allows unknown fields only in received data', () => {
    expect(ajv.validate(schema, {...value, unknown: 1})).toBe(strictness === 'read');
  });
});

test('jsonSchema throws a RangeError for the read schema of a failure, which does not exist', () => {
  // @ts-expect-error there is no read schema of a failure: clients read it as an Envelope
  expect(() => jsonSchema('read', 'Failure')).toThrow(RangeError);
});
