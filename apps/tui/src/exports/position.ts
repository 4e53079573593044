import type {ErrorLogEntry} from '@edge-console/schema';
import * as z from 'zod';
import {parseJson, readText} from '../files/atomic-write.ts';
import type {TimeRange} from '../logs/filter.ts';
import {CSV_MODES, type CsvMode} from '../output/text.ts';

const positionSchema = z.object({
  version: z.literal(1),
  source: z.object({
    url: z.string(),
    /** As sent to the gateway. */
    query: z.looseObject({start_time: z.number().optional(), end_time: z.number().optional()}),
    format: z.string(),
    /** Null: all. */
    fields: z.array(z.string()).readonly().nullable(),
    // Files of versions without it are exact.
    csv: z.enum(CSV_MODES).default('exact'),
    /** The search as typed, where only entries that match it are exported. */
    search: z.string().optional(),
  }),
  rows: z.int(),
  bytes: z.int(),
  /** Each entry is as old as the one before it, or older. */
  sorted: z.boolean(),
  newest: z.number().optional(),
  oldest: z.number().optional(),
  /** Ids of the entries of the second `oldest`. */
  ids: z.array(z.number()),
});

/** Progress of an export, in `FILE.part.json`. It is changed in place, since a burst has thousands of ids in a second. */
export type Position = z.infer<typeof positionSchema>;

/** What is exported. */
export interface PartSource extends Omit<Position['source'], 'csv'> {
  /** Undefined: that of the export that is continued, else safe. */
  readonly csv: CsvMode | undefined;
}

export const firstPosition = (source: PartSource): Position => ({
  ...{version: 1, source: {...source, csv: source.csv ?? 'safe'}},
  ...{rows: 0, bytes: 0, sorted: true, ids: []},
});

/** Counts an entry that was written. */
export const addEntry = (position: Position, {id, log_time}: ErrorLogEntry): void => {
  const {oldest = log_time, newest = log_time} = position;
  if (log_time !== oldest) position.ids = [];
  position.ids.push(id);
  position.rows++;
  position.sorted &&= log_time <= oldest;
  position.oldest = log_time;
  position.newest = Math.max(newest, log_time);
};

/** Identifies the list of an export. Times are left out: a relative range differs at each start. */
export const identity = ({url, query, format, fields, search}: PartSource): string => {
  const {start_time: _from, end_time: _to, ...others} = query;
  return JSON.stringify([url, others, format, fields, search]);
};

/** The range that is left to read: up to the newest entry, since the list may have newer ones by now. */
export const rangeOf = ({source: {query}, newest}: Position): TimeRange => {
  const to = newest ?? query.end_time;
  return {...(query.start_time !== undefined && {from: query.start_time}), ...(to !== undefined && {to})};
};

/** Undefined if the file does not exist or is not a position. */
export const readPosition = async (path: string): Promise<Position | undefined> => {
  const text = await readText(path).catch(() => undefined);
  return positionSchema.safeParse(parseJson(text ?? '')).data;
};
