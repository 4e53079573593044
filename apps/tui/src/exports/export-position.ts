import type {ErrorLogEntry} from '@edge-console/schema';
import * as z from 'zod/mini';
import {parseJson, readText} from '../files/atomic-write.ts';
import {checkLayout, LAYOUT} from '../files/layout.ts';
import type {TimeRange} from '../logs/filter.ts';
import {CSV_MODES, type CsvMode} from '../output/cell-text.ts';

const positionSchema = z.object({
  version: z.literal(LAYOUT),
  source: z.object({
    url: z.string(),
    query: z.looseObject({start_time: z.optional(z.number()), end_time: z.optional(z.number())}),
    format: z.string(),
    /** null: all fields. */
    fields: z.nullable(z.readonly(z.array(z.string()))),
    // Older versions wrote files without this field, in the mode `exact`.
    csv: z._default(z.enum(CSV_MODES), 'exact'),
    search: z.optional(z.string()),
  }),
  rows: z.int(),
  /**
   * Number of entries read, including entries that fail a condition and are not exported. Absent if an older version
   * wrote the file.
   */
  read: z.optional(z.int()),
  bytes: z.int(),
  /** Whether the entries read so far are in order, newest first. */
  sorted: z.boolean(),
  oldest: z.optional(z.number()),
  /** Ids of the entries that were read and whose time is `oldest`. */
  ids: z.array(z.number()),
});

/** Content of `FILE.part.json`. It is changed in place, because `ids` may be too long to copy for each entry. */
export type Position = z.infer<typeof positionSchema>;

export interface PartSource extends Omit<Position['source'], 'csv'> {
  /** If undefined, a continued export keeps its mode, and a new export uses `safe`. */
  readonly csv: CsvMode | undefined;
}

export const firstPosition = (source: PartSource): Position => ({
  ...{version: LAYOUT, source: {...source, csv: source.csv ?? 'safe'}},
  ...{rows: 0, bytes: 0, sorted: true, ids: []},
});

export const addEntry = (position: Position, entry: ErrorLogEntry): void => {
  passEntry(position, entry);
  position.rows++;
};

export const passEntry = (position: Position, {id, log_time}: ErrorLogEntry): void => {
  const {oldest = log_time} = position;
  if (log_time !== oldest) position.ids = [];
  position.ids.push(id);
  position.read = readSoFar(position) + 1;
  position.sorted &&= log_time <= oldest;
  position.oldest = log_time;
};

export const readSoFar = ({rows, read = rows}: Position): number => read;

/** Leaves out the time range, because a relative range is different in each run. */
export const identity = ({url, query, format, fields, search}: PartSource): string => {
  const {start_time: _from, end_time: _to, ...others} = query;
  return JSON.stringify([url, others, format, fields, search]);
};

/** Entries are exported newest first, so a continued export skips entries newer than the last one read. */
export const rangeOf = ({source: {query}, oldest}: Position): TimeRange => {
  const to = oldest ?? query.end_time;
  return {...(query.start_time !== undefined && {from: query.start_time}), ...(to !== undefined && {to})};
};

/** Undefined if the file is missing or invalid. Rejects with `NewerLayout` if a newer version has written it. */
export const readPosition = async (path: string): Promise<Position | undefined> => {
  const text = await readText(path).catch(() => undefined);
  const json = parseJson(text ?? '');
  checkLayout(path, json);
  return positionSchema.safeParse(json).data;
};
