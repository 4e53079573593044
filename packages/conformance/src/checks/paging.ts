import {DEFAULT_PAGE, DEFAULT_PAGE_SIZE, pageSent} from '@edge-console/schema';
import * as z from 'zod/mini';
import {type Check, type Citation, checksOf, fail, skip} from '../check.ts';
import type {Context} from '../gateway/context.ts';
import {bodyOrFail, bodyOrSkip, countOf, idsOf, isObject} from '../http/response.ts';
import {listOrFail, listOrSkip, totalOf, whileUnchanged, withTotal} from './lists.ts';
import {hasShape} from './response-shape.ts';

interface Paged {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly citation: Citation;
}

const LIMITS = 'docs/contract.md#limits';
const same = (a: readonly unknown[], b: readonly unknown[]): boolean => JSON.stringify(a) === JSON.stringify(b);
// Adds 50 pages, because rows may have been added after the total was read.
const pastTheEnd = (total: number): string => `page=${Math.ceil(total / 100) + 50}&page_size=100`;
const shown = (ids: readonly unknown[]): string => JSON.stringify(ids.slice(0, 8));

export const pagingChecks = ({id, name, path, citation}: Paged): readonly Check[] => {
  const idsFor = async (context: Context, query: string) => idsOf(await listOrFail(context, path, query));
  const withIds = (context: Context, query: string, judge: (ids: readonly unknown[]) => Promise<void>) =>
    whileUnchanged(async () => idsOf(await listOrSkip(context, path, query)), judge);
  return checksOf(
    {needs: ['admin'], citation},
    {
      [`${id}.meta`]: {
        title: `${name} has the total in data.meta.count`,
        run: async (context, note) => {
          const {data} = bodyOrSkip(await context.call({path}));
          const meta = isObject(data) ? data.meta : undefined;
          hasShape(meta, pageSent(z.unknown()).shape.meta, {at: 'data.meta', note});
        },
      },
      [`${id}.page-default`]: {
        title: `${name} starts at page ${DEFAULT_PAGE} by default`,
        citation: LIMITS,
        run: context =>
          withIds(context, `page=${DEFAULT_PAGE}&page_size=5`, async first => {
            if (first.length === 0) skip('the list is empty');
            const ids = await idsFor(context, 'page_size=5');
            if (!same(ids, first)) fail(`without page: ids ${shown(ids)}; page=1: ${shown(first)}`);
          }),
      },
      [`${id}.page-size-default`]: {
        title: `${name} has ${DEFAULT_PAGE_SIZE} rows a page by default`,
        citation: LIMITS,
        run: context =>
          withTotal(context, path, async total => {
            const {rows} = await listOrFail(context, path, 'page=1');
            if (rows.length > DEFAULT_PAGE_SIZE) fail(`it has ${rows.length} rows`);
            if (total <= DEFAULT_PAGE_SIZE) skip(`the list has ${total} rows, which are too few`);
            if (rows.length !== DEFAULT_PAGE_SIZE) fail(`it has ${rows.length} of ${total} rows`);
          }),
      },
      [`${id}.pages`]: {
        title: `the pages of ${name} have every row exactly once`,
        run: context =>
          withIds(context, 'page=1&page_size=6', async whole => {
            if (whole.length < 4) skip(`the list has ${whole.length} rows, which are too few`);
            const pages = await Promise.all([1, 2].map(page => idsFor(context, `page=${page}&page_size=3`)));
            if (!same(pages.flat(), whole))
              fail(`two pages of 3: ids ${shown(pages.flat())}; one of 6: ${shown(whole)}`);
          }),
      },
      [`${id}.past-the-end`]: {
        title: `a page past the end of ${name} has no rows and the same total`,
        run: context =>
          withTotal(context, path, async total => {
            const past = await listOrFail(context, path, pastTheEnd(total));
            if (past.rows.length > 0) fail(`it has ${past.rows.length} of ${total} rows`);
            if (countOf(past) !== total) fail(`meta.count is ${past.count}, and ${total} on page 1`);
          }),
      },
      [`${id}.page-size-zero`]: {
        title: `page=1&page_size=0 of ${name} has no rows and the real total`,
        citation: 'docs/field-facts.md#8',
        run: context =>
          withTotal(context, path, async total => {
            const none = await listOrFail(context, path, 'page=1&page_size=0');
            if (none.rows.length > 0) fail(`it has ${none.rows.length} rows`);
            if (countOf(none) !== total) fail(`meta.count is ${none.count}, and ${total} with page_size=1`);
          }),
      },
      [`${id}.empty-list`]: {
        title: `${name} has [] for an empty list`,
        citation: 'docs/field-facts.md#13',
        run: async context => {
          const total = await totalOf(context, path);
          const {data} = bodyOrFail(await context.call({path, query: pastTheEnd(total)}));
          const rows = isObject(data) ? data.data : undefined;
          if (isObject(rows) && Object.keys(rows).length === 0) fail('data.data is {}');
          if (!Array.isArray(rows) || rows.length > 0) skip('the page past the end is not empty');
        },
      },
    },
  );
};
