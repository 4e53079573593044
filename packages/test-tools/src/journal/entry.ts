import {
  CREDENTIAL_HEADERS,
  type Credential,
  contract,
  decodeQuery,
  type Operation,
  type OperationId,
} from '@edge-console/schema';
import {pathOf, redactQuery, redactText} from '@edge-console/server/extension';
import type {FastifyRequest} from 'fastify';
import {headersOf, redactHeaders} from './content.ts';
import type {RequestRecord} from './record.ts';
import {findViolations, type ReceivedRequest, type Violation} from './violations.ts';

/** A request as the journal keeps it. What was sent is described when it is read, so that recording costs little. */
export interface Entry {
  /** Time of arrival, in ms. */
  readonly at: number;
  readonly sent: Pick<FastifyRequest, 'method' | 'url' | 'query' | 'params'> & {readonly rawHeaders: readonly string[]};
  readonly operation: OperationId | undefined;
  status?: number;
  ms?: number;
  faults: readonly string[];
  body?: unknown;
  bodyBytes?: number;
  bodyViolations: readonly Violation[];
  /** Cached by {@link describe}. */
  description?: Description;
}

type Description = Required<
  Pick<RequestRecord, 'path' | 'params' | 'query' | 'credentials' | 'headers' | 'violations'>
>;

/** What a request sent before its body, with secrets redacted. */
export const describe = (entry: Entry): Description => {
  entry.description ??= describeNow(entry);
  return entry.description;
};

/** Values of the credentials sent. */
export const secretsOf = ({sent}: Entry): readonly string[] =>
  credentialsIn(headersOf(sent.rawHeaders)).map(([, value]) => value);

const receivedOf = ({sent, operation}: Entry): ReceivedRequest => ({
  operation,
  method: sent.method,
  path: pathOf(sent.url),
  params: operation === undefined ? {} : (sent.params as ReceivedRequest['params']),
  query: sent.query as ReceivedRequest['query'],
  headers: headersOf(sent.rawHeaders),
});

export const toRecord = (
  entry: Entry,
  {bodies, violations}: {readonly bodies: 'on' | 'off'; readonly violations: 'on' | 'off'},
): RequestRecord => {
  const {at, sent, operation, body, bodyBytes, bodyViolations, status, ms, faults} = entry;
  const {path, params, query, credentials, headers, violations: found} = describe(entry);
  return {
    at,
    method: sent.method,
    path,
    query: {...query},
    ...(operation !== undefined && {operation, params: {...params}}),
    credentials,
    ...(bodies === 'on' && {headers: {...headers}}),
    ...(body !== undefined && {body: structuredClone(body)}),
    ...(bodyBytes !== undefined && {bodyBytes}),
    ...(violations === 'on' && {violations: [...found, ...bodyViolations]}),
    ...(status !== undefined && {status, ms: ms ?? 0}),
    faults: [...faults],
  };
};

const CREDENTIALS = Object.entries(CREDENTIAL_HEADERS).map(
  ([credential, header]) => [credential as Credential, header.toLowerCase()] as const,
);

const credentialsIn = (headers: ReceivedRequest['headers']): readonly (readonly [Credential, string])[] =>
  CREDENTIALS.flatMap(([credential, header]) => {
    const value = headers[header];
    return value ? [[credential, value] as const] : [];
  });

const describeNow = (entry: Entry): Description => {
  const received = receivedOf(entry);
  const {operation, path, params, query, headers} = received;
  const credentials = credentialsIn(headers);
  const secrets = credentials.map(([, value]) => value);
  return {
    path: redactText(path, secrets),
    params: redactParams(params, secrets),
    query: {...redactQuery(query, secrets), ...integersIn(operation, query)},
    credentials: credentials.map(([credential]) => credential),
    headers: redactHeaders(headers, secrets),
    violations: findViolations(received),
  };
};

/** Valid parameters that are integers in the contract. */
const integersIn = (operation: OperationId | undefined, query: ReceivedRequest['query']): Record<string, number> => {
  const {query: schema}: Partial<Operation> = operation === undefined ? {} : contract[operation];
  const decoded = schema && decodeQuery(schema, query);
  const values = Object.entries(decoded?.data ?? {});
  return Object.fromEntries(values.filter((field): field is [string, number] => typeof field[1] === 'number'));
};

/** Ids as numbers. Their names look like those of secrets, so other values are redacted by format alone. */
const redactParams = (params: ReceivedRequest['params'], secrets: readonly string[]): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      /^\d{1,15}$/.test(value) ? Number(value) : redactText(value, secrets),
    ]),
  );
