import {
  CREDENTIAL_HEADERS,
  contract,
  decodeQuery,
  issueText,
  type ObjectSchema,
  type Operation,
  type OperationId,
} from '@edge-console/schema';
import {EXPIRE_UNIT_FLOOR, tryParseJson} from '@edge-console/schema/values';
import {nearest, noRouteFailure, operationAt, redactText, suggest} from '@edge-console/server/extension';

/** A rule of the contract that a request violates (docs/contract.md#authentication). */
export interface Violation {
  readonly rule: 'path' | 'method' | 'credential' | 'content-type' | 'parameter' | 'body';
  /** Does not contain values of parameters or fields. */
  readonly message: string;
}

/** `headers` has lower-case names. */
export interface ReceivedRequest {
  readonly operation: OperationId | undefined;
  readonly method: string;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  readonly headers: Readonly<Record<string, string>>;
}

export const findViolations = (request: ReceivedRequest): readonly Violation[] => {
  const {operation: id, method, path} = request;
  if (id === undefined) return [routeViolation(method, path)];
  const operation: Operation = contract[id];
  return [
    ...(operation.method === (method === 'HEAD' ? 'GET' : method)
      ? []
      : [{rule: 'method', message: `expected ${operation.method}, received ${method}`} as const]),
    ...credentialViolations(operation, request.headers),
    ...bodyHeaderViolations(operation, request.headers),
    ...Object.entries(request.params).flatMap(([name, value]) =>
      /^\d+$/.test(value) && Number.isSafeInteger(Number(value))
        ? []
        : [{rule: 'parameter', message: `${name}: expected an integer, 0 or more`} as const],
    ),
    ...queryViolations(operation.query, request.query),
  ];
};

const routeViolation = (method: string, path: string): Violation => {
  const {message} = noRouteFailure(method, path);
  const known = operationAt(path);
  if (!known) return {rule: 'path', message: `${message}${suggestPath(path)}`};
  const rows: readonly Operation[] = Object.values(contract);
  if (!rows.some(row => row.path === known.path && row.method === method)) return {rule: 'method', message};
  // The server has no route for the path, because this port serves only the admin site or only the console.
  const site = known.base === 'console' ? 'the console' : 'the admin site';
  return {rule: 'path', message: `${known.path} belongs to ${site}`};
};

const PATHS = [...new Set(Object.values<Operation>(contract).map(({path}) => path))];

const suggestPath = (path: string): string => {
  const segments = path.replace(/\/$/, '').split('/');
  // Puts the parameter values of the received path into each path of the contract, so that the values do not count as
  // differences between the two.
  const filled = PATHS.map(known => {
    const parts = known.split('/');
    if (parts.length !== segments.length) return known;
    return parts.map((part, at) => (part.startsWith('{') ? segments[at] : part)).join('/');
  });
  const found = nearest(path, filled);
  return found === undefined ? '' : `; did you mean ${PATHS[filled.indexOf(found)]}`;
};

export const findBodyViolations = (id: OperationId, text: string, isUtf8: boolean): readonly Violation[] => {
  const {body: schema}: Operation = contract[id];
  const violation = (message: string): Violation => ({rule: 'body', message});
  // The operation takes no body, and `findViolations` has already reported that one was sent.
  if (!schema) return [];
  if (!isUtf8) return [violation('body: expected UTF-8, received other bytes')];
  const value = tryParseJson(text);
  if (value === undefined)
    return [violation(`body: expected JSON, received ${text.trim() === '' ? 'nothing' : 'text'}`)];
  return [...issuesOf(schema.safeParse(value, {reportInput: true}), schema), ...unitIssues(value)].map(violation);
};

// As seconds, these values are times after September 2001; as milliseconds, times before it (docs/field-facts.md#17).
const isUnixSeconds = (value: unknown): boolean =>
  typeof value === 'number' && value >= 1e9 && value < EXPIRE_UNIT_FLOOR;

const unitIssues = (body: unknown): readonly string[] =>
  isUnixSeconds((body as {expire?: unknown} | null)?.expire)
    ? ['expire: expected milliseconds since the epoch, received seconds']
    : [];

const CHARSET_JSON = 'application/json; charset=utf-8';

const bodyHeaderViolations = (
  {body}: Operation,
  {'content-type': type, 'content-length': length = '0', 'transfer-encoding': encoding}: ReceivedRequest['headers'],
): readonly Violation[] => {
  if (length === '0' && encoding === undefined) return [];
  if (!body) return [{rule: 'body', message: 'expected no body'}];
  const normalized = type?.toLowerCase().replaceAll(/[\s"]/g, '');
  if (normalized === CHARSET_JSON.replaceAll(' ', '')) return [];
  const received = type === undefined ? 'no Content-Type' : shown(type);
  return [{rule: 'content-type', message: `expected ${CHARSET_JSON}, received ${received}`}];
};

const credentialViolations = ({auth}: Operation, headers: ReceivedRequest['headers']): readonly Violation[] => {
  const names = auth.map(credential => CREDENTIAL_HEADERS[credential]);
  if (names.length === 0 || names.some(name => headers[name.toLowerCase()])) return [];
  const sent = Object.keys(headers).filter(name => headers[name] !== '');
  const other = Object.values(CREDENTIAL_HEADERS).find(name => headers[name.toLowerCase()]);
  const near = sent.find(name => name === 'authorization' || name === 'cookie' || suggest(name, names) !== '');
  const received = other ?? (near === undefined ? 'none' : shown(near));
  return [{rule: 'credential', message: `expected the header ${names.join(' or ')}, received ${received}`}];
};

const queryViolations = (schema: ObjectSchema | undefined, query: ReceivedRequest['query']): readonly Violation[] => {
  const known = Object.keys(schema?.shape ?? {});
  const wrong = Object.entries(query).filter(([name, value]) => !known.includes(name) || typeof value !== 'string');
  const messages = wrong.slice(0, MAX_UNKNOWN).flatMap(([name, value]) => {
    if (!known.includes(name)) return [`unknown parameter ${shown(name)}${suggest(name, known)}`];
    return typeof value === 'string' ? [] : [`${name}: expected once, received ${value.length} times`];
  });
  const issues = schema ? issuesOf(decodeQuery(schema, query), schema, query) : [];
  return [...messages, ...issues].map(message => ({rule: 'parameter', message}));
};

type Result = ReturnType<ObjectSchema['safeParse']>;

/**
 * `inputs` are the received values by name. Needed for a result that was parsed without `reportInput: true`, because
 * its issues do not contain the values.
 */
const issuesOf = (result: Result, {shape}: ObjectSchema, inputs: Record<string, unknown> = {}): readonly string[] => {
  if (result.success) return [];
  return result.error.issues.flatMap(issue => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys
        .slice(0, MAX_UNKNOWN)
        .map(key => `unknown field ${shown(key)}${suggest(key, Object.keys(shape))}`);
    }
    const name = issue.path.join('.') || 'body';
    return [`${name}: ${issueText({input: inputs[name], ...issue})}`];
  });
};

const MAX_UNKNOWN = 20;
const MAX_SHOWN = 100;

const shown = (text: string): string => redactText(text.slice(0, MAX_SHOWN));
