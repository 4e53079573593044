import type {OperationId} from '@edge-console/schema';
import {Failure, MAX_ROWS, offsetRange, pageRange} from '@edge-console/server/extension';
import type {FastifyRequest} from 'fastify';
import * as z from 'zod';
import {faultOf, type List, type Query} from '../fault.ts';

type Row = Readonly<Record<string, unknown>>;
export interface ListResponse {
  readonly data: readonly Row[] | {readonly data: readonly Row[]; readonly meta: {readonly count: number}};
}

export const isOperation =
  (id: OperationId) =>
  ({routeOptions}: FastifyRequest): boolean =>
    routeOptions.config.operation === id;

const PAGE_PARAMETERS: Partial<Record<OperationId, {readonly page: string; readonly size: string}>> = {
  listApiTokens: {page: 'page', size: 'page_size'},
  listErrorLogs: {page: 'page', size: 'page_size'},
  listApplications: {page: '_page', size: '_pagesize'},
};
export const pageParametersOf = ({routeOptions}: FastifyRequest) =>
  PAGE_PARAMETERS[routeOptions.config.operation ?? 'login'];

const hasParameter = (query: unknown, ...names: readonly string[]): boolean =>
  names.some(name => ((query as Query)[name] ?? '') !== '');

/** A request for applications without page parameters gets the complete list. */
const isPaged = (request: FastifyRequest): boolean => {
  const names = pageParametersOf(request);
  if (!names || hasParameter(request.query, 'start', 'end')) return false;
  return names.page === 'page' || hasParameter(request.query, names.page, names.size);
};

export const pagedFault = faultOf('list', isPaged);
export const errorLogFault = faultOf('list', isOperation('listErrorLogs'));

const pageFault = <const K extends string>(kind: K, move: (page: number) => number) =>
  pagedFault(kind, {}, (_fault, query, {request, list}) => {
    const {page = ''} = pageParametersOf(request) ?? {};
    return list({...query, [page]: move(Number(query[page] ?? 1))});
  });

/** Sends page N − 1 for page N, as if a page of new rows had been inserted at the start of the list. */
const repeatedPage = pageFault('repeated-page', page => Math.max(1, page - 1));

const swappedPages = pageFault('swapped-pages', page => (page % 2 === 1 ? page + 1 : page - 1));

// The complete list is read into memory for each page.
const MAX_SORTED_ROWS = 100_000;

const isList = ({routeOptions}: FastifyRequest): boolean => routeOptions.config.operation?.startsWith('list') ?? false;

/** Sorts the list by the field `by` before it is divided into pages. The list may have at most 100,000 rows. */
const sortOrder = faultOf('list', isList)(
  'sort-order',
  {by: z.string().default('id'), order: z.enum(['ascending', 'descending']).default('ascending')},
  async ({by, order}, query, {request, list}) => {
    const response = (await list(query)) as ListResponse;
    const sign = order === 'ascending' ? 1 : -1;
    const sorted = (await allRows(query, request, list)).toSorted((a, b) => sign * compare(a[by], b[by]));
    const {offset, limit} = rangeOf(query, request);
    const data = sorted.slice(offset, offset + limit);
    return {...response, data: 'meta' in response.data ? {...response.data, data} : data};
  },
);

/**
 * A query with `level` selects only entries of exactly this level (docs/field-facts.md#10). A level in the list
 * `unfiltered` selects all entries.
 */
const exactLevel = errorLogFault(
  'exact-level',
  {unfiltered: z.array(z.int()).default([])},
  async ({unfiltered}, query, {request, list}) => {
    const response = (await list(query)) as ListResponse;
    if (query.level === undefined || unfiltered.includes(Number(query.level)) || !('meta' in response.data))
      return response;
    const rows = (await allRows(query, request, list)).filter(row => row.level === query.level);
    const {offset, limit} = rangeOf(query, request);
    return {...response, data: {data: rows.slice(offset, offset + limit), meta: {count: rows.length}}};
  },
);

/**
 * In the list of API tokens, `start` and `end` are numbers of tokens. The first token has the number `from`, 0 or 1. If
 * `inclusive` is true, the response includes the token with the number `end`.
 */
const offsets = faultOf('list', isOperation('listApiTokens'))(
  'offsets',
  {from: z.union([z.literal(0), z.literal(1)]).default(0), inclusive: z.boolean().default(true)},
  ({from, inclusive}, {start, end, ...query}, {list}) =>
    list({
      ...query,
      ...(start !== undefined && {start: Math.max(0, Number(start) - from)}),
      ...(end !== undefined && {end: Math.max(0, Number(end) - from + (inclusive ? 1 : 0))}),
    }),
);

const allRows = async (
  {start: _start, end: _end, ...query}: Query,
  request: FastifyRequest,
  list: List,
): Promise<readonly Row[]> => {
  const parameters = pageParametersOf(request);
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const pageQuery = parameters ? {...query, [parameters.page]: page, [parameters.size]: MAX_ROWS} : query;
    const {data} = (await list(pageQuery)) as ListResponse;
    const pageRows = 'meta' in data ? data.data : data;
    rows.push(...pageRows);
    if (Math.max(rows.length, 'meta' in data ? data.meta.count : 0) > MAX_SORTED_ROWS) {
      throw new Failure(400, `the sort-order fault sorts at most ${MAX_SORTED_ROWS} rows`);
    }
    if (!parameters || pageRows.length < MAX_ROWS) return rows;
  }
};

export const rangeOf = (query: Query, request: FastifyRequest) => {
  const number = (name: string) => (typeof query[name] === 'number' ? query[name] : undefined);
  const names = pageParametersOf(request);
  return names && isPaged(request)
    ? pageRange(number(names.page), number(names.size))
    : offsetRange(number('start'), number('end'));
};

const compare = (a: unknown, b: unknown): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en');

export const PAGE_FAULTS = [repeatedPage, swappedPages, sortOrder, exactLevel, offsets] as const;
