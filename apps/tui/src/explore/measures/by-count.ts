import type {Client} from '@edge-console/client';
import type {FieldName} from '../../logs/fields.ts';
import {type LogFilter, queryOf} from '../../logs/filter.ts';
import type {CountDimension} from './dimension-names.ts';

/** The fields of the filter by which the gateway can count entries. */
const COUNTED = {node: 'node', application: 'app'} as const satisfies Readonly<Record<CountDimension, FieldName>>;

export interface CountedId {
  readonly id: number;
  /** Name of the agent or the application. Absent for an id that no agent has. */
  readonly name?: string | undefined;
  /** The number of entries of all conditions: the gateway does not test them. */
  readonly count: number;
}

export interface CountedIds {
  /** The ids that have entries, those with the most first. */
  readonly ids: readonly CountedId[];
  readonly total: number;
  /** Number of entries whose id was not found. */
  readonly left: number;
}

/** Why ids cannot be counted: the gateway ignores the filter field, or sends no counts. */
export type Uncountable = 'ignored' | 'no-counts';

const MAX_IDS = 180;
const PARALLEL = 6;
/** An id that no gateway has. A gateway that ignores the field counts entries for it. */
const NO_ID = 2_147_483_647;
/** Nodes without an agent have ids near those of the agents, so this many ids above them are counted too. */
const PROBED_ABOVE = 16;

export const withId = (filter: LogFilter, by: CountDimension, id: number): LogFilter => ({
  ...filter,
  [COUNTED[by]]: id,
});

/**
 * Counts the entries by node or application, with one request per id and at most {@link MAX_IDS}. Stops as soon as
 * the counts add up to the total. The counts are without the conditions of the filter.
 */
export const countIds = async (
  client: Pick<Client, 'applications' | 'errorLogs'>,
  filter: LogFilter,
  {by, signal}: {readonly by: CountDimension; readonly signal: AbortSignal},
): Promise<CountedIds | Uncountable> => {
  const countOf = (id?: number) =>
    client.errorLogs.count(queryOf(id === undefined ? filter : withId(filter, by, id)), {signal});
  const given = filter[COUNTED[by]];
  const [total, none] = await Promise.all([countOf(), given === undefined ? countOf(NO_ID) : 0]);
  if (total === undefined || none === undefined) return 'no-counts';
  if (none > 0) return 'ignored';
  if (given !== undefined) return {ids: [{id: given, count: total}], total, left: 0};
  const found: CountedId[] = [];
  let [sum, sent] = [0, 0];
  let batch: Omit<CountedId, 'count'>[] = [];
  const countBatch = async (): Promise<void> => {
    const counts = await Promise.all(batch.map(({id}) => countOf(id)));
    for (const [at, each] of batch.entries()) {
      const count = counts[at] ?? 0;
      sum += count;
      if (count > 0) found.push({...each, count});
    }
    sent += batch.length;
    batch = [];
  };
  for await (const each of CANDIDATES[by](client, signal)) {
    batch.push(each);
    if (batch.length === PARALLEL) await countBatch();
    if (sum >= total || sent + batch.length >= MAX_IDS) break;
  }
  await countBatch();
  const ids = found.toSorted((one, other) => other.count - one.count || one.id - other.id);
  return {ids, total, left: Math.max(0, total - sum)};
};

type Candidates = (
  client: Pick<Client, 'applications'>,
  signal: AbortSignal,
) => AsyncGenerator<{readonly id: number; readonly name?: string | undefined}>;

const CANDIDATES: Readonly<Record<CountDimension, Candidates>> = {
  async *node(client, signal) {
    // A console may not have the list of agents (docs/field-facts.md#15). Then the ids are only guessed.
    const agents = await client.applications.agents({signal}).catch((error: unknown) => {
      if (signal.aborted) throw error;
      return [];
    });
    const named = new Map(agents.flatMap(({id, name}) => (Number.isInteger(Number(id)) ? [[Number(id), name]] : [])));
    for (const [id, name] of named) yield {id, name};
    const last = Math.max(0, ...[...named.keys()].filter(id => id < NO_ID)) + PROBED_ABOVE;
    // The ids just above those of the agents are likelier than the gaps below.
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

/** Returns `edge-fra-1 (2)`, or the id alone. */
export const idText = ({id, name}: Pick<CountedId, 'id' | 'name'>): string =>
  name === undefined || name === '' ? String(id) : `${name} (${id})`;
