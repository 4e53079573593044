import {isDeepStrictEqual} from 'node:util';
import {NO_ID} from '../../gateway/context.ts';
import type {Exchange} from '../observe.ts';
import {countOf, type Fault, idsOf, numbersOf, rowsOf, sizeOf, totalOf} from './exchanges.ts';

const UNUSED = String(NO_ID);

/**
 * Finds the query parameters that the gateway ignores, such as `node_id` if the gateway returns rows for a node id that
 * no row has.
 */
export const ignored = (operation: string, all: readonly Exchange[]): readonly Fault[] => {
  const unused: Readonly<Record<string, (value: string, exchange: Exchange) => boolean>> = {
    node_id: value => value === UNUSED,
    app_id: value => value === UNUSED,
    req_id: value => value === UNUSED || /^f{24}$/.test(value),
    start_time: value => Number(value) > 4e9,
    end_time: value => value === '1',
    level: (value, exchange) => numbersOf(exchange, 'level').some(level => level <= 8 && level > Number(value)),
    online: (value, exchange) => value === '1' && rowsOf(exchange).some(row => row.online === false),
    _pagesize: (value, exchange) => sizeOf(exchange) > Number(value),
  };
  const names = Object.keys(unused).filter(name =>
    all.some(exchange => {
      const value = exchange.query.get(name) ?? '';
      return value !== '' && unused[name]?.(value, exchange) && sizeOf(exchange) > 0;
    }),
  );
  const constant = Object.entries({page: 'page_size', _page: '_pagesize'}).flatMap(([name, size]) => {
    const pages = (page: string) =>
      all.filter(({query}) => query.size === 2 && query.get(name) === page && Number(query.get(size)) > 0);
    const isSame = (a: Exchange, b: Exchange) =>
      sizeOf(a) > 0 && a.query.get(size) === b.query.get(size) && isDeepStrictEqual(idsOf(a), idsOf(b));
    return pages('1').some(a => pages('2').some(b => isSame(a, b))) ? [name] : [];
  });
  const total = totalOf(all);
  const types = all.filter(({query}) => query.has('node_type') && query.size === 3);
  const isTypeIgnored = total > 0 && types.length > 2 && types.every(exchange => countOf(exchange) === total);
  const found = [...names, ...constant, ...(isTypeIgnored ? ['node_type'] : [])];
  return found.length === 0 ? [] : [{kind: 'ignored-parameters', operation, names: found}];
};

/** Returns a fault if `level` selects only entries of exactly this level. Normally, it selects more severe ones too. */
export const levels = (all: readonly Exchange[]): readonly Fault[] => {
  const levelsOf = (exchange: Exchange) => numbersOf(exchange, 'level');
  const severest = Math.min(...all.flatMap(levelsOf));
  const filtered = all.filter(({query}) => Number(query.get('level')) > severest && Number(query.get('level')) < 8);
  const isExact = filtered.every(exchange =>
    levelsOf(exchange).every(level => level === Number(exchange.query.get('level'))),
  );
  const isTested = filtered.some(({query}) => Number(query.get('page_size')) > 1);
  const mildest = all.find(({query}) => query.get('level') === '8');
  const unfiltered = mildest && countOf(mildest) === totalOf(all) ? [8] : [];
  return isTested && isExact ? [{kind: 'exact-level', operation: 'listErrorLogs', unfiltered}] : [];
};

export const bounds = (all: readonly Exchange[]): readonly Fault[] => {
  const timesOf = (exchange: Exchange) => numbersOf(exchange, 'log_time');
  const known = new Set(all.filter(({query}) => !query.has('level')).flatMap(timesOf));
  const spans = all.flatMap(exchange => {
    const [start = 0, end = 0] = ['start_time', 'end_time'].map(name => Number(exchange.query.get(name)));
    return end === start + 1 ? [{start, end, times: timesOf(exchange)}] : [];
  });
  const lacks = (bound: 'start' | 'end') =>
    spans.some(span => known.has(span[bound]) && !span.times.includes(span[bound]));
  const names = [...(lacks('start') ? ['start_time'] : []), ...(lacks('end') ? ['end_time'] : [])];
  const emptied = all.some(
    exchange => [...exchange.query.values()].filter(value => value === '').length > 4 && sizeOf(exchange) === 0,
  );
  return [
    ...(names.length > 0 ? [{kind: 'exclusive-times', operation: 'listErrorLogs', names}] : []),
    ...(emptied && totalOf(all) > 0 ? [{kind: 'empty-as-zero', operation: 'listErrorLogs'}] : []),
  ];
};
