import type {FastifyReply} from 'fastify';
import {type ErrorLogStore, PageTooLong, SHORT_TEXT_BYTES} from '../../store/store.ts';
import {Failure} from '../responses/failure.ts';
import type {ByteBudget} from './byte-budget.ts';

/**
 * Lists entries for a request once the memory for their texts is free: first as if all were short, then, if they are
 * not, again for their real size. Rejects with a 400 {@link Failure} for a page that is too long in any case.
 */
export const listWithin =
  (budget: ByteBudget, reply: FastifyReply, {list}: ErrorLogStore): ErrorLogStore['list'] =>
  async (filter, range) => {
    const maxBytes = range.limit * SHORT_TEXT_BYTES;
    await budget.hold(reply, maxBytes);
    try {
      return await list(filter, {...range, maxBytes});
    } catch (error) {
      if (!(error instanceof PageTooLong)) throw error;
      await budget.hold(reply, error.bytes);
    }
    return list(filter, range).catch((error: unknown) => {
      if (!(error instanceof PageTooLong)) throw error;
      throw new Failure(400, `page_size: the page is too long (${error.message}); ask for a smaller page_size`);
    });
  };
