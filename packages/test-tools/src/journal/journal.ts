import {isUtf8} from 'node:buffer';
import {EventEmitter, once} from 'node:events';
import {pathPattern} from '@edge-console/schema/path-pattern';
import {type Clock, redactValues} from '@edge-console/server/extension';
import type {FastifyReply, FastifyRequest} from 'fastify';
import {recordBody} from './content.ts';
import {type DescribeOptions, describeRequest, secretsOf} from './describe.ts';
import {assertKnown, assertMatchable} from './matchable.ts';
import {
  type Entry,
  type MaybeOperation,
  type RequestQuery,
  type RequestRecord,
  requestQuery,
} from './request-record.ts';
import {findBodyViolations} from './violations.ts';

export interface JournalOptions extends DescribeOptions {
  readonly size: number;
  readonly clock: Clock;
}

export const createJournal = ({size, clock, bodies, violations}: JournalOptions) => {
  let entries: Entry[] = [];
  const changes = new EventEmitter<{change: []}>().setMaxListeners(0);
  return {
    begin: (request: FastifyRequest): Entry => {
      const entry: Entry = {at: clock().getTime(), ...describeRequest(request, {bodies, violations}), faults: []};
      entries.push(entry);
      if (entries.length > size) entries.shift();
      changes.emit('change');
      return entry;
    },
    addBody: (entry: Entry, request: FastifyRequest): void => {
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const text = bytes.toString();
      entry.bodyBytes = bytes.length;
      if (entry.operation !== undefined && entry.violations !== undefined) {
        entry.violations = [...entry.violations, ...findBodyViolations(entry.operation, text, isUtf8(bytes))];
      }
      if (bodies === 'on' && text !== '') entry.body = recordBody(text, secretsOf(request));
    },
    end: (entry: Entry, reply: FastifyReply, payload: unknown): void => {
      const {request, statusCode: status} = reply;
      const responseBytes = request.method === 'HEAD' ? 0 : bytesOf(payload);
      Object.assign(entry, {
        status,
        ms: performance.now() - request.arrivedAt,
        ...(bodies === 'on' && {responseHeaders: redactValues(reply.getHeaders(), secretsOf(request))}),
        ...(responseBytes !== undefined && {responseBytes}),
      });
      changes.emit('change');
    },
    find: <Id extends MaybeOperation>(query: RequestQuery<Id> = {}): readonly RequestRecord<Id>[] => {
      assertKnown(Object.keys(query), Object.keys(requestQuery.shape));
      const found = entries.filter(matcher(query));
      if (found.length === 0) assertMatchable(query, 'allow');
      const limited = found.slice(Math.max(0, found.length - (query.limit ?? found.length)));
      return structuredClone(limited) as unknown as readonly RequestRecord<Id>[];
    },
    clear: (): void => {
      entries = [];
    },
    nextChange: (signal: AbortSignal): Promise<unknown> => once(changes, 'change', {signal}),
  };
};
export type Journal = ReturnType<typeof createJournal>;

const bytesOf = (payload: unknown): number | undefined => {
  if (payload === null || payload === undefined) return 0;
  return typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.byteLength(payload) : undefined;
};

const matcher = (query: RequestQuery): ((entry: Entry) => boolean) => {
  const {method, path, operation, status, credential, state, violations} = query;
  const pattern = path === undefined ? undefined : pathPattern(path);
  return entry =>
    (method === undefined || entry.method === method.toUpperCase()) &&
    (operation === undefined || entry.operation === operation) &&
    (status === undefined || entry.status === status) &&
    (state === undefined || (entry.status === undefined) === (state === 'active')) &&
    (pattern === undefined || pattern.test(entry.path)) &&
    (credential === undefined || entry.credentials.includes(credential)) &&
    (violations === undefined || ((entry.violations ?? []).length === 0) === (violations === 'none'));
};
