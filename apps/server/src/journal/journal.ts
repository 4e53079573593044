import {CREDENTIAL_HEADERS, type Credential, contract, type OperationId} from '@edge-console/schema';
import type {FastifyContextConfig, FastifyInstance, FastifyRequest} from 'fastify';
import type {Clock} from '../clock.ts';
import {redactQuery, redactText} from '../http/redact.ts';
import {pathOf} from '../http/request.ts';
import {pathPattern} from './path-pattern.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined for internal routes. */
    record?: MutableRecord | undefined;
  }
}

/** A recorded request, with secrets redacted. Headers and bodies are not recorded. */
export interface RequestRecord {
  /** Time of arrival by the server's clock, in ms. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Absent for requests without an operation of the contract. */
  readonly operation?: OperationId;
  /** Credentials sent, valid or not. */
  readonly credentials: readonly Credential[];
  /** HTTP status; absent until the response is ready. */
  readonly status?: number;
  /** Time until the response was ready, in ms; absent until then. */
  readonly ms?: number;
  /** Kinds of the faults applied. */
  readonly faults: readonly string[];
}

/** Filters for recorded requests; absent fields match all. */
export interface RequestQuery {
  readonly method?: string | undefined;
  /** A pattern: `*` or `{name}` matches one segment, `**` any number. */
  readonly path?: string | undefined;
  readonly operation?: string | undefined;
  readonly status?: number | undefined;
  readonly credential?: string | undefined;
  /** Return only the newest `limit` matches. */
  readonly limit?: number | undefined;
}

export interface Journal {
  /** Adds a record; the caller completes it while the request is processed. */
  begin(request: FastifyRequest, config: FastifyContextConfig): MutableRecord;
  find(query?: RequestQuery): readonly RequestRecord[];
  clear(): void;
}

type MutableRecord = {-readonly [K in keyof RequestRecord]: RequestRecord[K]};

/** Keeps the newest `size` requests. */
export const createJournal = (size: number, clock: Clock): Journal => {
  let records: RequestRecord[] = [];
  const newest = () => records.slice(Math.max(0, records.length - size));
  return {
    begin: (request, {operation}) => {
      const record = {
        ...describe(request, clock),
        ...(operation !== undefined && operation in contract && {operation}),
      };
      records.push(record);
      // Trim at twice the size, so that most requests cost one push.
      if (records.length > size * 2) records = newest();
      return record;
    },
    find: (query = {}) => {
      const found = newest().filter(matcher(query));
      return found.slice(Math.max(0, found.length - (query.limit ?? found.length))).map(copy);
    },
    clear: () => {
      records = [];
    },
  };
};

const copy = (record: RequestRecord): RequestRecord => ({...record, faults: [...record.faults]});

const matcher = ({method, path, operation, status, credential}: RequestQuery): ((record: RequestRecord) => boolean) => {
  const pattern = path === undefined ? undefined : pathPattern(path);
  return record =>
    (method === undefined || record.method === method.toUpperCase()) &&
    (pattern === undefined || pattern(record.path)) &&
    (operation === undefined || record.operation === operation) &&
    (status === undefined || record.status === status) &&
    (credential === undefined || record.credentials.some(sent => sent === credential));
};

const HEADERS = (Object.keys(CREDENTIAL_HEADERS) as Credential[]).map(
  credential => [credential, CREDENTIAL_HEADERS[credential].toLowerCase()] as const,
);

const describe = (request: FastifyRequest, clock: Clock): MutableRecord => {
  const credentials: Credential[] = [];
  const secrets: string[] = [];
  for (const [credential, header] of HEADERS) {
    const value = request.headers[header];
    if (typeof value !== 'string' || value === '') continue;
    credentials.push(credential);
    secrets.push(value);
  }
  return {
    at: clock().getTime(),
    method: request.method,
    path: redactText(pathOf(request.url), secrets),
    query: redactQuery(request.query as Record<string, unknown>, secrets),
    credentials,
    faults: [],
  };
};

/** Records every request except those of internal routes. */
export const recordRequests = (app: FastifyInstance, journal: Journal): void => {
  app.decorateRequest('record', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    // Read once: the getter builds a new object on each access.
    const {config} = request.routeOptions;
    if (!config.internal) request.record = journal.begin(request, config);
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.record) Object.assign(request.record, {status: reply.statusCode, ms: reply.elapsedTime});
    done();
  });
};
