import {unixSeconds} from '../clock.ts';
import type {Handlers} from '../http/route.ts';
import type {Context} from './context.ts';
import {pageAnswer, pageRange} from './paging.ts';

export const errorLogHandlers = ({store, clock}: Context): Pick<Handlers, 'listErrorLogs'> => ({
  listErrorLogs: async ({query: {page, page_size, req_id, ...filter}}) => {
    const wanted = req_id === undefined ? filter : {...filter, req_id: String(req_id)};
    const range = pageRange(page, page_size);
    const found = await store.errorLogs.list(wanted, range);
    return {status: 0, time: unixSeconds(clock), data: pageAnswer(found, entry => entry, range)};
  },
});
