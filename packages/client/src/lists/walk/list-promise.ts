import type {CallPromise} from '../../http/call-promise.ts';
import type {CallOptions} from '../../options.ts';
import type {Page} from './paging.ts';
import {itemsOf, walkPages} from './walk-pages.ts';

/**
 * Promise of one page. Iterating it gives the entries of the page and of all pages after it, one by one, and requests
 * further pages of the same size. Rejects with an {@link EdgeError}.
 *
 * @example
 * const {items, count} = await client.apiTokens.list();
 * for await (const {name} of client.apiTokens.list({page_size: 100})) console.log(name);
 */
export interface ListPromise<T> extends CallPromise<Page<T>>, AsyncIterable<T> {}

type FetchPage<T> = (page: number, pageSize: number, options: CallOptions) => Promise<Page<T>>;

/** Makes a {@link ListPromise} of the promise of a page. Without `fetch` the list ends with the page. */
export const listPromise = <T extends {readonly id: number}>(
  call: CallPromise<Page<T>>,
  {fetch, options}: {readonly fetch: FetchPage<T> | undefined; readonly options: CallOptions | undefined},
): ListPromise<T> =>
  Object.assign(call, {
    async *[Symbol.asyncIterator]() {
      const first = await call;
      yield* fetch ? itemsOf(walkPages({...walkAfter(first, fetch), options})) : first.items;
    },
  });

/** A walk whose first page has been read. */
const walkAfter = <T>(first: Page<T>, fetch: FetchPage<T>) => {
  let unread: Page<T> | undefined = first;
  return {
    first: first.page,
    pageSize: first.pageSize,
    async fetch(page: number, pageSize: number, options: CallOptions): Promise<Page<T>> {
      const held = unread;
      unread = undefined;
      return held ?? fetch(page, pageSize, options);
    },
  };
};
