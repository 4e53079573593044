import type {Handlers} from '../http/route.ts';
import {type Context, unixSeconds} from './context.ts';
import {pageAnswer, pageRange} from './paging.ts';

export const errorLogHandlers = ({store, clock}: Context): Pick<Handlers, 'listErrorLogs'> => ({
  listErrorLogs: async ({query: {page, page_size, req_id, ...filter}}) => {
    const wanted = req_id === undefined ? filter : {...filter, req_id: String(req_id)};
    const found = await store.errorLogs.list(wanted, pageRange(page, page_size));
    return {status: 0, time: unixSeconds(clock), data: pageAnswer(found, entry => entry)};
  },
});
