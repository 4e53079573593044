import type {Context} from '../../gateway/context.ts';
import {ERROR_LOGS} from '../../gateway/paths.ts';
import {countOf} from '../../http/response.ts';
import {skip} from '../../outcome.ts';
import {listOrFail, listOrSkip} from '../lists.ts';

/** The count with a filter. */
export const countWith = async (context: Context, filter: string): Promise<number> =>
  countOf(await listOrFail(context, ERROR_LOGS, `${filter}&page=1&page_size=1`));

/** The count without a filter. Skips if it is 0. */
export const totalOf = async (context: Context): Promise<number> => {
  const total = countOf(await listOrSkip(context, ERROR_LOGS, 'page=1&page_size=1'));
  return total === 0 ? skip('the list is empty') : total;
};
