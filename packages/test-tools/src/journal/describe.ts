import {
  CREDENTIAL_HEADERS,
  type Credential,
  contract,
  decodeQuery,
  type Operation,
  type OperationId,
} from '@edge-console/schema';
import {pathOf, redactText, redactValues} from '@edge-console/server/extension';
import type {FastifyRequest} from 'fastify';
import {headersOf} from './content.ts';
import type {Entry} from './request-record.ts';
import {findViolations, type ReceivedRequest} from './violations.ts';

export interface DescribeOptions {
  readonly bodies: 'on' | 'off';
  readonly violations: 'on' | 'off';
}

/** The body is not read yet. Secrets are redacted. */
export const describeRequest = (
  request: FastifyRequest,
  {bodies, violations}: DescribeOptions,
): Omit<Entry, 'at' | 'faults'> => {
  const {operation} = request.routeOptions.config;
  const received: ReceivedRequest = {
    operation,
    method: request.method,
    path: pathOf(request.url),
    params: operation === undefined ? {} : (request.params as ReceivedRequest['params']),
    query: request.query as ReceivedRequest['query'],
    headers: headersOf(request.raw),
  };
  const {method, path, params, query, headers} = received;
  const credentials = credentialsIn(headers);
  const secrets = credentials.map(([, value]) => value);
  return {
    method,
    path: redactText(path, secrets),
    query: {...redactValues(query, secrets), ...integersIn(operation, query)},
    ...(operation !== undefined && {operation, params: redactParams(params, secrets)}),
    credentials: credentials.map(([credential]) => credential),
    ...(bodies === 'on' && {headers: redactValues(headers, secrets)}),
    ...(violations === 'on' && {violations: findViolations(received)}),
  };
};

export const secretsOf = ({raw}: FastifyRequest): readonly string[] =>
  credentialsIn(headersOf(raw)).map(([, value]) => value);

const credentialsIn = (headers: ReceivedRequest['headers']): readonly (readonly [Credential, string])[] =>
  Object.entries(CREDENTIAL_HEADERS).flatMap(([credential, header]) => {
    const value = headers[header.toLowerCase()];
    return value ? [[credential as Credential, value] as const] : [];
  });

const integersIn = (operation: OperationId | undefined, query: ReceivedRequest['query']): Record<string, number> => {
  const {query: schema}: Partial<Operation> = operation === undefined ? {} : contract[operation];
  const decoded = schema && decodeQuery(schema, query);
  const values = Object.entries(decoded?.data ?? {});
  return Object.fromEntries(values.filter((field): field is [string, number] => typeof field[1] === 'number'));
};

/** Does not redact values because of their names, because `api_token_id` looks like the name of a secret. */
const redactParams = (params: ReceivedRequest['params'], secrets: readonly string[]): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      /^\d{1,15}$/.test(value) ? Number(value) : redactText(value, secrets),
    ]),
  );
