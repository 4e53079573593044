import {checksOf, fail, skip} from '../../check.ts';
import {type Context, ERROR_LOGS} from '../../gateway/context.ts';
import {listOrFail, listOrSkip, totalOrSkip} from '../lists.ts';

const REQUEST_ID = /(?<![0-9A-Za-z])[0-9a-f]{24}(?![0-9A-Za-z])/g;
const WITH_ZERO = /^0+(?=.)/;

const selects = async (context: Context, sent: string, id: string): Promise<boolean> => {
  const {rows} = await listOrSkip(context, ERROR_LOGS, `req_id=${sent}&page=1&page_size=100`);
  return rows.some(({log}) => String(log).includes(id));
};

const SHARED = {needs: ['admin'], citation: 'docs/field-facts.md#11'} as const;

export const ERROR_LOG_REQUEST_IDS = checksOf(SHARED, {
  'logs.filter.req_id-text': {
    title: 'req_id accepts 24 hex digits',
    run: async context => {
      await totalOrSkip(context, ERROR_LOGS);
      const {rows} = await listOrFail(context, ERROR_LOGS, 'req_id=ffffffffffffffffffffffff&page=1&page_size=1');
      if (rows.length > 0) fail('an unused request id selects entries');
    },
  },
  'logs.filter.req_id-zeros': {
    title: 'the zeros at the start of a req_id are part of it',
    run: async context => {
      const {rows} = await listOrSkip(context, ERROR_LOGS, 'page=1&page_size=100');
      const ids = [...new Set(rows.flatMap(({log}) => String(log).match(REQUEST_ID) ?? []))];
      const withZero = ids.filter(id => WITH_ZERO.test(id));
      // Tests an id with letters and an id of decimal digits only, because a gateway could read the latter as a number.
      const examined = [withZero.find(id => /^\d+$/.test(id)), withZero.find(id => /[a-f]/.test(id))];
      const tried = examined.filter(id => id !== undefined);
      if (tried.length === 0) skip('no message of the first page has a request id of 24 hex digits that begins with 0');
      const lost: string[] = [];
      for (const id of tried) {
        const short = id.replace(WITH_ZERO, '');
        if (await selects(context, short, id)) fail(`req_id=${short} selects the entries of request ${id}`);
        if (!(await selects(context, id, id))) lost.push(id);
      }
      const [id] = lost;
      if (id === undefined) return;
      const known = [...tried, ...ids.filter(other => !WITH_ZERO.test(other)).slice(0, 1)].filter(
        other => !lost.includes(other),
      );
      for (const other of known) {
        if (await selects(context, other, other)) fail(`req_id=${id} selects no entry, and req_id=${other} does`);
      }
      skip('req_id selects no entry by the request id in its message');
    },
  },
});
