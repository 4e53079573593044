import type {CallPromise} from '../http/call-promise.ts';
import type {CallOptions} from '../options.ts';
import type {FetchPage, Page} from './page.ts';
import {itemsOf, paginate} from './paginate.ts';
import type {Range} from './seek.ts';

/**
 * Promise of one page. Iterating it gives the entries of the page and of all pages after it, one by one, and requests
 * further pages of the same size. Rejects with an {@link EdgeError}.
 *
 * @example
 * const {items, count} = await client.apiTokens.list();
 * for await (const {name} of client.apiTokens.list({page_size: 100})) console.log(name);
 */
export interface ListPromise<T> extends CallPromise<Page<T>>, AsyncIterable<T> {}

interface Continuation<T> {
  /** Without it the list ends with the page. */
  readonly fetch: FetchPage<T> | undefined;
  readonly options: CallOptions | undefined;
  /** Bounds of a list with times. */
  readonly range?: Range;
}

/** Makes a {@link ListPromise} of the promise of a page. */
export const listPromise = <T extends {readonly id: number}>(
  call: CallPromise<Page<T>>,
  {fetch, options, range}: Continuation<T>,
): ListPromise<T> =>
  Object.assign(call, {
    async *[Symbol.asyncIterator]() {
      const held = await call;
      const {page: first, pageSize, items} = held;
      if (fetch) yield* itemsOf(paginate({first, pageSize, options, fetch, range, held}));
      else yield* items;
    },
  });
