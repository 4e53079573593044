import {EventEmitter, once} from 'node:events';
import {contract} from '@edge-console/schema';
import {type Clock, pathPattern} from '@edge-console/server/extension';
import type {FastifyContextConfig, FastifyRequest} from 'fastify';
import {recordBody} from './content.ts';
import {describe, type Entry, secretsOf, toRecord} from './entry.ts';
import {assertKnown, assertMatchable} from './matchable.ts';
import type {MaybeOperation, RequestQuery, RequestRecord} from './record.ts';
import {findBodyViolations} from './violations.ts';

export interface JournalOptions {
  /** Number of requests to keep. */
  readonly size: number;
  readonly clock: Clock;
  /** Whether headers and bodies are recorded. */
  readonly bodies: 'on' | 'off';
  /** Whether requests are compared with the contract. */
  readonly violations: 'on' | 'off';
}

/** The text of a body, its length in bytes, and whether these are UTF-8. */
interface ReceivedBody {
  readonly text: string;
  readonly bytes: number;
  readonly isUtf8: boolean;
}

/** Recorded requests. */
export interface Journal {
  begin(request: FastifyRequest, config: FastifyContextConfig): Entry;
  /** Records and checks the body of a request. */
  addBody(entry: Entry, body: ReceivedBody): void;
  end(entry: Entry, response: {readonly status: number; readonly ms: number}): void;
  find<Id extends MaybeOperation>(query?: RequestQuery<Id>): readonly RequestRecord<Id>[];
  clear(): void;
  /** Resolves after the next arrival or response. Rejects when `signal` is aborted. */
  nextChange(signal: AbortSignal): Promise<unknown>;
}

/** Keeps the newest requests. */
export const createJournal = ({size, clock, bodies, violations}: JournalOptions): Journal => {
  let entries: Entry[] = [];
  const changes = new EventEmitter<{change: []}>().setMaxListeners(0);
  const newest = () => entries.slice(Math.max(0, entries.length - size));
  return {
    begin: (request, {operation}) => {
      const {method, url, query, params} = request;
      const entry: Entry = {
        at: clock().getTime(),
        sent: {method, url, query, params, rawHeaders: request.raw.rawHeaders},
        operation: operation !== undefined && operation in contract ? operation : undefined,
        bodyViolations: [],
        faults: [],
      };
      entries.push(entry);
      // Trim at twice the size, so that most requests cost one push.
      if (entries.length > size * 2) entries = newest();
      changes.emit('change');
      return entry;
    },
    addBody: (entry, {text, bytes, isUtf8}) => {
      entry.bodyBytes = bytes;
      if (entry.operation !== undefined && violations === 'on')
        entry.bodyViolations = findBodyViolations(entry.operation, text, isUtf8);
      if (bodies === 'on' && size > 0 && text !== '') entry.body = recordBody(text, secretsOf(entry));
    },
    end: (entry, response) => {
      Object.assign(entry, response);
      changes.emit('change');
    },
    find: <Id extends MaybeOperation>(query: RequestQuery<Id> = {}) => {
      assertKnown(Object.keys(query), QUERY_NAMES);
      const found = newest().filter(matcher(query));
      if (found.length === 0) assertMatchable(query, 'allow');
      const limited = found.slice(Math.max(0, found.length - (query.limit ?? found.length)));
      return limited.map(entry => toRecord(entry, {bodies, violations}) as unknown as RequestRecord<Id>);
    },
    clear: () => {
      entries = [];
    },
    nextChange: signal => once(changes, 'change', {signal}),
  };
};

const QUERY_NAMES: readonly (keyof RequestQuery)[] = [
  'method',
  'path',
  'operation',
  'status',
  'credential',
  'state',
  'violations',
  'limit',
];

const matcher = (query: RequestQuery): ((entry: Entry) => boolean) => {
  const {method, path, operation, status, credential, state, violations} = query;
  const pattern = path === undefined ? undefined : pathPattern(path);
  return entry =>
    (method === undefined || entry.sent.method === method.toUpperCase()) &&
    (operation === undefined || entry.operation === operation) &&
    (status === undefined || entry.status === status) &&
    (state === undefined || (entry.status === undefined) === (state === 'active')) &&
    (pattern === undefined || pattern(describe(entry).path)) &&
    (credential === undefined || describe(entry).credentials.includes(credential)) &&
    (violations === undefined || isValid(entry) === (violations === 'none'));
};

const isValid = (entry: Entry): boolean => describe(entry).violations.length + entry.bodyViolations.length === 0;
