import type {Client} from '@edge-console/client';
import {count, sum} from '../../../format/number.ts';
import type {CountDimension} from '../../../logs/dimensions.ts';
import {hasConditions, type LogFilter} from '../../../logs/filter.ts';
import type {SampleOptions} from '../../sample/sample.ts';
import type {Tally} from '../../sample/tally.ts';
import {type CountedIds, createIdCounter, honoursTimes, type IdCounter, idText, type Uncountable} from './by-count.ts';
import {tallyEachId} from './read-ids.ts';

export interface IdTally extends Tally {
  readonly id: number;
  /** Name and id, or only the id. The text is not sanitised. */
  readonly value: string;
}

export interface TallyRequest extends SampleOptions {
  readonly by: CountDimension;
  readonly counter?: IdCounter | undefined;
}

export const REASONS: Readonly<Record<Uncountable, string>> = {
  ignored: 'the gateway ignores it',
  'no-counts': 'the gateway sends no counts',
};

/**
 * The gateway counts the entries of each id. If the filter has conditions that the gateway does not support, or if the
 * gateway ignores time ranges, the console reads entries and counts them itself.
 */
export const tallyIds = async (client: Client, filter: LogFilter, request: TallyRequest) => {
  const {by, signal, counter = createIdCounter(client, request)} = request;
  try {
    const counted = await counter(filter);
    if (typeof counted === 'string') return {ids: [], note: `${by} not counted: ${REASONS[counted]}`};
    const note = unknownNote(by, counted);
    if (!(await isCountable(client, filter, signal))) {
      return {ids: await readTallies(client, filter, {...request, counted}), note};
    }
    const total = Math.max(1, counted.total);
    const ids = counted.ids.map(
      ({count: rows, ...each}): IdTally => ({
        ...{id: each.id, value: idText(each)},
        ...{count: rows, rows, plusMinus: 0, share: Math.min(1, rows / total)},
      }),
    );
    return {ids, note};
  } catch (error) {
    if (signal.aborted) throw error;
    return {ids: [], note: `${by} not counted: ${error instanceof Error ? error.message : String(error)}`};
  }
};

const isCountable = async (client: Client, filter: LogFilter, signal: AbortSignal): Promise<boolean> => {
  const {from, to} = filter.range;
  if (hasConditions(filter)) return false;
  return (from === undefined && to === undefined) || honoursTimes(client, filter, {after: to ?? from ?? 0, signal});
};

const unknownNote = (by: CountDimension, {ids, unknown}: CountedIds): string | undefined => {
  if (unknown === 0) return undefined;
  return ids.length === 0 ? `no ${by} is known` : `${by} unknown for ${count(unknown)}`;
};

const readTallies = async (
  client: Client,
  filter: LogFilter,
  request: TallyRequest & {readonly counted: CountedIds},
): Promise<readonly IdTally[]> => {
  const tallied = await tallyEachId(client, filter, {...request, keyOf: () => 0});
  const found = tallied.flatMap(({counts, ...each}) =>
    [...counts.values()].map(tally => ({...tally, id: each.id, value: idText(each)})),
  );
  const total = sum(found.map(each => each.count));
  return found
    .map(each => ({...each, share: each.count / Math.max(1, total)}))
    .toSorted((one, other) => other.count - one.count || one.id - other.id);
};
