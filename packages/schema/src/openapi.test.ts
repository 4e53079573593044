import {Ajv2020, type ValidateFunction} from 'ajv/dist/2020.js';
import {describe, expect, test} from 'vitest';
import {z} from 'zod';
import {contract, type Operation} from './contract.ts';
import {field} from './docs.ts';
import {type DocumentedOperation, documented, openApi} from './openapi.ts';
import {CREDENTIAL_HEADERS} from './values.ts';

interface Parameter {
  name: string;
  in: string;
  description?: string;
  schema: object;
  example?: unknown;
}
interface Media {
  schema: object;
  example?: unknown;
  examples?: Record<string, {value: unknown}>;
}
interface Response {
  $ref?: string;
  content?: Record<string, Media>;
}
interface Described {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: {content: Record<string, Media>};
  responses: Record<string, Response>;
}
interface Document {
  paths: Record<string, Record<string, Described> & {servers?: {url: string}[]}>;
  servers: {url: string}[];
  tags: {name: string}[];
  components: {
    schemas: Record<string, {properties?: Record<string, {description?: string}>}>;
    responses: Record<string, Response>;
    securitySchemes: Record<string, {in: string; name: string}>;
  };
}

const node = z.object({
  id: z.int(),
  tags: z.array(z.string()),
  load: field(z.number(), {description: 'Load.'}).optional(),
});
const nodeResponse = z.object({status: z.literal(0), data: node});
const nodeRow = {
  tag: 'Agents',
  base: 'console',
  auth: ['api-token'],
  path: '/api/nodes/{node_id}',
  params: {node_id: field(z.int().min(0), {description: 'Identifier of the node.'})},
  response: {read: z.looseObject({data: z.looseObject(node.shape)}), sent: nodeResponse},
} as const;

/** Operations that the contract does not have, which show that adding an operation needs no other change. */
const NEW_ROWS = {
  getNode: {
    ...nodeRow,
    summary: 'Get a node',
    description: 'One node.',
    method: 'GET',
    query: z.strictObject({since: field(z.int(), {description: 'Unix seconds.', example: 7}).optional()}),
  },
  updateNode: {
    ...nodeRow,
    summary: 'Update a node',
    description: 'Changes a node.',
    method: 'PUT',
    body: z.strictObject({name: z.string().min(2), paused: z.boolean().optional()}),
  },
} satisfies Record<string, DocumentedOperation>;

const rows: Readonly<Record<string, DocumentedOperation>> = {...documented, ...NEW_ROWS};
const operations = Object.entries(rows);
const document = JSON.parse(JSON.stringify(openApi('1.0.0', rows))) as Document;
const operationOf = ({path, method}: Operation): Described => {
  const found = document.paths[path]?.[method.toLowerCase()];
  if (!found) throw new Error(`${method} ${path} is not in the document`);
  return found;
};

const ajv = new Ajv2020({strict: false, allErrors: true, formats: {int64: true}});
const validators = new Map<object, ValidateFunction>();
const problems = (schema: object, value: unknown): unknown[] => {
  const validate = validators.get(schema) ?? ajv.compile({...schema, components: document.components});
  validators.set(schema, validate);
  return validate(value) ? [] : (validate.errors ?? []);
};

test('the OpenAPI document has the operations of the given table and no others', () => {
  const documented = Object.entries(document.paths).flatMap(([path, {servers: _, ...methods}]) =>
    Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`),
  );
  expect(documented.toSorted()).toEqual(operations.map(([, {method, path}]) => `${method} ${path}`).toSorted());
});

test('the OpenAPI document has the operations of the contract by default', () => {
  const {updateNode: _, getNode: __, ...own} = rows;
  expect(openApi('1.0.0')).toEqual(openApi('1.0.0', own));
});

test('openApi throws for a path parameter without a schema', () => {
  const {params: _, ...row} = NEW_ROWS.getNode;
  expect(() => openApi('1.0.0', {row})).toThrow('/api/nodes/{node_id} has no params.node_id');
});

test('openApi throws for a field without an example if its type has no default example', () => {
  const body = z.strictObject({at: z.union([z.int(), z.string()])});
  expect(() => openApi('1.0.0', {row: {...NEW_ROWS.updateNode, body}})).toThrow(
    'no example for a schema of type union',
  );
});

describe.each(operations)('%s', (id, operation) => {
  const described = operationOf(operation);
  const media = (response: Response | undefined): Media => {
    const name = response?.$ref?.split('/').at(-1) ?? '';
    const found = (document.components.responses[name] ?? response)?.content?.['application/json'];
    if (!found) throw new Error(`a response of ${id} is not JSON`);
    return found;
  };

  test('the operation has an id, a summary, a description and a tag that the document declares', () => {
    const {summary, description} = operation;
    expect(summary).toMatch(/^[A-Z]/);
    expect(described).toMatchObject({operationId: id, summary, description, tags: [operation.tag]});
    expect(description).toMatch(/^[A-Z].*\.$/);
    expect(document.tags.map(({name}) => name)).toContain(operation.tag);
  });

  test('the operation has every parameter with a description and a valid example', () => {
    const parameters = described.parameters ?? [];
    const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `path ${name}`);
    const inQuery = Object.keys(operation.query?.shape ?? {}).map(name => `query ${name}`);
    expect(parameters.map(parameter => `${parameter.in} ${parameter.name}`)).toEqual([...inPath, ...inQuery]);
    for (const {description, schema, example} of parameters) {
      expect(description).toMatch(/^[A-Z].*\.$/);
      expect(example).toBeDefined();
      expect(problems(schema, example)).toEqual([]);
    }
  });

  test('the operation names the URL of the admin or console site, and the headers of its credentials', () => {
    const servers = document.paths[operation.path]?.servers ?? document.servers;
    expect(servers.map(({url}) => url)).toEqual([operation.base === 'admin' ? '{base_url}' : '{console_url}']);
    const headers = described.security.flatMap(Object.keys).map(name => document.components.securitySchemes[name]);
    expect(headers).toMatchObject(operation.auth.map(name => ({in: 'header', name: CREDENTIAL_HEADERS[name]})));
  });

  test('the operation has a valid example of its request body, and its schema refuses unknown fields', () => {
    const body = described.requestBody?.content['application/json'];
    expect(body === undefined).toBe(operation.body === undefined);
    if (!body) return;
    expect(problems(body.schema, body.example)).toEqual([]);
    expect(operation.body?.parse(body.example)).toEqual(body.example);
    expect(problems(body.schema, {surplus: 1})).not.toEqual([]);
  });

  test('the success example of the operation is valid, and the schema of sent responses leaves it unchanged', () => {
    const {schema, examples} = media(described.responses[200]);
    const example = examples?.success?.value;
    expect(problems(schema, example)).toEqual([]);
    expect(operation.response.sent.parse(example)).toEqual(example);
    expect(problems(schema, {...(example as object), status: '0'})).not.toEqual([]);
  });

  test('the operation has valid examples of failures, with HTTP 200 and with other HTTP statuses', () => {
    const {schema, examples} = media(described.responses[200]);
    expect(problems(schema, examples?.failure?.value)).toEqual([]);
    const refusals = Object.entries(described.responses).filter(([status]) => status !== '200');
    expect(refusals.length).toBeGreaterThan(4);
    for (const [status, response] of refusals) {
      const refused = media(response);
      expect(problems(refused.schema, refused.example)).toEqual([]);
      expect(problems(refused.schema, {...(refused.example as object), status: 0})).not.toEqual([]);
      if (status !== 'default') expect(refused.example).toMatchObject({status: Number(status)});
    }
  });
});

test('only identifiers and times have the format int64', () => {
  const formats = new Map<string, Set<unknown>>();
  const collect = (name: string, schema: object): void => {
    const {type, format} = Object(schema);
    if (type === 'integer') formats.set(name, (formats.get(name) ?? new Set()).add(format));
  };
  for (const {properties = {}} of Object.values(document.components.schemas)) {
    for (const [name, schema] of Object.entries(properties)) collect(name, schema);
  }
  for (const operation of Object.values(contract)) {
    for (const {name, schema} of operationOf(operation).parameters ?? []) collect(name, schema);
  }
  const namesWith = (format: unknown) => [...formats].filter(([, all]) => all.has(format)).map(([name]) => name);
  const ids = ['id', 'uid', 'api_token_id', 'agent_id', 'node_id', 'app_id'];
  expect(namesWith('int64').toSorted()).toEqual([...ids, 'expire', 'log_time', 'start_time', 'end_time'].toSorted());
  expect(namesWith(undefined)).toEqual(expect.arrayContaining(['level', 'count', 'src', 'pgid', 'page', 'node_type']));
});

test('every field of every resource and body has a description', () => {
  const {Done: _, ...schemas} = document.components.schemas;
  expect(Object.keys(schemas).length).toBeGreaterThan(5);
  for (const {properties = {}} of Object.values(schemas)) {
    for (const [name, {description}] of Object.entries(properties)) {
      expect(`${name}: ${description}`).toMatch(/: [A-Z0-9`].*\.$/);
    }
  }
});
