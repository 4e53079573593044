/**
 * A program that uses the packed schema and client in a project outside the workspace. It prints its results as JSON.
 */
export const CONSUMER_PROGRAM = `
import {createRequire} from 'node:module';
import {type ApiToken, type Application, createClient, type ErrorLogEntry, isEdgeError} from '@edge-console/client';
import {contract, type CreatedApiToken, expiryState, levelName, type LoginResult, type OperationId} from '@edge-console/schema';
import {type JsonSchema, jsonSchema} from '@edge-console/schema/json-schema';
import {type OpenApiDocument, openApi} from '@edge-console/schema/openapi';

type IsAny<T> = 0 extends 1 & T ? true : false;
const typed: {
  [K in 'token' | 'created' | 'entry' | 'application' | 'login' | 'operation']: false;
} = {
  token: false satisfies IsAny<ApiToken>,
  created: false satisfies IsAny<CreatedApiToken['token']>,
  entry: false satisfies IsAny<ErrorLogEntry['log']>,
  application: false satisfies IsAny<Application['processes']>,
  login: false satisfies IsAny<LoginResult['edge-token']>,
  operation: false satisfies IsAny<OperationId>,
};
// @ts-expect-error a level is a number
const wrong: ErrorLogEntry['level'] = 'ERROR';

// The option "module": "node16" does not support import attributes.
const require = createRequire(import.meta.url);
const committed: OpenApiDocument = require('@edge-console/schema/openapi.json');
const entrySchema: unknown = require('@edge-console/schema/json-schema/read/ErrorLogEntry.json');
const document: OpenApiDocument = openApi(committed.info.version);
const schema: JsonSchema = jsonSchema('read', 'ErrorLogEntry');
const client = createClient({
  baseUrl: process.env['BASE_URL'] ?? '',
  auth: {kind: 'api-token', token: process.env['API_TOKEN'] ?? ''},
});

const names: string[] = [];
for await (const entry of client.errorLogs.items({level: 4})) {
  names.push(levelName(entry.level));
  if (names.length === 3) break;
}
const states: string[] = [];
for await (const token of client.apiTokens.items()) states.push(expiryState(token.expire, new Date()).kind);
const refused = await client.apiTokens.get(1_000_000).catch((error: unknown) => (isEdgeError(error) ? error.code : wrong));
client.close();

console.log(
  JSON.stringify({
    typed: Object.values(typed).includes(true as false),
    names: names.length,
    states: [...new Set(states)].length > 1,
    refused,
    path: contract.listErrorLogs.path,
    sameDocument: JSON.stringify(document) === JSON.stringify(committed),
    sameSchema: JSON.stringify(schema) === JSON.stringify(entrySchema),
  }),
);
`;
