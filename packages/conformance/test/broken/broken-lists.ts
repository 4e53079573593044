import {askQuery, type BrokenServer, ERROR_LOGS, edit, editData, type Json, TOKEN_LIST, type When} from './break.ts';

const LISTS: When = request => TOKEN_LIST(request) || ERROR_LOGS(request);
const both = (...rules: readonly string[]): readonly string[] =>
  rules.flatMap(rule => [`tokens.${rule}`, `logs.${rule}`]);

/**
 * Servers with a fault in both paged lists: tokens and error logs. Checks that need `meta.count` are not made if a
 * fault removes it.
 */
export const BROKEN_LISTS: readonly BrokenServer[] = [
  {
    name: 'lists without meta',
    caughtBy: both('meta'),
    serve: editData(LISTS, ({data}) => ({data})),
  },
  {
    name: 'lists with the count as text',
    caughtBy: both('meta'),
    serve: editData(LISTS, ({data, meta}) => ({data, meta: {count: String((meta as Json).count)}})),
  },
  {
    name: 'lists with the rows of the page as the count',
    caughtBy: [...both('past-the-end', 'page-size-zero'), 'logs.filter.node_type'],
    serve: editData(LISTS, ({data}) => ({data, meta: {count: (data as Json[]).length}})),
  },
  ...['21', '10'].map(size => ({
    name: `lists with ${size} rows by default`,
    caughtBy: both('page-size-default'),
    serve: askQuery(LISTS, query => {
      if (!query.has('page_size')) query.set('page_size', size);
    }),
  })),
  {
    name: 'lists with page 2 by default',
    caughtBy: both('page-default'),
    serve: askQuery(LISTS, query => {
      if (!query.has('page')) query.set('page', '2');
    }),
  },
  {
    name: 'lists that ignore page',
    caughtBy: both('pages', 'past-the-end'),
    serve: askQuery(LISTS, query => query.delete('page')),
  },
  {
    name: 'lists with rows for page_size=0',
    caughtBy: both('page-size-zero'),
    serve: askQuery(LISTS, query => {
      if (query.get('page_size') === '0') query.set('page_size', '20');
    }),
  },
  {
    name: 'lists with count 0 for page_size=0',
    caughtBy: both('page-size-zero'),
    serve: edit(LISTS, (body, {query}) =>
      query.get('page_size') === '0' ? {...body, data: {data: [], meta: {count: 0}}} : body,
    ),
  },
  {
    name: 'lists with {} when empty',
    caughtBy: both('empty-list'),
    serve: editData(LISTS, data => ((data.data as Json[]).length === 0 ? {...data, data: {}} : data)),
  },
];
