import {DEFAULT_PAGE, DEFAULT_PAGE_SIZE, pageSent} from '@edge-console/schema';
import {z} from 'zod';
import type {Check, Source} from '../check.ts';
import {countOf, dataOf, idsOf} from '../gateway/read.ts';
import {stable} from '../gateway/stable.ts';
import {given, isObject, succeeded} from '../http/answer.ts';
import {fail, giveUp} from '../outcome.ts';
import {list, reference} from './lists.ts';
import {hasShape} from './shape.ts';

export interface Paged {
  /** Beginning of the ids of its checks. */
  readonly id: string;
  readonly name: string;
  readonly path: string;
  /** Where the contract describes it. */
  readonly source: Source;
}

const same = (a: readonly unknown[], b: readonly unknown[]): boolean => JSON.stringify(a) === JSON.stringify(b);
// Far enough for what arrives meanwhile.
const pastTheEnd = (total: number): string => `page=${Math.ceil(total / 100) + 50}&page_size=100`;
const shown = (ids: readonly unknown[]): string => JSON.stringify(ids.slice(0, 8));

/** What the contract and the facts say about every paged list. */
export const pagingChecks = ({id, name, path, source}: Paged): readonly Check[] => [
  {
    id: `${id}.meta`,
    title: `${name} tells the total in data.meta.count`,
    source,
    needs: ['admin'],
    run: async (context, note) => {
      const answer = await context.call({path});
      given(answer);
      const data = dataOf(answer);
      const meta = isObject(data) ? data.meta : undefined;
      hasShape(meta, pageSent(z.unknown()).shape.meta, {at: 'data.meta', note});
    },
  },
  {
    id: `${id}.page-default`,
    title: `${name} starts at page ${DEFAULT_PAGE} when none is asked for`,
    source: 'contract "Limits"',
    needs: ['admin'],
    run: context =>
      stable(
        async () => idsOf(await reference(context, path, `page=${DEFAULT_PAGE}&page_size=5`)),
        async first => {
          if (first.length === 0) giveUp('the list is empty');
          const ids = idsOf(await list(context, path, 'page_size=5'));
          if (!same(ids, first)) fail(`without page: ids ${shown(ids)}; page=1: ${shown(first)}`);
        },
      ),
  },
  {
    id: `${id}.page-size-default`,
    title: `${name} has ${DEFAULT_PAGE_SIZE} rows a page when no page_size is asked for`,
    source: 'contract "Limits"',
    needs: ['admin'],
    run: context =>
      stable(
        async () => countOf(await reference(context, path, 'page=1&page_size=1')),
        async total => {
          const {rows} = await list(context, path, 'page=1');
          if (rows.length > DEFAULT_PAGE_SIZE) fail(`${rows.length} rows came`);
          if (total <= DEFAULT_PAGE_SIZE) giveUp(`the list has ${total} rows, which is too few to tell`);
          if (rows.length !== DEFAULT_PAGE_SIZE) fail(`${rows.length} of ${total} rows came`);
        },
      ),
  },
  {
    id: `${id}.pages`,
    title: `the pages of ${name} follow each other without a gap and without a row twice`,
    source,
    needs: ['admin'],
    run: context =>
      stable(
        async () => idsOf(await reference(context, path, 'page=1&page_size=6')),
        async whole => {
          if (whole.length < 4) giveUp(`the list has ${whole.length} rows, which is too few to tell`);
          const pages = [1, 2].map(page => list(context, path, `page=${page}&page_size=3`));
          const ids = (await Promise.all(pages)).flatMap(idsOf);
          if (!same(ids, whole)) fail(`two pages of 3: ids ${shown(ids)}; one of 6: ${shown(whole)}`);
        },
      ),
  },
  {
    id: `${id}.past-the-end`,
    title: `${name} has no rows past its end, and the same total`,
    source,
    needs: ['admin'],
    run: context =>
      stable(
        async () => countOf(await reference(context, path, 'page=1&page_size=1')),
        async total => {
          const past = await list(context, path, pastTheEnd(total));
          if (past.rows.length > 0) fail(`${past.rows.length} rows came, of ${total}`);
          if (countOf(past) !== total) fail(`the total is ${past.count} there and ${total} on page 1`);
        },
      ),
  },
  {
    id: `${id}.page-size-zero`,
    title: `${name} answers page=1&page_size=0 without rows and with the real total`,
    source: 'fact 8',
    needs: ['admin'],
    run: context =>
      stable(
        async () => countOf(await reference(context, path, 'page=1&page_size=1')),
        async total => {
          const none = await list(context, path, 'page=1&page_size=0');
          if (none.rows.length > 0) fail(`${none.rows.length} rows came`);
          if (countOf(none) !== total) fail(`the total is ${none.count} there and ${total} with page_size=1`);
        },
      ),
  },
  {
    id: `${id}.empty-list`,
    title: `${name} sends an empty list as []`,
    source: 'fact 13',
    needs: ['admin'],
    run: async context => {
      const total = countOf(await reference(context, path, 'page=1&page_size=1'));
      const answer = await context.call({path, query: pastTheEnd(total)});
      succeeded(answer);
      const data = dataOf(answer);
      const rows = isObject(data) ? data.data : undefined;
      if (isObject(rows) && Object.keys(rows).length === 0) fail('data.data is {}');
      if (!Array.isArray(rows) || rows.length > 0) giveUp('no empty list came');
    },
  },
];
