import {isDeepStrictEqual} from 'node:util';
import {DEFAULT_PAGE_SIZE} from '@edge-console/schema';
import type {JsonObject} from '../../http/response.ts';
import type {Exchange} from '../observe.ts';
import type {Rows} from '../twin-rows.ts';
import {countOf, countsPage, type Fault, idsOf, sizeOf, totalOf} from './exchanges.ts';

type Order = Fault & {readonly by: string; readonly order: 'ascending' | 'descending'};
const sortedBy = (by: 'id' | 'log_time', order: Order['order']): Order => ({
  ...{kind: 'sort-order', operation: 'listErrorLogs'},
  ...{by, order},
});

/**
 * If no order in {@link ORDERS} fits, `seedOf` numbers the entries from the last of the gateway's list to the first, so
 * that sorting by descending id reproduces the list.
 */
export const BY_REVERSE_ID = sortedBy('id', 'descending');

const ORDERS: readonly (readonly Order[])[] = [
  [],
  [sortedBy('id', 'ascending')],
  [BY_REVERSE_ID],
  [sortedBy('id', 'ascending'), sortedBy('log_time', 'descending')],
  [sortedBy('id', 'ascending'), sortedBy('log_time', 'ascending')],
  [sortedBy('log_time', 'ascending')],
];

/**
 * Returns `sort-order` faults that make the reference server list `entries` in the order of the gateway. Undefined
 * if no faults in {@link ORDERS} do.
 */
export const orderOf = (entries: Rows): readonly Fault[] | undefined => {
  const listed = [...entries.values()].map(({expected}) => expected);
  const sorted = (faults: readonly Order[]) =>
    [BY_REVERSE_ID, sortedBy('log_time', 'descending'), ...faults].reduce<readonly JsonObject[]>(
      (rows, {by, order}) =>
        rows.toSorted((a, b) => (order === 'ascending' ? 1 : -1) * (Number(a[by]) - Number(b[by]))),
      listed,
    );
  return ORDERS.find(faults => isDeepStrictEqual(sorted(faults), listed));
};

/** Returns a fault if `start` counts from 1, if `end` is inclusive, or if the gateway ignores both. */
export const offsets = (all: readonly Exchange[]): readonly Fault[] => {
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

export const pageSizes = (operation: string, all: readonly Exchange[]): readonly Fault[] => {
  const total = totalOf(all);
  const asked = all.flatMap(exchange => {
    const size = Number(exchange.query.get('page_size') || Number.NaN);
    const isWhole = ['start', 'end'].every(name => !exchange.query.has(name));
    return isWhole && exchange.query.get('page') === '1' && size > 0 ? [{size, rows: sizeOf(exchange)}] : [];
  });
  const larger = asked.filter(({size, rows}) => rows > size);
  const largest = asked.toSorted((a, b) => b.size - a.size)[0];
  const common = {kind: 'page-size', operation};
  if (larger.length > 1 && larger.every(({rows}) => rows === larger[0]?.rows)) {
    return [{...common, mode: 'fixed', size: larger[0]?.rows}];
  }
  const isCut = largest && largest.rows > 0 && largest.rows < Math.min(largest.size, total);
  return isCut ? [{...common, mode: 'maximum', size: largest.rows}] : [];
};

export const defaults = (operation: string, all: readonly Exchange[], rows: Rows): readonly Fault[] => {
  const without = (name: string) => all.find(({query}) => query.size === 1 && !query.has(name));
  const unsized = without('page_size');
  const size = unsized?.query.get('page') === '1' ? sizeOf(unsized) : DEFAULT_PAGE_SIZE;
  const isOtherSize = size !== DEFAULT_PAGE_SIZE && size > 0 && rows.size > Math.min(size, DEFAULT_PAGE_SIZE);
  const unpaged = all.find(({query}) => query.size === 1 && Number(query.get('page_size')) > 1);
  const first = all.find(
    ({query}) => query.get('page') === '1' && query.get('page_size') === unpaged?.query.get('page_size'),
  );
  const isOtherPage = !isDeepStrictEqual(idsOf(unpaged), idsOf(first));
  const page = [...rows.keys()].indexOf(idsOf(unpaged)[0] ?? '') / Number(unpaged?.query.get('page_size')) + 1;
  const values = {
    ...(isOtherSize && {page_size: size}),
    ...(isOtherPage && Number.isInteger(page) && page > 1 && {page}),
  };
  return Object.keys(values).length > 0 ? [{kind: 'default-parameters', operation, values}] : [];
};

export const unstableCount = (operation: string, all: readonly Exchange[]): readonly Fault[] => {
  const counts = all
    .filter(({query}) => [...query.keys()].every(name => name === 'page' || name === 'page_size'))
    .flatMap(exchange => countOf(exchange) ?? []);
  const falls = counts.filter((count, at) => count < (counts[at - 1] ?? 0)).length;
  const by = Math.ceil((Math.max(...counts) - Math.min(...counts)) / 2);
  return falls > 1 && !countsPage(all) ? [{kind: 'unstable-count', operation, by}] : [];
};
