import {
  type Base,
  contract,
  type Operation,
  type OperationDoc,
  type OperationId,
  operationDocs,
  type Tag,
} from './contract.ts';
import {components, refused, SCHEMES, schemaOf} from './openapi/components.ts';
import {exampleOf, parametersOf} from './openapi/parameters.ts';
import {failureOf, refusalsOf} from './openapi/refusals.ts';
import {SESSION_SECONDS} from './values.ts';

export {type Failure, failureSent} from './envelope.ts';

/** An OpenAPI document as plain JSON. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: {readonly title: string; readonly version: string; readonly description: string};
  readonly paths: Readonly<Record<string, object>>;
  readonly components: object;
  readonly [section: string]: unknown;
}

const INTRODUCTION: string = `The administration interface of an edge gateway platform: API tokens, login, error logs, and the applications of agents.

**Two sites.** The admin site serves administration paths, the console serves \`/api/agents\`: another host, with other API tokens.

**Responses.** Every body is JSON in an envelope: \`status\` is 0 on success; any other value is a failure that \`msg\` describes. A gateway reports failures in one of two forms, and a client has to read both:

- with the HTTP status of the failure and the envelope as the body (the reference server with \`--errors http\`, its default);
- with HTTP 200 and the same envelope (\`--errors envelope\`).

**Paths** may end with a slash. A GET path accepts HEAD. An empty query parameter is ignored like an absent one, and so is an unknown one; an unknown field of a body is refused. Bodies are parsed as JSON with any Content-Type.`;

const TAGS: Readonly<Record<Tag, string>> = {
  'API tokens': 'Secrets that let a program call the interface without account and password.',
  Session: `Login and logout. A session is valid for ${SESSION_SECONDS.standard / 3600} hours, or for ${SESSION_SECONDS.remembered / 86_400} days with \`remember\`, which is the maximum.`,
  'Error logs': 'Entries that the log server collected.',
  Agents: 'The console: agents and their applications.',
};

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
