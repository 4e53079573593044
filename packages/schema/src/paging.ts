import {z} from 'zod';
import {readList} from './envelope.ts';

/** `page` of a request when none is given (contract "Limits"). */
export const DEFAULT_PAGE = 1;
/** `page_size` of a request when none is given (contract "Limits"). */
export const DEFAULT_PAGE_SIZE = 20;

/**
 * Query of a paged list: `page` counts from 1, `page_size` from 0; `page_size=0` answers no rows with the real
 * `meta.count`, the cheap way to count (field fact 8).
 */
export const pageQuery = {
  page: z.int().min(1).optional(),
  page_size: z.int().min(0).optional(),
};

/** `data` of a paged answer, read tolerantly: rows in `data`, the total in `meta.count` when the gateway gives one. */
export const pageRead = <T extends z.ZodType>(item: T) =>
  z.looseObject({
    data: readList(item),
    meta: z.preprocess(
      value => (Array.isArray(value) && value.length === 0 ? {} : value),
      z.looseObject({count: z.int().optional()}).optional(),
    ),
  });

/** `data` of a paged answer as the server sends it. */
export const pageSent = <T extends z.ZodType>(item: T) =>
  z.object({data: z.array(item), meta: z.object({count: z.int().min(0)})});
