import {type Base, contract, type Operation, type OperationDoc, type OperationId, operationDocs} from './contract.ts';
import {components, refused, SCHEMES, schemaOf} from './openapi/components.ts';
import {exampleOf, parametersOf} from './openapi/parameters.ts';
import {failureOf, refusalsOf} from './openapi/refusals.ts';
import {INTRODUCTION, TAGS} from './openapi/texts.ts';

export {type Failure, failureSent} from './envelope.ts';

/** An OpenAPI document as plain JSON. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: {readonly title: string; readonly version: string; readonly description: string};
  readonly paths: Readonly<Record<string, object>>;
  readonly components: object;
  readonly [section: string]: unknown;
}

const server = (variable: string, site: string, address: string): object[] => [
  {
    url: `{${variable}}`,
    description: `The ${site}.`,
    variables: {[variable]: {default: address, description: `Address of the ${site}.`}},
  },
];
const SERVERS: Readonly<Record<Base, object[]>> = {
  admin: server('base_url', 'admin site', 'https://admin.edge.example'),
  console: server('console_url', 'console', 'https://console.edge.example'),
};

const success = (operation: Operation): object => {
  const {response} = operation;
  const {status, msg} = failureOf(operation);
  return {
    description: 'Success, or a failure that the gateway reports with HTTP 200: see `status`.',
    content: {
      'application/json': {
        schema: {anyOf: [schemaOf(response.sent), {$ref: '#/components/schemas/Failure'}]},
        examples: {
          success: {summary: 'Success', value: exampleOf(response.sent)},
          failure: {summary: 'A failure with HTTP 200', value: {status, msg}},
        },
      },
    },
  };
};

const responses = (operation: Operation): object => {
  const refusals = refusalsOf(operation).map(([status, name]) => [status, refused(name)]);
  return {'200': success(operation), ...Object.fromEntries(refusals), default: refused('Other')};
};

const requestBody = (body: Operation['body']): object | undefined =>
  body && {
    requestBody: {
      required: true,
      content: {'application/json': {schema: schemaOf(body), example: exampleOf(body)}},
    },
  };

export type DocumentedOperation = Operation & OperationDoc;

export const documented: Readonly<Record<string, DocumentedOperation>> = Object.fromEntries(
  Object.entries(operationDocs).map(([id, doc]) => [id, {...contract[id as OperationId], ...doc}]),
);

const operationOf = (id: string, operation: DocumentedOperation): object => {
  const {summary, description, tag, auth, body} = operation;
  const parameters = parametersOf(operation);
  return {
    operationId: id,
    summary,
    description,
    tags: [tag],
    security: auth.map(credential => ({[SCHEMES[credential]]: []})),
    ...(parameters.length > 0 && {parameters}),
    ...requestBody(body),
    responses: responses(operation),
  };
};

/** Returns an OpenAPI 3.1 document. Its response schemas describe what the reference server sends. */
export const openApi = (
  version: string,
  rows: Readonly<Record<string, DocumentedOperation>> = documented,
): OpenApiDocument => {
  const paths: Record<string, object> = {};
  for (const [id, operation] of Object.entries(rows)) {
    const {path, method, base} = operation;
    const servers = base === 'console' ? {servers: SERVERS.console} : {};
    paths[path] = {...servers, ...paths[path], [method.toLowerCase()]: operationOf(id, operation)};
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Administration Service Interface',
      version,
      description: INTRODUCTION,
      license: {name: 'MIT', identifier: 'MIT'},
    } as OpenApiDocument['info'],
    servers: SERVERS.admin,
    tags: Object.entries(TAGS).map(([name, description]) => ({name, description})),
    paths,
    components: components(),
  };
};
