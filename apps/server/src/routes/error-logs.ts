import {unixSeconds} from '../clock.ts';
import {Failure} from '../http/failure.ts';
import type {Handlers} from '../http/route.ts';
import type {Context} from './context.ts';
import {pageAnswer, pageRange} from './paging.ts';

// Characters of the texts of one answer, which is made as one string.
const MAX_TEXT = 80_000_000;

export const errorLogHandlers = ({store, clock}: Context): Pick<Handlers, 'listErrorLogs'> => ({
  listErrorLogs: async ({query: {page, page_size, req_id, ...filter}}) => {
    const wanted = req_id === undefined ? filter : {...filter, req_id: String(req_id)};
    const range = pageRange(page, page_size);
    const found = await store.errorLogs.list(wanted, range);
    let length = 0;
    for (const {log} of found.rows) length += log.length;
    if (length > MAX_TEXT) {
      throw new Failure(400, `page_size: the entries of this page are too long together; ask for a smaller page_size`);
    }
    return {status: 0, time: unixSeconds(clock), data: pageAnswer(found, entry => entry, range)};
  },
});
