import {unixSeconds} from '../clock.ts';
import {Failure} from '../http/failure.ts';
import type {Handlers} from '../http/route.ts';
import {PageTooLong} from '../store/store.ts';
import type {Context} from './context.ts';
import {pageData, pageRange} from './paging.ts';

export const errorLogHandlers = ({store, clock}: Context): Pick<Handlers, 'listErrorLogs'> => ({
  listErrorLogs: async ({query: {page, page_size, req_id, ...others}}) => {
    const filter = req_id === undefined ? others : {...others, req_id: String(req_id)};
    const range = pageRange(page, page_size);
    const entries = await store.errorLogs.list(filter, range).catch((error: unknown) => {
      if (!(error instanceof PageTooLong)) throw error;
      throw new Failure(400, `page_size: the page is too long (${error.message}); ask for a smaller page_size`);
    });
    return {status: 0, time: unixSeconds(clock), data: pageData(entries, entry => entry, range)};
  },
});
