import {CREDENTIAL_HEADERS, type Credential, contract, type OperationId} from '@edge-console/schema';
import type {FastifyContextConfig, FastifyInstance, FastifyRequest} from 'fastify';
import type {Clock} from '../clock.ts';
import {redactQuery, redactText} from '../http/redact.ts';
import {pathOf} from '../http/request.ts';
import {pathPattern} from './path-pattern.ts';

declare module 'fastify' {
  interface FastifyRequest {
    record?: Writable | undefined;
  }
}

/** One request as it is remembered. Bodies and headers are not. */
export interface RequestRecord {
  /** Time of arrival by the server's clock, in ms. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Absent where no operation of the contract was called. */
  readonly operation?: OperationId;
  /** Which credentials were sent, valid or not. */
  readonly credentials: readonly Credential[];
  /** HTTP status and time until the answer was ready, in ms; absent while, or when, there is no answer. */
  readonly status?: number;
  readonly ms?: number;
  /** Kinds of the faults that were done to it. */
  readonly faults: readonly string[];
}

/** What is absent does not filter. */
export interface RequestQuery {
  readonly method?: string | undefined;
  /** With `*` or `{name}` for one segment, `**` for any number. */
  readonly path?: string | undefined;
  readonly operation?: string | undefined;
  readonly status?: number | undefined;
  readonly credential?: string | undefined;
  /** The newest so many of those that match. */
  readonly limit?: number | undefined;
}

export interface Journal {
  /** Begins a record, which is filled as the request goes on. */
  begin(request: FastifyRequest, config: FastifyContextConfig): Writable;
  find(query?: RequestQuery): readonly RequestRecord[];
  clear(): void;
}

export type Writable = {-readonly [K in keyof RequestRecord]: RequestRecord[K]};

/** Remembers the newest `size` requests. */
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
      // Twice the size before it is cut, so that most requests cost one push.
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

const SENT_IN = (Object.keys(CREDENTIAL_HEADERS) as Credential[]).map(
  credential => [credential, CREDENTIAL_HEADERS[credential].toLowerCase()] as const,
);

const describe = (request: FastifyRequest, clock: Clock): Writable => {
  const credentials: Credential[] = [];
  const known: string[] = [];
  for (const [credential, header] of SENT_IN) {
    const value = request.headers[header];
    if (typeof value !== 'string' || value === '') continue;
    credentials.push(credential);
    known.push(value);
  }
  return {
    at: clock().getTime(),
    method: request.method,
    path: redactText(pathOf(request.url), known),
    query: redactQuery(request.query as Record<string, unknown>, known),
    credentials,
    faults: [],
  };
};

/** Remembers every request but those that are about the server itself. */
export const recordRequests = (app: FastifyInstance, journal: Journal): void => {
  app.decorateRequest('record', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    // Read once: Fastify makes these options anew each time.
    const {config} = request.routeOptions;
    if (!config.internal) request.record = journal.begin(request, config);
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.record) Object.assign(request.record, {status: reply.statusCode, ms: reply.elapsedTime});
    done();
  });
};
