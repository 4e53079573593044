import * as z from 'zod/mini';
import {field, INT64, optional} from '../docs.ts';
import {pageQuery, pageRead, pageSent, responseTime, successRead, successStatus, tolerant} from '../envelope.ts';
import type {ErrorLogEntry, ErrorLogQuery} from '../interfaces.ts';
import {rowKind} from '../row.ts';
import {isoTime, LEVELS, levelName, NODE_TYPES, oneLine} from '../values.ts';

const listed = (names: readonly string[]): string => names.map((name, value) => `${value} ${name}`).join(', ');

const shape = {
  id: field(z.int(), {...INT64, description: 'Identifier of the entry.', example: 50_001}),
  level: field(z.int(), {
    description: `Severity, smaller is more severe: ${listed(LEVELS)}. Other values are possible.`,
    example: 4,
  }),
  count: field(z.int(), {description: 'Number of occurrences. May increase later.', example: 2}),
  src: field(z.int(), {description: 'Source of the entry.', example: 0}),
  log_time: field(z.int(), {...INT64, description: 'Time of the entry, Unix seconds.', example: 1_795_176_003}),
  log: field(z.string(), {
    description: 'Text of the message, untrusted.',
    example: '2026/11/20 12:00:03 [error] 31#31: *18 upstream timed out',
  }),
};

export const errorLogEntrySent = z.object(shape);
/** A valid entry as a client reads it. `errorLogKind` also reads entries with invalid optional fields. */
export const errorLogEntry = z.partial(errorLogEntrySent, {level: true, count: true, src: true});

/** How a client reads entries. Required fields: `id`, `log_time` and `log`. */
export const errorLogKind = rowKind<ErrorLogEntry>(errorLogEntry, {
  describe: ({log_time, level, log}) => `${isoTime(log_time)} ${levelName(level)} ${oneLine(log)}`,
});

/**
 * Query parameters of the error-log list. `level` is a threshold: it selects entries of this level or more severe
 * (docs/field-facts.md#10). `req_id` is sent unchanged; in practice it is text (docs/field-facts.md#11). `start_time`
 * and `end_time` are Unix seconds, inclusive. They are an extension that a gateway may ignore (docs/field-facts.md#9).
 */
export const errorLogQuery = z.strictObject({
  node_id: optional(z.int(), {...INT64, description: 'Selects entries of this node.', example: 3}),
  node_type: optional(z.int(), {description: `Source of the error: ${listed(NODE_TYPES)}.`, example: 0}),
  level: optional(z.int().check(z.gte(0), z.lte(8)), {
    description: `Selects entries of this level or more severe: ${listed(LEVELS)}. Default: all levels.`,
    example: 4,
  }),
  app_id: optional(z.int(), {...INT64, description: 'Selects entries of this application.', example: 101}),
  req_id: optional(z.union([z.string(), z.int()]), {
    description: 'Request id: an integer by the contract, 24 hex digits in practice.',
    example: '000028800bac65d7fed03afd',
  }),
  start_time: optional(z.int(), {
    ...INT64,
    description: 'Earliest time of entries, Unix seconds, inclusive. A gateway may ignore it.',
    example: 1_795_176_000,
  }),
  end_time: optional(z.int(), {
    ...INT64,
    description: 'Latest time of entries, Unix seconds, inclusive. A gateway may ignore it.',
    example: 1_795_262_400,
  }),
  ...pageQuery,
});
export type ErrorLogFilter = Omit<ErrorLogQuery, 'page' | 'page_size'>;

export const errorLogResponses = {
  list: {
    read: successRead({time: tolerant(z.number()), data: pageRead(errorLogKind)}),
    sent: z.object({status: successStatus, time: responseTime, data: pageSent(errorLogEntrySent)}),
  },
};
