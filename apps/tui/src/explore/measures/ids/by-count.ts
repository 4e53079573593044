import type {Client} from '@edge-console/client';
import {plural} from '../../../format/number.ts';
import type {CountDimension} from '../../../logs/dimensions.ts';
import type {FieldName} from '../../../logs/fields.ts';
import {type LogFilter, queryOf} from '../../../logs/filter.ts';

const COUNTED = {node: 'node', application: 'app'} as const satisfies Readonly<Record<CountDimension, FieldName>>;

export interface CountedId {
  readonly id: number;
  /** Absent if no agent or application has the id. */
  readonly name?: string | undefined;
  /**
   * Number of entries that the gateway counts for the filter's fields. Conditions (`keep`, `drop`) are ignored, because
   * only the console can test them.
   */
  readonly count: number;
}

export interface CountedIds {
  /** The ids that have entries, the highest count first. */
  readonly ids: readonly CountedId[];
  readonly total: number;
  /** Number of entries whose node or application could not be determined. */
  readonly unknown: number;
}

/**
 * `ignored`: the gateway ignores the node or application id in the filter. `no-counts`: the gateway sends no counts.
 */
export type Uncountable = 'ignored' | 'no-counts';

const MAX_IDS = 180;
const PARALLEL = 6;
/** No node or application has this id. A gateway that counts entries for it ignores the filter's field. */
const NO_ID = 2_147_483_647;
/** Number of ids to try above the highest agent id. Nodes without an agent have such ids. */
const PROBED_ABOVE = 16;

export const withId = (filter: LogFilter, by: CountDimension, id: number): LogFilter => ({
  ...filter,
  [COUNTED[by]]: id,
});

export const fieldOf = (by: CountDimension): FieldName => COUNTED[by];

export interface CountRequest {
  readonly by: CountDimension;
  readonly signal: AbortSignal;
  readonly step?: ((text: string) => void) | undefined;
}

export type IdCounter = (filter: LogFilter) => Promise<CountedIds | Uncountable>;

/**
 * Counts also include entries that fail the filter's conditions. Calls must not overlap, because they read the node or
 * application ids from one shared iterator.
 */
export const createIdCounter = (
  client: Pick<Client, 'applications' | 'errorLogs'>,
  request: CountRequest,
): IdCounter => {
  const listed = replayed(CANDIDATES[request.by](client, request.signal));
  return filter => countListed(client, filter, {...request, candidates: listed()});
};

export const countIds = (
  client: Pick<Client, 'applications' | 'errorLogs'>,
  filter: LogFilter,
  request: CountRequest,
): Promise<CountedIds | Uncountable> => createIdCounter(client, request)(filter);

const replayed = <T>(source: AsyncIterator<T>): (() => AsyncGenerator<T>) => {
  const items: T[] = [];
  return async function* () {
    for (let at = 0; ; at++) {
      if (at === items.length) {
        const next = await source.next();
        if (next.done === true) return;
        items.push(next.value);
      }
      yield items[at] as T;
    }
  };
};

export const FAR_SECONDS = 100 * 365 * 86_400;

export const honoursTimes = async (
  client: Pick<Client, 'errorLogs'>,
  filter: LogFilter,
  {after, signal}: {readonly after: number; readonly signal: AbortSignal},
): Promise<boolean> => {
  const range = {from: after + FAR_SECONDS, to: after + FAR_SECONDS};
  return (await client.errorLogs.count(queryOf({...filter, range}), {signal})) === 0;
};

const countListed = async (
  client: Pick<Client, 'errorLogs'>,
  filter: LogFilter,
  {by, signal, step, candidates}: CountRequest & {readonly candidates: AsyncIterable<Candidate>},
): Promise<CountedIds | Uncountable> => {
  const countOf = (id?: number) =>
    client.errorLogs.count(queryOf(id === undefined ? filter : withId(filter, by, id)), {signal});
  const given = filter[COUNTED[by]];
  const [total, none] = await Promise.all([countOf(), given === undefined ? countOf(NO_ID) : 0]);
  if (total === undefined || none === undefined) return 'no-counts';
  if (none > 0) return 'ignored';
  if (given !== undefined) return {ids: [{id: given, count: total}], total, unknown: 0};
  const found: CountedId[] = [];
  let [sum, sent] = [0, 0];
  let batch: Omit<CountedId, 'count'>[] = [];
  const countBatch = async (): Promise<void> => {
    step?.(`counting the entries of ${plural(sent + batch.length, by)}`);
    const counts = await Promise.all(batch.map(({id}) => countOf(id)));
    for (const [at, each] of batch.entries()) {
      const count = counts[at] ?? 0;
      sum += count;
      if (count > 0) found.push({...each, count});
    }
    sent += batch.length;
    batch = [];
  };
  for await (const each of candidates) {
    batch.push(each);
    if (batch.length === PARALLEL) await countBatch();
    if (sum >= total || sent + batch.length >= MAX_IDS) break;
  }
  await countBatch();
  const ids = found.toSorted((one, other) => other.count - one.count || one.id - other.id);
  return {ids, total, unknown: Math.max(0, total - sum)};
};

type Candidate = Pick<CountedId, 'id' | 'name'>;
type Candidates = (client: Pick<Client, 'applications'>, signal: AbortSignal) => AsyncGenerator<Candidate>;

const CANDIDATES: Readonly<Record<CountDimension, Candidates>> = {
  async *node(client, signal) {
    // An agent is assumed to have the id of its node. If the gateway refuses to list agents (docs/field-facts.md#15),
    // the ids from 0 to `PROBED_ABOVE` are tried.
    const agents = await client.applications.agents({signal}).catch((error: unknown) => {
      if (signal.aborted) throw error;
      return [];
    });
    const named = new Map(agents.flatMap(({id, name}) => (Number.isInteger(Number(id)) ? [[Number(id), name]] : [])));
    for (const [id, name] of named) yield {id, name};
    const last = Math.max(0, ...[...named.keys()].filter(id => id < NO_ID)) + PROBED_ABOVE;
    // Nodes without an agent usually have ids above the highest agent id.
    for (let id = last - PROBED_ABOVE + 1; id <= last; id++) if (!named.has(id)) yield {id};
    for (let id = 0; id <= last - PROBED_ABOVE; id++) if (!named.has(id)) yield {id};
  },
  async *application(client, signal) {
    const seen = new Set<number>();
    for (const {id: agent} of await client.applications.agents({signal})) {
      for await (const {id, name} of client.applications.items(agent, {}, {signal})) {
        if (seen.has(id)) continue;
        seen.add(id);
        yield {id, name};
      }
    }
  },
};

export const idText = ({id, name}: Pick<CountedId, 'id' | 'name'>): string =>
  name === undefined || name === '' ? String(id) : `${name} (${id})`;
