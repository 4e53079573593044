import type {Client} from '@edge-console/client';
import type {TimeSlice} from '@edge-console/client/histogram';
import {count} from '../../../format/number.ts';
import type {Messages} from '../../../logs/messages.ts';
import {sentence} from '../../estimate-text.ts';
import {
  type Coverage,
  coverageText,
  isExact,
  keptRows,
  readSample,
  type SampledEntry,
  type SampleOptions,
  type SampleRequest,
  totalOf,
} from '../../sample/sample.ts';
import {createIdCounter} from '../ids/by-count.ts';
import {mergedCoverage, readEachId} from '../ids/read-ids.ts';
import {type IdTally, type TallyRequest, tallyIds} from '../ids/tallies.ts';
import type {TimeBaseline} from '../spans.ts';
import type {Baseline} from './baselines.ts';
import {type Side, type Sides, type SidesRequest, sidesOf, timeSides} from './sides.ts';
import {type ChangeRow, countedChanges, createComparison, rankedChanges} from './value-changes.ts';
import {volumeDifference} from './volume.ts';

interface Reading extends SampleOptions {
  readonly messages?: Messages | undefined;
  add?(entry: SampledEntry): void;
}

export interface Comparison extends Pick<Sides, 'against' | 'baseFilter'> {
  readonly span: TimeSlice;
  readonly baseline: TimeSlice;
  readonly rows: readonly ChangeRow[];
  readonly coverage: {readonly now: Coverage; readonly baseline: Coverage};
  /**
   * Describes a significant difference between the total numbers of entries. Only set if two time ranges of the same
   * nodes and the same gateway are compared.
   */
  readonly volume?: string | undefined;
  /** Notes without a full stop, for example why nodes are not compared. */
  readonly notes: readonly string[];
}

type TimeRequest = Reading & Pick<SidesRequest, 'filter' | 'now'> & {readonly baseline: TimeBaseline};

export const compareSpans = (client: Client, {filter, now, baseline, ...reading}: TimeRequest): Promise<Comparison> =>
  compareSides(timeSides(client, {filter, now, baseline}), {...reading, at: now});

/** If the baseline does not exist, resolves to an error message without a full stop. */
export const compareWith = async (
  client: Client,
  {filter, now, baseline, sources, ...reading}: Reading & SidesRequest & {readonly baseline: Baseline},
): Promise<Comparison | string> => {
  const sides = await sidesOf(client, {filter, now, baseline, sources, signal: reading.signal});
  if (typeof sides === 'string') return sides;
  try {
    return await compareSides(sides, {...reading, at: now});
  } finally {
    sides.close?.();
  }
};

const compareSides = async (
  sides: Sides,
  {messages, add, at, ...reading}: Reading & {readonly at: number},
): Promise<Comparison> => {
  const comparison = createComparison(messages);
  const addNow = (entry: SampledEntry): void => {
    comparison.now.add(entry);
    add?.(entry);
  };
  // Read one side after the other, because reading a side already sends six requests at a time.
  const now = await readSide(sides.now, {...reading, add: addNow});
  const baseline = await readSide(sides.base, {...reading, add: comparison.then.add}).catch((error: unknown) => {
    throw reading.signal.aborted ? error : (sides.failed?.(error) ?? error);
  });
  const rows = [...comparison.rows()];
  const notes = new Set<string>();
  for (const by of sides.counted) {
    const [after, before] = await tallySides(sides, {...reading, by});
    for (const {note} of [after, before]) if (note !== undefined) notes.add(note);
    // If only one side had counts, every id of it would appear as new or gone.
    if (after.ids.length > 0 && before.ids.length > 0) rows.push(...countedChanges(by, [after.ids, before.ids]));
  }
  const {against, baseFilter} = sides;
  const [span, earlier] = [sides.now.filter.range, sides.base.filter.range];
  const coverage = {now, baseline};
  const isSameScope = baseFilter !== undefined && sides.base.nodes === undefined;
  const before = {coverage: baseline, range: earlier};
  const volume = isSameScope
    ? volumeDifference({coverage: now, range: span}, before, Math.floor(at / 1000))
    : undefined;
  return {span, baseline: earlier, against, baseFilter, rows: rankedChanges(rows), coverage, volume, notes: [...notes]};
};

const readSide = async ({client, filter, nodes}: Side, request: SampleRequest): Promise<Coverage> => {
  if (nodes === undefined) return readSample(client, filter, request);
  const add = (_id: number, sampled: SampledEntry): void => request.add(sampled);
  const coverages = await readEachId(client, filter, {...request, by: 'node', counted: nodes, add});
  return mergedCoverage([...coverages.values()]);
};

const tallySides = async ({now, base}: Sides, {by, ...reading}: TallyRequest) => {
  const counter = createIdCounter(now.client, {by, signal: reading.signal});
  // If the filter has conditions, the entries are downloaded once to compare nodes and once more to compare
  // applications. To limit the downloads, a list with more than `reading.rows` entries is sampled.
  const request = {...reading, by, counter, wholeUpTo: reading.rows};
  const after = await tallyIds(now.client, now.filter, request);
  const before = await tallyIds(base.client, base.filter, request);
  return [after, base.nodes === undefined ? before : {...before, ids: without(before.ids, after.ids)}] as const;
};

const without = (all: readonly IdTally[], part: readonly IdTally[]): readonly IdTally[] => {
  const own = new Map(part.map(({id, rows}) => [id, rows]));
  return all.map(each => ({...each, rows: Math.max(0, each.rows - (own.get(each.id) ?? 0))}));
};

export const nothingDiffers = ({coverage, volume}: Pick<Comparison, 'coverage' | 'volume'>): string => {
  const {now, baseline} = coverage;
  const [after, before] = [now, baseline].map(keptRows);
  if (volume !== undefined) return `${sentence(volume)} The shares do not differ.`;
  if (after === 0) return `Nothing was compared: no entry matches${before === 0 ? ' on either side' : ''}.`;
  if (before === 0) return 'Nothing was compared: the baseline has no entry.';
  return `Nothing differs by more than chance: ${count(after)} entries now, ${count(before)} in the baseline.`;
};

export const volumeText = ({coverage: {now, baseline}}: Pick<Comparison, 'coverage'>): string => {
  const side = (coverage: Coverage): string => {
    const total = totalOf(coverage);
    return total === undefined ? coverageText(coverage) : `${count(total)} (${coverageText(coverage)})`;
  };
  return `entries ${side(now)} against ${side(baseline)}`;
};

export const volumeWords = ({coverage: {now, baseline}}: Pick<Comparison, 'coverage'>): string => {
  const sides = [now, baseline];
  const isKnown = sides.every(side => side.kind === 'sample' || isExact(side));
  const what = sides.every(isExact) ? 'exact' : isKnown ? 'samples' : 'incomplete';
  return `${sides.map(side => count(totalOf(side))).join(' / ')} ${what}`;
};
