import type {OperationId} from '@edge-console/schema';
import type {FastifyRequest} from 'fastify';
import {z} from 'zod';
import {Failure} from '../http/failure.ts';
import type {List} from '../http/route.ts';
import {MAX_ROWS, offsetRange, pageRange} from '../routes/paging.ts';
import type {Range} from '../store/store.ts';
import {listFault} from './fault.ts';

type Query = Readonly<Record<string, unknown>>;
type Row = Readonly<Record<string, unknown>>;
interface Listing {
  readonly data: readonly Row[] | {readonly data: readonly Row[]; readonly meta: {readonly count: number}};
}

/** The parameters that cut a list into pages. */
const PAGES: Partial<Record<OperationId, {readonly page: string; readonly size: string}>> = {
  listApiTokens: {page: 'page', size: 'page_size'},
  listErrorLogs: {page: 'page', size: 'page_size'},
  listApplications: {page: '_page', size: '_pagesize'},
};
const pagesOf = ({routeOptions}: FastifyRequest) => PAGES[routeOptions.config.operation ?? 'login'];

const isGiven = (query: unknown, ...names: readonly string[]): boolean =>
  names.some(name => ((query as Query)[name] ?? '') !== '');

/** Whether a request asks for a page: not by offsets, and where no page is the default, by its parameters. */
const asksForPage = (request: FastifyRequest): boolean => {
  const {page, size} = pagesOf(request) ?? {};
  if (page === undefined || size === undefined || isGiven(request.query, 'start', 'end')) return false;
  return page === 'page' || isGiven(request.query, page, size);
};

const pageFault = <const K extends string>(kind: K, move: (page: number) => number) => ({
  ...listFault(kind, {}, (_fault, query, {request, list}) => {
    const {page = ''} = pagesOf(request) ?? {};
    return list({...query, [page]: move(Number(query[page] ?? 1))});
  }),
  meets: asksForPage,
});

/** Page N lists what page N − 1 does, as if a whole page had been inserted meanwhile. */
export const repeatedPage = pageFault('repeated-page', page => Math.max(1, page - 1));

/** Pages 1 and 2 change places, 3 and 4, and so on. */
export const swappedPages = pageFault('swapped-pages', page => (page % 2 === 1 ? page + 1 : page - 1));

// The whole list is read for each page of it.
const MOST_SORTED = 100_000;

/** The whole list in another order, of which pages are then cut: 100,000 rows at most. */
export const sortOrder = {
  ...listFault(
    'sort-order',
    {by: z.string().default('id'), order: z.enum(['ascending', 'descending']).default('ascending')},
    async ({by, order}, query, {request, list}) => {
      const answer = (await list(query)) as Listing;
      const sign = order === 'ascending' ? 1 : -1;
      const sorted = (await allRows(query, request, list)).toSorted((a, b) => sign * compare(a[by], b[by]));
      const {offset, limit} = rangeOf(query, request);
      const data = sorted.slice(offset, offset + limit);
      return {...answer, data: 'meta' in answer.data ? {...answer.data, data} : data};
    },
  ),
  meets: (request: FastifyRequest) => request.routeOptions.config.operation?.startsWith('list') ?? false,
};

const allRows = async (
  {start: _start, end: _end, ...query}: Query,
  request: FastifyRequest,
  list: List,
): Promise<readonly Row[]> => {
  const pages = pagesOf(request);
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const {data} = (await list(pages ? {...query, [pages.page]: page, [pages.size]: MAX_ROWS} : query)) as Listing;
    const some = 'meta' in data ? data.data : data;
    rows.push(...some);
    if (Math.max(rows.length, 'meta' in data ? data.meta.count : 0) > MOST_SORTED) {
      throw new Failure(400, `the sort-order fault sorts ${MOST_SORTED} rows at most`);
    }
    if (!pages || some.length < MAX_ROWS) return rows;
  }
};

/** As the operation itself reads it. */
const rangeOf = (query: Query, request: FastifyRequest): Range => {
  const number = (name: string) => (typeof query[name] === 'number' ? query[name] : undefined);
  const {page, size} = pagesOf(request) ?? {};
  return page !== undefined && size !== undefined && asksForPage(request)
    ? pageRange(number(page), number(size))
    : offsetRange(number('start'), number('end'));
};

const compare = (a: unknown, b: unknown): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en');
