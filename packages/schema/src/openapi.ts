import {type Base, contract, type Operation, type OperationId} from './contract.ts';
import {components, refused, SCHEMES, schemaOf} from './openapi/components.ts';
import {EXAMPLES} from './openapi/examples.ts';
import {BAD_LOGIN, OTHER, REFUSALS, refusalsOf} from './openapi/failures.ts';
import {parametersOf} from './openapi/parameters.ts';
import {INTRODUCTION, OPERATIONS, TAGS} from './openapi/texts.ts';

/** An OpenAPI document as plain JSON. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: {readonly title: string; readonly version: string; readonly description: string};
  readonly paths: Readonly<Record<string, object>>;
  readonly components: object;
  readonly [section: string]: unknown;
}

const server = (base: Base): object[] =>
  base === 'admin'
    ? [
        {
          url: '{base_url}',
          description: 'The admin site.',
          variables: {base_url: {default: 'https://admin.edge.example', description: 'Address of the admin site.'}},
        },
      ]
    : [
        {
          url: '{console_url}',
          description: 'The console.',
          variables: {console_url: {default: 'https://console.edge.example', description: 'Address of the console.'}},
        },
      ];

const answer = (id: OperationId): object => {
  const success = schemaOf(contract[id].response.sent);
  const {example} = id === 'login' ? BAD_LOGIN : REFUSALS[400];
  return {
    description: 'Done, or a failure that the gateway reports in the envelope alone: `status` tells.',
    content: {
      'application/json': {
        schema: {anyOf: [success, {$ref: '#/components/schemas/Failure'}]},
        examples: {
          success: {summary: 'Success', value: EXAMPLES[id].answer},
          failure: {summary: 'A failure, where they come as HTTP 200', value: example},
        },
      },
    },
  };
};

const responses = (id: OperationId): object => {
  const refusals = Object.entries(refusalsOf(contract[id])).map(([status, refusal]) => [status, refused(refusal)]);
  return {'200': answer(id), ...Object.fromEntries(refusals), default: refused(OTHER)};
};

const operationOf = (id: OperationId): object => {
  const operation: Operation = contract[id];
  const {params, query, body} = EXAMPLES[id];
  const {tag, description} = OPERATIONS[id];
  const content = operation.body && {'application/json': {schema: schemaOf(operation.body), example: body}};
  const parameters = parametersOf(operation, {params, query});
  return {
    operationId: id,
    summary: operation.summary,
    description,
    tags: [tag],
    security: operation.auth.map(credential => ({[SCHEMES[credential]]: []})),
    ...(parameters.length > 0 ? {parameters} : {}),
    ...(content ? {requestBody: {required: true, content}} : {}),
    responses: responses(id),
  };
};

/**
 * The interface as an OpenAPI 3.1 document, made from the contract table. Answers are as the reference server sends
 * them, with open objects; `version` is that of the document.
 */
export const openApi = (version: string): OpenApiDocument => {
  const paths: Record<string, object> = {};
  for (const id of Object.keys(contract) as OperationId[]) {
    const {path, method, base} = contract[id];
    const servers = base === 'console' ? {servers: server(base)} : {};
    paths[path] = {...servers, ...paths[path], [method.toLowerCase()]: operationOf(id)};
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Administration Service Interface',
      version,
      description: INTRODUCTION,
      license: {name: 'MIT', identifier: 'MIT'},
    } as OpenApiDocument['info'],
    servers: server('admin'),
    tags: Object.entries(TAGS).map(([name, description]) => ({name, description})),
    paths,
    components: components(),
  };
};
