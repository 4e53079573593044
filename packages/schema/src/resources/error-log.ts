import * as z from 'zod/mini';
import {field, INT64} from '../docs.ts';
import {
  type PageQuery,
  pageQuery,
  pageRead,
  pageSent,
  responseTime,
  successRead,
  successStatus,
  tolerant,
} from '../envelope.ts';
import {type ReceivedRow, rowKind} from '../row.ts';
import {isoTime, LEVELS, levelName, NODE_TYPES, oneLine} from '../values.ts';

const listed = (names: readonly string[]): string => names.map((name, value) => `${value} ${name}`).join(', ');

const shape = {
  id: field(z.int(), {...INT64, description: 'Identifier of the entry.', example: 50_001}),
  level: field(z.int(), {
    description: `Severity, smaller is more severe: ${listed(LEVELS)}. Other values are possible.`,
    example: 4,
  }),
  count: field(z.int(), {description: 'Occurrences. May rise later.', example: 2}),
  src: field(z.int(), {description: 'Source of the entry.', example: 0}),
  log_time: field(z.int(), {...INT64, description: 'Unix seconds.', example: 1_795_176_003}),
  log: field(z.string(), {
    description: 'Text of the message, untrusted.',
    example: '2026/11/20 12:00:03 [error] 31#31: *18 upstream timed out',
  }),
};

/** An error-log entry (docs/contract.md#error-log-entry). */
export interface ErrorLogEntry extends ReceivedRow {
  /** Identifier of the entry. */
  readonly id: number;
  /**
   * Severity, smaller is more severe: 0 STDERR, 1 EMERG, 2 ALERT, 3 CRIT, 4 ERROR, 5 WARN, 6 NOTICE, 7 INFO, 8 DEBUG.
   * Other values are possible.
   */
  readonly level?: number;
  /** Occurrences. May rise later. */
  readonly count?: number;
  /** Source of the entry. */
  readonly src?: number;
  /** Unix seconds. */
  readonly log_time: number;
  /** Text of the message, untrusted. */
  readonly log: string;
}

/** An entry in order, as a client reads it; `errorLogKind` reads others too. */
export const errorLogEntry = z.object({
  ...shape,
  level: z.optional(shape.level),
  count: z.optional(shape.count),
  src: z.optional(shape.src),
});
export const errorLogEntrySent = z.object(shape);

/** How entries are read. Identity: `id`, `log_time` and `log`. */
export const errorLogKind = rowKind<ErrorLogEntry>(errorLogEntry, {
  describe: ({log_time, level, log}) => `${isoTime(log_time)} ${levelName(level)} ${oneLine(log)}`,
});

/** Query of the error-log list. */
export interface ErrorLogQuery extends PageQuery {
  /** Entries of this node. */
  readonly node_id?: number | undefined;
  /** Source of the error: 0 global, 1 admin site, 2 log server. */
  readonly node_type?: number | undefined;
  /**
   * Entries of this level or more severe: 0 STDERR, 1 EMERG, 2 ALERT, 3 CRIT, 4 ERROR, 5 WARN, 6 NOTICE, 7 INFO, 8 DEBUG.
   * Default: all levels.
   */
  readonly level?: number | undefined;
  /** Entries of this application. */
  readonly app_id?: number | undefined;
  /** Request id: an integer by the contract, 24 hex digits in practice. */
  readonly req_id?: string | number | undefined;
  /** First time, Unix seconds, inclusive. A gateway may ignore it. */
  readonly start_time?: number | undefined;
  /** Last time, Unix seconds, inclusive. A gateway may ignore it. */
  readonly end_time?: number | undefined;
}

/**
 * Query of the error-log list. `level` is a threshold: N or more severe (docs/field-facts.md#10). `req_id` is sent
 * unchanged and is text in practice (docs/field-facts.md#11). `start_time` and `end_time` are Unix seconds, inclusive,
 * an extension that a gateway may ignore (docs/field-facts.md#9).
 */
export const errorLogQuery = z.strictObject({
  node_id: z.optional(field(z.int(), {...INT64, description: 'Entries of this node.', example: 3})),
  node_type: z.optional(field(z.int(), {description: `Source of the error: ${listed(NODE_TYPES)}.`, example: 0})),
  level: z.optional(
    field(z.int().check(z.gte(0), z.lte(8)), {
      description: `Entries of this level or more severe: ${listed(LEVELS)}. Default: all levels.`,
      example: 4,
    }),
  ),
  app_id: z.optional(field(z.int(), {...INT64, description: 'Entries of this application.', example: 101})),
  req_id: z.optional(
    field(z.union([z.string(), z.int()]), {
      description: 'Request id: an integer by the contract, 24 hex digits in practice.',
      example: '000028800bac65d7fed03afd',
    }),
  ),
  start_time: z.optional(
    field(z.int(), {
      ...INT64,
      description: 'First time, Unix seconds, inclusive. A gateway may ignore it.',
      example: 1_795_176_000,
    }),
  ),
  end_time: z.optional(
    field(z.int(), {
      ...INT64,
      description: 'Last time, Unix seconds, inclusive. A gateway may ignore it.',
      example: 1_795_262_400,
    }),
  ),
  ...pageQuery,
});
export type ErrorLogFilter = Omit<ErrorLogQuery, 'page' | 'page_size'>;

export const errorLogResponses = {
  list: {
    read: successRead({time: tolerant(z.number()), data: pageRead(errorLogKind)}),
    sent: z.object({status: successStatus, time: responseTime, data: pageSent(errorLogEntrySent)}),
  },
};
