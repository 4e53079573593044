import type {OperationId} from '@edge-console/schema';
import {dataOf, isObject, isSuccess} from '../../http/response.ts';
import type {Exchange} from '../observe.ts';
import type {RecordedResponses} from '../recorded-responses.ts';
import type {Seeded} from '../twin-seed.ts';
import {type Fault, sizeOf} from './exchanges.ts';
import {bounds, ignored, levels} from './filter-habits.ts';
import {BY_REVERSE_ID, defaults, offsets, orderOf, pageSizes, unstableCount} from './page-habits.ts';

const PAGED = ['listApiTokens', 'listErrorLogs'] as const;

export const findFaults = (exchanges: readonly Exchange[], {tokens, entries}: Seeded['rows']): readonly Fault[] => {
  const of = (operation: OperationId) =>
    exchanges.filter(exchange => exchange.operation === operation && isSuccess(exchange.response));
  return [
    ...delays(exchanges),
    // The test server applies the last fault first. Each fault may change the query for the next, so the order matters.
    ...levels(of('listErrorLogs')),
    ...(orderOf(entries) ?? [BY_REVERSE_ID]),
    ...offsets(of('listApiTokens')),
    ...bounds(of('listErrorLogs')),
    ...PAGED.flatMap(id => [...pageSizes(id, of(id)), ...unstableCount(id, of(id))]),
    ...defaults('listApiTokens', of('listApiTokens'), tokens),
    ...defaults('listErrorLogs', of('listErrorLogs'), entries),
    ...(['listApiTokens', 'listErrorLogs', 'listApplications'] as const).flatMap(id => ignored(id, of(id))),
    ...encodings(exchanges),
  ];
};

const quantile = (sorted: readonly number[], share: number): number =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);

/** In ms. Shorter response times are not recorded, because the network and the reference server take that long too. */
const MIN_DELAY = 5;

const delays = (exchanges: readonly Exchange[]): readonly Fault[] =>
  [...Map.groupBy(exchanges, ({operation}) => operation)].flatMap(([operation, all]) => {
    if (operation === 'admin' || operation === 'console') return [];
    const times = all.map(({response}) => response.ms).sort((a, b) => a - b);
    const [ms, slow] = [quantile(times, 0.1), quantile(times, 0.95)];
    return ms < MIN_DELAY ? [] : [{kind: 'delay', operation, ms, jitterMs: slow - ms}];
  });

const encodings = (exchanges: readonly Exchange[]): readonly Fault[] => {
  const empty = exchanges.flatMap(({operation, response}) => {
    const data = dataOf(response);
    const rows = isObject(data) && 'data' in data ? data.data : data;
    const isList = operation.startsWith('list') && isSuccess(response);
    return isList && isObject(rows) && Object.keys(rows).length === 0 ? [operation] : [];
  });
  return [
    ...[...new Set(empty)].map(operation => ({kind: 'empty-object', operation})),
    ...(exchanges.some(({response}) => response.json !== undefined && response.text.includes('\\/'))
      ? [{kind: 'escaped-json'}]
      : []),
  ];
};

const INTEGERS = /^(?!req_id:)\w+:(?:text|negative|outside)$/;
const CREDENTIALS = ['anonymous', 'token:unknown', 'session:unknown', 'session:ended'];

export const findTolerance = (exchanges: readonly Exchange[], accepted: RecordedResponses['accepted']) => {
  const pick = (wanted: (feature: string, operation: string) => boolean) =>
    Object.fromEntries(
      Object.entries(accepted).flatMap(([operation, features]) => {
        const picked = features.filter(feature => wanted(feature, operation));
        return picked.length > 0 ? [[operation, picked] as const] : [];
      }),
    );
  const hasRowsForZero = (operation: string) =>
    exchanges.some(found => found.operation === operation && found.query.get('page_size') === '0' && sizeOf(found) > 0);
  return {
    ignores: pick(
      (feature, operation) => INTEGERS.test(feature) || (feature === 'page_size:zero' && hasRowsForZero(operation)),
    ),
    accepts: pick((feature, operation) => operation !== 'login' && CREDENTIALS.includes(feature)),
  };
};
