import {unixSeconds} from '../clock.ts';
import type {Handlers} from '../http/route.ts';
import type {Context} from './handlers.ts';
import {pageData, pageRange} from './paging.ts';

export const errorLogHandlers = ({store, clock}: Context): Pick<Handlers, 'listErrorLogs'> => ({
  listErrorLogs: async ({query: {page, page_size, req_id, ...others}}) => {
    const filter = req_id === undefined ? others : {...others, req_id: String(req_id)};
    const entries = await store.errorLogs.list(filter, pageRange(page, page_size));
    return {status: 0, time: unixSeconds(clock), data: pageData(entries, entry => entry)};
  },
});
