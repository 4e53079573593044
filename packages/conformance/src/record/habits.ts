import {isDeepStrictEqual} from 'node:util';
import {DEFAULT_PAGE_SIZE, type OperationId} from '@edge-console/schema';
import {NO_ID} from '../gateway/context.ts';
import {dataOf, isObject, isSuccess, type JsonObject} from '../http/response.ts';
import type {Exchange} from './observe.ts';
import {idKey, listRows} from './sample.ts';
import type {Rows} from './seed.ts';

/** A fault of the test tools. */
export type Fault = {readonly kind: string; readonly operation?: string} & JsonObject;

const PAGED = ['listApiTokens', 'listErrorLogs'] as const;
const UNUSED = String(NO_ID);

/** Finds the faults with which the reference server behaves as the gateway did. */
export const findFaults = (exchanges: readonly Exchange[], entries: Rows): readonly Fault[] => {
  const of = (operation: OperationId) =>
    exchanges.filter(exchange => exchange.operation === operation && isSuccess(exchange.response));
  return [
    ...delays(exchanges),
    ...(['listApiTokens', 'listErrorLogs', 'listApplications'] as const).flatMap(id => ignored(id, of(id))),
    ...levels(of('listErrorLogs')),
    ...(orderOf(entries) ?? [{...BY_ID, ...down}]),
    ...offsets(of('listApiTokens')),
    ...PAGED.flatMap(id => [...pageSizes(id, of(id)), ...unstableCount(id, of(id))]),
    ...encodings(exchanges),
  ];
};

const countOf = ({response}: Exchange): number | undefined => {
  const data = dataOf(response);
  const count = isObject(data) && isObject(data.meta) ? Number(data.meta.count) : Number.NaN;
  return Number.isNaN(count) ? undefined : count;
};

/** Largest total of a list. */
const totalOf = (all: readonly Exchange[]): number => Math.max(0, ...all.map(exchange => countOf(exchange) ?? 0));

const sizeOf = (exchange: Exchange): number => listRows(exchange.response)?.length ?? 0;
const idsOf = (exchange: Exchange | undefined): readonly string[] =>
  ((exchange && listRows(exchange.response)) ?? []).map(idKey);

const quantile = (sorted: readonly number[], share: number): number =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);

/** Fewer milliseconds are those of the network and of the reference server itself. */
const MIN_DELAY = 5;

const delays = (exchanges: readonly Exchange[]): readonly Fault[] =>
  [...Map.groupBy(exchanges, ({operation}) => operation)].flatMap(([operation, all]) => {
    if (operation === 'admin' || operation === 'console') return [];
    const times = all.map(({response}) => response.ms).sort((a, b) => a - b);
    const [ms, slow] = [quantile(times, 0.1), quantile(times, 0.95)];
    return ms < MIN_DELAY ? [] : [{kind: 'delay', operation, ms, jitterMs: slow - ms}];
  });

/** Parameters without effect: an unused value of them selects rows. */
const ignored = (operation: string, all: readonly Exchange[]): readonly Fault[] => {
  const unused: Readonly<Record<string, (value: string, exchange: Exchange) => boolean>> = {
    node_id: value => value === UNUSED,
    app_id: value => value === UNUSED,
    req_id: value => value === UNUSED || /^f{24}$/.test(value),
    start_time: value => Number(value) > 4e9,
    end_time: value => value === '1',
    level: (value, exchange) => (listRows(exchange.response) ?? []).some(row => Number(row.level) > Number(value)),
    online: (value, exchange) => value === '1' && (listRows(exchange.response) ?? []).some(row => row.online === false),
    _pagesize: (value, exchange) => sizeOf(exchange) > Number(value),
  };
  const names = Object.entries(unused).flatMap(([name, isUnused]) =>
    all.some(exchange => {
      const value = exchange.query.get(name);
      return value !== undefined && value !== '' && isUnused(value, exchange) && sizeOf(exchange) > 0;
    })
      ? [name]
      : [],
  );
  const pairs: readonly (readonly [name: string, first: string, second: string, size: string])[] = [
    ['page', '1', '2', 'page_size'],
    ['_page', '1', '2', '_pagesize'],
  ];
  // Parameters of which two values select the same rows.
  const constant = pairs.flatMap(([name, first, second, size]) => {
    const withValue = (value: string) =>
      all.filter(({query}) => query.get(name) === value && query.get(size) !== '0' && query.size === 2);
    return withValue(first).some(a =>
      withValue(second).some(
        b => sizeOf(a) > 0 && a.query.get(size) === b.query.get(size) && isDeepStrictEqual(idsOf(a), idsOf(b)),
      ),
    )
      ? [name]
      : [];
  });
  const total = totalOf(all);
  const types = all.filter(({query}) => query.has('node_type') && query.size === 3);
  const isTypeIgnored = total > 0 && types.length > 2 && types.every(exchange => countOf(exchange) === total);
  const found = [...names, ...constant, ...(isTypeIgnored ? ['node_type'] : [])];
  return found.length === 0 ? [] : [{kind: 'ignored-parameters', operation, names: found}];
};

/** A filter that selects its level only, although the list has more severe entries. */
const levels = (all: readonly Exchange[]): readonly Fault[] => {
  const levelsOf = (exchange: Exchange) => (listRows(exchange.response) ?? []).map(row => Number(row.level));
  const severest = Math.min(...all.flatMap(levelsOf));
  const filtered = all.filter(({query}) => Number(query.get('level')) > severest && Number(query.get('level')) < 8);
  const isExact = filtered.every(exchange =>
    levelsOf(exchange).every(level => level === Number(exchange.query.get('level'))),
  );
  const isTested = filtered.some(({query}) => Number(query.get('page_size')) > 1);
  return isTested && isExact ? [{kind: 'exact-level', operation: 'listErrorLogs'}] : [];
};

const BY_ID = {kind: 'sort-order', operation: 'listErrorLogs', by: 'id'};
const BY_TIME = {kind: 'sort-order', operation: 'listErrorLogs', by: 'log_time'};
const up = {order: 'ascending'};
const down = {order: 'descending'};

/** Orders of entries that gateways may have; the first is that of the reference server. */
const ORDERS: readonly (readonly (typeof BY_ID & {order: string})[])[] = [
  [],
  [{...BY_ID, ...up}],
  [{...BY_ID, ...down}],
  [
    {...BY_ID, ...up},
    {...BY_TIME, ...down},
  ],
  [
    {...BY_ID, ...up},
    {...BY_TIME, ...up},
  ],
  [{...BY_TIME, ...up}],
];

/** Finds the order of the entries, which are in the order of the list. Undefined if it is another one. */
export const orderOf = (entries: Rows): readonly Fault[] | undefined => {
  const listed = [...entries.values()].map(({expected}) => expected);
  const sorted = (faults: (typeof ORDERS)[number]) =>
    [{by: 'id', ...down}, {by: 'log_time', ...down}, ...faults].reduce<readonly JsonObject[]>(
      (rows, {by, order: direction}) =>
        rows.toSorted((a, b) => (direction === 'ascending' ? 1 : -1) * (Number(a[by]) - Number(b[by]))),
      listed,
    );
  return ORDERS.find(faults => isDeepStrictEqual(sorted(faults), listed));
};

/** Offsets of the token list: whether `start` counts from 1, and `end` is inclusive. */
const offsets = (all: readonly Exchange[]): readonly Fault[] => {
  const page = idsOf(all.find(({query}) => query.get('page') === '1' && query.get('page_size') === '20'));
  const range = idsOf(all.find(({query}) => query.get('start') === '1' && query.get('end') === '4'));
  if (page.length < 7 || range.length === 0) return [];
  if (isDeepStrictEqual(range, page.slice(0, range.length)) && range.length > 4) {
    return [{kind: 'ignored-parameters', operation: 'listApiTokens', names: ['start', 'end']}];
  }
  const from = range[0] === page[0] ? 1 : 0;
  const inclusive = range.length === 4;
  return from === 1 || inclusive ? [{kind: 'offsets', operation: 'listApiTokens', from, inclusive}] : [];
};

const pageSizes = (operation: string, all: readonly Exchange[]): readonly Fault[] => {
  const total = totalOf(all);
  const asked = all.flatMap(exchange => {
    const size = Number(exchange.query.get('page_size') || Number.NaN);
    const isWhole = ['start', 'end'].every(name => !exchange.query.has(name));
    return isWhole && exchange.query.get('page') === '1' && size > 0 ? [{size, rows: sizeOf(exchange)}] : [];
  });
  const larger = asked.filter(({size, rows}) => rows > size);
  const largest = asked.toSorted((a, b) => b.size - a.size)[0];
  const unset = all.find(({query}) => query.get('page') === '1' && !query.has('page_size') && query.size === 1);
  const initial = unset ? sizeOf(unset) : DEFAULT_PAGE_SIZE;
  const common = {kind: 'page-size', operation};
  if (larger.length > 1 && larger.every(({rows}) => rows === larger[0]?.rows)) {
    return [{...common, mode: 'fixed', size: larger[0]?.rows}];
  }
  const isOther = initial !== DEFAULT_PAGE_SIZE && initial > 0 && total > Math.min(initial, DEFAULT_PAGE_SIZE);
  const isCut = largest && largest.rows > 0 && largest.rows < Math.min(largest.size, total);
  return [
    ...(isOther ? [{...common, mode: 'default', size: initial}] : []),
    ...(isCut ? [{...common, mode: 'maximum', size: largest.rows}] : []),
  ];
};

/** A total of the whole list that rises and falls. */
const unstableCount = (operation: string, all: readonly Exchange[]): readonly Fault[] => {
  const counts = all
    .filter(({query}) => [...query.keys()].every(name => name === 'page' || name === 'page_size'))
    .flatMap(exchange => countOf(exchange) ?? []);
  const falls = counts.filter((count, at) => count < (counts[at - 1] ?? 0)).length;
  const by = Math.ceil((Math.max(...counts) - Math.min(...counts)) / 2);
  return falls > 1 ? [{kind: 'unstable-count', operation, by}] : [];
};

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

/** What the gateway accepted, by operation: values that it then ignores, and credentials that are not valid. */
export const findTolerance = (
  exchanges: readonly Exchange[],
  accepted: Readonly<Record<string, readonly string[]>>,
) => {
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
