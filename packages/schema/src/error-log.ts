import {z} from 'zod';
import {pageQuery, pageRead, pageSent} from './paging.ts';

const shape = {
  id: z.int(),
  level: z.int(),
  /** Occurrences. May rise after the entry was first seen (field fact 18). */
  count: z.int(),
  src: z.int(),
  /** Unix seconds. */
  log_time: z.int(),
  log: z.string(),
};

export const errorLogEntry = z.looseObject(shape);
export type ErrorLogEntry = z.infer<typeof errorLogEntry>;
export const errorLogEntrySent = z.object(shape);

/**
 * Query of the error-log list. `level` is a threshold: N or more severe (field fact 10). `req_id` is sent verbatim
 * and is text in practice (fact 11). `start_time` and `end_time` are Unix seconds, inclusive, an extension that a
 * gateway may ignore (fact 9).
 */
export const errorLogQuery = z.strictObject({
  node_id: z.int().optional(),
  node_type: z.int().optional(),
  level: z.int().min(0).max(8).optional(),
  app_id: z.int().optional(),
  req_id: z.union([z.string(), z.int()]).optional(),
  start_time: z.int().optional(),
  end_time: z.int().optional(),
  ...pageQuery,
});
export type ErrorLogQuery = z.infer<typeof errorLogQuery>;
export type ErrorLogFilter = Omit<ErrorLogQuery, 'page' | 'page_size'>;

export const errorLogResponses = {
  list: {
    read: z.looseObject({status: z.literal(0), time: z.number().optional(), data: pageRead(errorLogEntry)}),
    sent: z.object({status: z.literal(0), time: z.int(), data: pageSent(errorLogEntrySent)}),
  },
};
