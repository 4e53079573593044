import {z} from 'zod';
import {Failure} from '../http/failure.ts';
import type {List} from '../http/route.ts';
import {MAX_ROWS, offsetRange, pageRange} from '../routes/paging.ts';
import {listFault} from './fault.ts';

type Query = Readonly<Record<string, unknown>>;
type Row = Readonly<Record<string, unknown>>;
interface Paged {
  readonly data: {readonly data: readonly Row[]; readonly meta: {readonly count: number}};
}

const atPage = (query: Query, move: (page: number) => number): Query => {
  const name = '_page' in query ? '_page' : 'page';
  return {...query, [name]: move(Number(query[name] ?? 1))};
};

/** Page N lists what page N − 1 does, as if a whole page had been inserted meanwhile. */
export const repeatedPage = listFault('repeated-page', {}, (_fault, query, list) =>
  list(atPage(query, page => Math.max(1, page - 1))),
);

/** Pages 1 and 2 change places, 3 and 4, and so on. */
export const swappedPages = listFault('swapped-pages', {}, (_fault, query, list) =>
  list(atPage(query, page => (page % 2 === 1 ? page + 1 : page - 1))),
);

// The whole list is read for each page of it.
const MOST_SORTED = 100_000;

/** The whole list in another order, of which pages are then cut: 100,000 rows at most. */
export const sortOrder = listFault(
  'sort-order',
  {by: z.string().default('id'), order: z.enum(['ascending', 'descending']).default('ascending')},
  async ({by, order}, query, list) => {
    const answer = (await list(query)) as Paged;
    if (!('meta' in answer.data)) return answer;
    const rows = await allRows(query, list);
    const sign = order === 'ascending' ? 1 : -1;
    const sorted = rows.toSorted((a, b) => sign * compare(a[by], b[by]));
    const {offset, limit} = rangeOf(query);
    return {...answer, data: {...answer.data, data: sorted.slice(offset, offset + limit)}};
  },
);

const allRows = async ({start: _start, end: _end, ...query}: Query, list: List): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const {data} = (await list({...query, page, page_size: MAX_ROWS})) as Paged;
    if (data.meta.count > MOST_SORTED) throw new Failure(400, `the sort-order fault sorts ${MOST_SORTED} rows at most`);
    rows.push(...data.data);
    if (data.data.length < MAX_ROWS) return rows;
  }
};

const rangeOf = ({start, end, page, page_size}: Query) => {
  const number = (value: unknown) => (typeof value === 'number' ? value : undefined);
  return start === undefined && end === undefined
    ? pageRange(number(page), number(page_size))
    : offsetRange(number(start), number(end));
};

const compare = (a: unknown, b: unknown): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en');
