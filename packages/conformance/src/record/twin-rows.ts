import {agentSent, apiTokenSent, applicationSent, errorLogEntrySent} from '@edge-console/schema';
import {arrayOf, isObject, type JsonObject} from '../http/response.ts';
import type {Anonymiser} from './anonymise/anonymiser.ts';
import {applyPatch, commonPatch, type Patch, patchBetween, patchOr} from './patches.ts';
import {idKey} from './sample.ts';

/** `sent` is the row as the gateway sent it, and `expected` as the reference server would send it. */
interface Row {
  readonly id: number;
  readonly expected: JsonObject;
  readonly sent: JsonObject;
}

/**
 * The key of a row is its id on the gateway as JSON text. The key of an application is `agent id/application id`,
 * because application ids are unique only within an agent.
 */
export type Rows = ReadonlyMap<string, Row>;

/**
 * How the gateway's rows differ from those of the reference server. `row` applies to every row, and `rows` has further
 * differences of single rows, by row id, or for applications by the key in {@link Rows}.
 */
export interface RowShape {
  readonly row?: Patch;
  readonly rows?: Readonly<Record<string, Patch>>;
}

const integer = (value: unknown, least: number, otherwise: number): number => {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) && (number as number) >= least ? (number as number) : otherwise;
};
const number = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);
export const string = (value: unknown, otherwise = ''): string => (typeof value === 'string' ? value : otherwise);

// Larger times are in milliseconds.
const MAX_SECONDS = 1e11;

const KEPT_FIELDS = 'level count src log_time expire created modified _created_unix _modified_unix'.split(' ');
export const TIME_TEXT = /^[\d :.,TZ+-]*$/;

/** Fields of a row in the contract. */
export const FIELDS = {
  tokens: Object.keys(apiTokenSent.shape),
  entries: Object.keys(errorLogEntrySent.shape),
  agents: Object.keys(agentSent.shape),
  applications: Object.keys(applicationSent.shape),
};

export type Resource = keyof typeof FIELDS;

export const anonymiseRow = (
  row: JsonObject,
  {anonymiser, resource, id}: {anonymiser: Anonymiser; resource: Resource; id: number},
): JsonObject =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (name === 'id' && (typeof value === 'number' || typeof value === 'string')) {
        return [name, typeof value === 'string' ? String(id) : id];
      }
      const isTime = typeof value === 'number' || (typeof value === 'string' && TIME_TEXT.test(value));
      if (KEPT_FIELDS.includes(name) && isTime) return [name, value];
      const isKnown = FIELDS[resource].includes(name);
      const shown = isKnown ? name : anonymiser.name(name);
      return [shown, anonymiser.json(value, `${resource}.${isKnown ? name : '(other fields)'}`)];
    }),
  );

interface RowOptions {
  readonly resource: Resource;
  readonly anonymiser: Anonymiser;
  readonly idOf?: (row: JsonObject, anonymiser: Anonymiser) => number | undefined;
}

const rowsOf = (
  sampled: readonly JsonObject[],
  {resource, anonymiser, idOf = () => undefined}: RowOptions,
  expectedOf: (sent: JsonObject, id: number) => JsonObject,
): Rows =>
  new Map(
    sampled.map((row, index) => {
      const id = idOf(row, anonymiser) ?? index + 1;
      const sent = anonymiseRow(row, {anonymiser, resource, id});
      return [idKey(row), {id, expected: expectedOf(sent, id), sent}] as const;
    }),
  );

export const tokenRows = (sampled: readonly JsonObject[], anonymiser: Anonymiser): Rows =>
  rowsOf(sampled, {resource: 'tokens', anonymiser}, ({name, expire}, id) => ({
    id,
    name: string(name).trim().slice(0, 255) || 'token',
    expire: integer(expire, 0, 0),
  }));

/** Ids of entries rise in the order of the gateway's ids, or from the last row of the list to the first. */
export const entryRows = (sampled: readonly JsonObject[], anonymiser: Anonymiser, by: 'id' | 'list'): Rows => {
  const rank = ranks(sampled, by);
  let last = 0;
  // A row without a valid time gets that of the previous row, so that its position in the list stays the same.
  const timeOf = (value: unknown): number => {
    const time = integer(value, 0, last);
    last = time > MAX_SECONDS ? Math.floor(time / 1000) : time;
    return last;
  };
  return rowsOf(
    sampled,
    {resource: 'entries', anonymiser, idOf: row => rank.get(row)},
    ({level, count, src, log_time, log}, id) => ({
      id,
      level: Math.min(integer(level, 0, 8), 8),
      count: integer(count, 1, 1),
      src: integer(src, Number.MIN_SAFE_INTEGER, 0),
      log_time: timeOf(log_time),
      log: string(log),
    }),
  );
};

const ranks = (entries: readonly JsonObject[], by: 'id' | 'list'): ReadonlyMap<JsonObject, number> => {
  const isNumbered = by === 'id' && entries.every(({id}) => integer(id, 0, -1) >= 0);
  const sorted = isNumbered ? entries.toSorted((a, b) => Number(a.id) - Number(b.id)) : entries.toReversed();
  return new Map(sorted.map((row, index) => [row, index + 1]));
};

export const applicationRows = (sampled: readonly JsonObject[], anonymiser: Anonymiser): Rows =>
  rowsOf(sampled, {resource: 'applications', anonymiser, idOf: integerId}, (row, id) => ({
    id,
    name: string(row.name),
    online: row.online === true || row.online === 1,
    processes: arrayOf(row.processes)
      .filter(isObject)
      .map(process => ({kind: string(process.kind), id: integer(process.id, 0, 0), pid: integer(process.pid, 0, 0)})),
    ports: arrayOf(row.ports).map(port => String(port)),
    version: Object.fromEntries(
      Object.entries(isObject(row.version) ? row.version : {}).map(([name, value]) => [name, String(value)]),
    ),
    created: number(row.created),
    modified: number(row.modified),
    ...{cmd_line: string(row.cmd_line), exe: string(row.exe), cwd: string(row.cwd)},
    pgid: integer(row.pgid, 0, 0),
  }));

export const agentRows = (sampled: readonly JsonObject[], anonymiser: Anonymiser): Rows =>
  rowsOf(sampled, {resource: 'agents', anonymiser, idOf: integerId}, ({name}, id) => ({
    id,
    name: string(name) || `agent ${id}`,
  }));

const integerId = ({id}: JsonObject, anonymiser: Anonymiser): number | undefined =>
  Number.isSafeInteger(id) ? (anonymiser.json(id, 'ids') as number) : undefined;

export const rowShape = (rows: Rows, resource: Resource): RowShape => {
  const patches = [...rows.values()].map(({expected, sent}) => patchBetween(expected, sent));
  const row = commonPatch(patches, FIELDS[resource]);
  const own = [...rows].flatMap(([key, found]) => {
    const patch = patchOr(patchBetween(applyPatch(found.expected, row), found.sent));
    return patch ? [[resource === 'applications' ? key : String(found.id), patch] as const] : [];
  });
  return {...(patchOr(row) && {row}), ...(own.length > 0 && {rows: Object.fromEntries(own)})};
};
