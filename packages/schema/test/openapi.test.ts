import {execFile} from 'node:child_process';
import {readFile} from 'node:fs/promises';
import {createRequire} from 'node:module';
import {dirname, join} from 'node:path';
import {promisify} from 'node:util';
import {Ajv2020} from 'ajv/dist/2020.js';
import {describe, expect, test} from 'vitest';
import manifest from '../package.json' with {type: 'json'};
import {CREDENTIAL_HEADERS, contract, type Operation} from '../src/contract.ts';
import {openApi} from '../src/openapi.ts';

const root = join(import.meta.dirname, '..');
const operations: [string, Operation][] = Object.entries(contract);

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
  security: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: {content: Record<string, Media>};
  responses: Record<string, Response>;
}
interface Document {
  paths: Record<string, Record<string, Described> & {servers?: {url: string}[]}>;
  servers: {url: string}[];
  components: {
    schemas: Record<string, {properties?: Record<string, {description?: string}>}>;
    responses: Record<string, Response>;
    securitySchemes: Record<string, {in: string; name: string}>;
  };
}

const document = JSON.parse(JSON.stringify(openApi(manifest.version))) as Document;
const operationOf = ({path, method}: Operation): Described => {
  const found = document.paths[path]?.[method.toLowerCase()];
  if (!found) throw new Error(`${method} ${path} is not in the document`);
  return found;
};

const ajv = new Ajv2020({strict: false, allErrors: true, formats: {int64: true}});
const problems = (schema: object, value: unknown): unknown[] => {
  const validate = ajv.compile({...schema, components: document.components});
  return validate(value) ? [] : (validate.errors ?? []);
};

test('the committed openapi.json is made from the table as it is; `pnpm run docs` makes it again', async () => {
  const committed: unknown = JSON.parse(await readFile(join(root, 'openapi.json'), 'utf8'));
  expect(committed).toEqual(document);
});

test('Redocly finds nothing wrong with openapi.json', async () => {
  const bin = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js');
  const env = {...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true'};
  const run = promisify(execFile)(process.execPath, [bin, 'lint', 'openapi.json', '--format=json'], {cwd: root, env});
  const {stdout} = await run.catch((error: {stdout: string}) => error);
  const report = JSON.parse(stdout) as {totals: unknown; problems: {message: string}[]};
  expect(report.problems.map(({message}) => message)).toEqual([]);
  expect(report.totals).toEqual({errors: 0, warnings: 0, ignored: 0});
});

test('the document has the operations of the table and no others', () => {
  const documented = Object.entries(document.paths).flatMap(([path, {servers: _, ...methods}]) =>
    Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`),
  );
  expect(documented.toSorted()).toEqual(operations.map(([, {method, path}]) => `${method} ${path}`).toSorted());
});

describe.each(operations)('%s', (id, operation) => {
  const described = operationOf(operation);
  const media = (response: Response | undefined): Media => {
    const name = response?.$ref?.split('/').at(-1) ?? '';
    const found = (document.components.responses[name] ?? response)?.content?.['application/json'];
    if (!found) throw new Error(`an answer of ${id} is not JSON`);
    return found;
  };

  test('has every parameter, each with its meaning and an example that fits', () => {
    const parameters = described.parameters ?? [];
    const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `path ${name}`);
    const inQuery = Object.keys(operation.query?.shape ?? {}).map(name => `query ${name}`);
    expect(parameters.map(parameter => `${parameter.in} ${parameter.name}`)).toEqual([...inPath, ...inQuery]);
    for (const {description, schema, example} of parameters) {
      expect(description).toMatch(/^[A-Z].*\.$/);
      expect(problems(schema, example)).toEqual([]);
    }
  });

  test('hangs on its own site and takes its credentials', () => {
    const servers = document.paths[operation.path]?.servers ?? document.servers;
    expect(servers.map(({url}) => url)).toEqual([operation.base === 'admin' ? '{base_url}' : '{console_url}']);
    const headers = described.security.flatMap(Object.keys).map(name => document.components.securitySchemes[name]);
    expect(headers).toMatchObject(operation.auth.map(name => ({in: 'header', name: CREDENTIAL_HEADERS[name]})));
  });

  test('has a body where the table has one, with an example that the table takes', () => {
    const body = described.requestBody?.content['application/json'];
    expect(body === undefined).toBe(operation.body === undefined);
    if (!body) return;
    expect(problems(body.schema, body.example)).toEqual([]);
    expect(operation.body?.parse(body.example)).toEqual(body.example);
    expect(problems(body.schema, {surplus: 1})).not.toEqual([]);
  });

  test('has an example of success that is exactly what a server sends', () => {
    const {schema, examples} = media(described.responses[200]);
    const answer = examples?.success?.value;
    expect(problems(schema, answer)).toEqual([]);
    expect(operation.response.sent.parse(answer)).toEqual(answer);
    expect(problems(schema, {...(answer as object), status: '0'})).not.toEqual([]);
  });

  test('has failures as HTTP 200 and by HTTP status, in the envelope with a status that is not 0', () => {
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

test('every field of every resource and body is described', () => {
  const {Done: _, ...schemas} = document.components.schemas;
  for (const {properties = {}} of Object.values(schemas)) {
    for (const [field, {description}] of Object.entries(properties)) {
      expect(`${field}: ${description}`).toMatch(/: .*\.$/);
    }
  }
});
