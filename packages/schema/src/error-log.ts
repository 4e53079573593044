import {z} from 'zod';
import {field} from './docs.ts';
import {pageQuery, pageRead, pageSent, responseTime, successStatus} from './envelope.ts';
import {LEVELS, NODE_TYPES} from './values.ts';

const listed = (names: readonly string[]): string => names.map((name, value) => `${value} ${name}`).join(', ');

const shape = {
  id: field(z.int(), {description: 'Identifier of the entry.', example: 50_001}),
  level: field(z.int(), {
    description: `Severity, smaller is more severe: ${listed(LEVELS)}. Other values are possible.`,
    example: 4,
  }),
  /** Occurrences. May rise after the entry was first seen (docs/field-facts.md#18). */
  count: field(z.int(), {description: 'Occurrences. May rise after the entry was first seen.', example: 2}),
  src: field(z.int(), {description: 'Source of the entry.', example: 0}),
  /** Unix seconds. */
  log_time: field(z.int(), {description: 'Unix seconds.', example: 1_795_176_003}),
  log: field(z.string(), {
    description: 'Text of the message, untrusted.',
    example: '2026/11/20 12:00:03 [error] 31#31: *1873 upstream timed out (110: Connection timed out)',
  }),
};

export const errorLogEntry = z.looseObject(shape);
export type ErrorLogEntry = z.infer<typeof errorLogEntry>;
export const errorLogEntrySent = z.object(shape);

/**
 * Query of the error-log list. `level` is a threshold: N or more severe (docs/field-facts.md#10). `req_id` is sent
 * unchanged and is text in practice (docs/field-facts.md#11). `start_time` and `end_time` are Unix seconds, inclusive,
 * an extension that a gateway may ignore (docs/field-facts.md#9).
 */
export const errorLogQuery = z.strictObject({
  node_id: field(z.int(), {description: 'Entries of this node.', example: 3}).optional(),
  node_type: field(z.int(), {description: `Source of the error: ${listed(NODE_TYPES)}.`, example: 0}).optional(),
  level: field(z.int().min(0).max(8), {
    description: `Entries of this level or more severe: ${listed(LEVELS)}. Default: all levels.`,
    example: 4,
  }).optional(),
  app_id: field(z.int(), {description: 'Entries of this application.', example: 101}).optional(),
  req_id: field(z.union([z.string(), z.int()]), {
    description: 'Entries of this request: an integer by the contract, 24 hex digits in practice.',
    example: '000028800bac65d7fed03afd',
  }).optional(),
  start_time: field(z.int(), {
    description: 'Entries of this time or later, Unix seconds. An extension that a gateway may ignore.',
    example: 1_795_176_000,
  }).optional(),
  end_time: field(z.int(), {
    description: 'Entries of this time or earlier, Unix seconds. An extension that a gateway may ignore.',
    example: 1_795_262_400,
  }).optional(),
  ...pageQuery,
});
export type ErrorLogQuery = z.infer<typeof errorLogQuery>;
export type ErrorLogFilter = Omit<ErrorLogQuery, 'page' | 'page_size'>;

export const errorLogResponses = {
  list: {
    read: z.looseObject({status: successStatus, time: z.number().optional(), data: pageRead(errorLogEntry)}),
    sent: z.object({status: successStatus, time: responseTime, data: pageSent(errorLogEntrySent)}),
  },
};
