import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import {Ajv2020} from 'ajv/dist/2020.js';
import {describe, expect, test} from 'vitest';
import type {z} from 'zod';
import {DESCRIPTIONS} from '../src/json-schema/descriptions.ts';
import {SHAPES} from '../src/json-schema/shapes.ts';
import {jsonSchema, jsonSchemaNames, type Strictness} from '../src/json-schema.ts';
import {EXAMPLES} from '../src/openapi/examples.ts';

const resources = {
  Agent: EXAMPLES.listAgents.answer.data[0],
  ApiToken: EXAMPLES.getApiToken.answer.data,
  Application: EXAMPLES.listApplications.answer.data[0],
  CreatedApiToken: EXAMPLES.createApiToken.answer.data,
  ErrorLogEntry: EXAMPLES.listErrorLogs.answer.data.data[0],
  LoginResult: EXAMPLES.login.answer.data,
};
const failure = {status: 401, msg: 'incorrect login credentials'};
/** A value of each shape with every field in it. */
const VALUES = {
  read: {...resources, ApiToken: {...resources.ApiToken, uid: 1}, Envelope: {...failure, err: [1], time: 1}},
  sent: {...resources, Failure: failure},
  request: {
    AgentListQuery: EXAMPLES.listAgents.query,
    ApiTokenCreateBody: EXAMPLES.createApiToken.body,
    ApiTokenGetQuery: EXAMPLES.getApiToken.query,
    ApiTokenListQuery: EXAMPLES.listApiTokens.query,
    ApiTokenUpdateBody: EXAMPLES.createApiToken.body,
    ApplicationListQuery: EXAMPLES.listApplications.query,
    ErrorLogQuery: EXAMPLES.listErrorLogs.query,
    LoginBody: EXAMPLES.login.body,
  },
} as const;

const strictnesses: readonly Strictness[] = ['read', 'sent', 'request'];
const cases = strictnesses.flatMap(strictness =>
  jsonSchemaNames(strictness).map(name => ({
    strictness,
    name,
    schema: jsonSchema(strictness, name),
    shape: (SHAPES[strictness] as Record<string, z.ZodType>)[name],
    value: (VALUES[strictness] as Record<string, Record<string, unknown>>)[name],
  })),
);

const ajv = new Ajv2020({strict: false, formats: {int64: true}});
const ODD: readonly unknown[] = [null, {}, [], '', 'text', -1, 0, 1.5, 9, true, ['x'], {libc: 1}, [{}]];

describe.each(cases)('$strictness $name', ({strictness, name, schema, shape, value}) => {
  test('takes its example, and describes every field of it', () => {
    expect(ajv.validate(schema, value), ajv.errorsText()).toBe(true);
    expect(Object.keys(schema.properties ?? {}).toSorted()).toEqual(Object.keys(value ?? {}).toSorted());
    expect(Object.keys(DESCRIPTIONS[name])).toEqual(expect.arrayContaining(Object.keys(value ?? {})));
  });

  test('agrees with zod about absent fields and odd values', () => {
    const variants = Object.keys(value ?? {}).flatMap(field => {
      const {[field]: _, ...without} = value ?? {};
      return [without, ...ODD.map(odd => ({...value, [field]: odd}))];
    });
    const verdicts = (judge: (variant: unknown) => boolean) =>
      variants.map(variant => `${judge(variant) ? 'takes' : 'refuses'} ${JSON.stringify(variant)}`);
    const validate = ajv.compile(schema);
    expect(verdicts(variant => validate(variant))).toEqual(
      verdicts(variant => shape?.safeParse(variant).success ?? false),
    );
  });

  test('unknown fields: read keeps them, the others have none', () => {
    expect(ajv.validate(schema, {...value, unknown: 1})).toBe(strictness === 'read');
  });
});

test('the published files are these, found by name', async () => {
  const program = `
    const {default: schema} = await import('@edge-console/schema/json-schema/read/ApiToken.json', {with: {type: 'json'}});
    const {default: document} = await import('@edge-console/schema/openapi.json', {with: {type: 'json'}});
    console.log(JSON.stringify([schema, document.openapi]));`;
  const {stdout} = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    cwd: import.meta.dirname,
  });
  expect(JSON.parse(stdout)).toEqual([jsonSchema('read', 'ApiToken'), '3.1.1']);
});

test('a name that a strictness does not have is refused', () => {
  // @ts-expect-error a failure is not read: Envelope is
  expect(() => jsonSchema('read', 'Failure')).toThrow(RangeError);
});
