import type {Client} from '@edge-console/client';
import type {ErrorLogEntry} from '@edge-console/schema';
import {sum} from '../../../format/number.ts';
import type {CountDimension} from '../../../logs/dimensions.ts';
import type {LogFilter} from '../../../logs/filter.ts';
import {type Coverage, keptRows, readSample, type SampledEntry, type SampleOptions} from '../../sample/sample.ts';
import {createKeyTally} from '../../sample/tally.ts';
import {type CountedIds, withId} from './by-count.ts';

interface EachIdRequest extends SampleOptions {
  readonly by: CountDimension;
  readonly counted: Pick<CountedIds, 'ids'>;
  add(id: number, sampled: SampledEntry): void;
}

const MIN_ROWS = 50;
/** Gives each page of each id its own number. No list has as many pages. */
const PAGES_PER_ID = 1e9;

/** If there are more than `wholeUpTo` entries in all, reads a sample of each id in proportion to its entries. */
export const readEachId = async (
  client: Client,
  filter: LogFilter,
  {by, counted, add, ...reading}: EachIdRequest,
): Promise<ReadonlyMap<number, Coverage>> => {
  const {rows, wholeUpTo = rows, progress} = reading;
  const total = sum(counted.ids.map(({count}) => count));
  const coverages = new Map<number, Coverage>();
  let before = 0;
  for (const [at, {id, count}] of counted.ids.entries()) {
    const share = Math.max(MIN_ROWS, Math.ceil((rows * count) / Math.max(1, total)));
    const coverage = await readSample(client, withId(filter, by, id), {
      ...reading,
      ...(total <= wholeUpTo ? {wholeUpTo} : {rows: share, wholeUpTo: share}),
      progress: read => progress?.(before + read, total <= wholeUpTo ? total : undefined),
      add: ({entry, page}) => add(id, {entry, page: at * PAGES_PER_ID + page}),
    });
    before += coverage.rows;
    coverages.set(id, coverage);
  }
  return coverages;
};

export const tallyEachId = async (
  client: Client,
  filter: LogFilter,
  {keyOf, counted, ...request}: Omit<EachIdRequest, 'add'> & {keyOf(entry: ErrorLogEntry): number},
) => {
  const tallies = new Map(counted.ids.map(({id}) => [id, createKeyTally<number>()]));
  const add = (id: number, {entry, page}: SampledEntry): void => tallies.get(id)?.add(keyOf(entry), page);
  const coverages = await readEachId(client, filter, {...request, counted, add});
  return counted.ids.flatMap(({id, name}) => {
    const coverage = coverages.get(id);
    const counts = coverage && tallies.get(id)?.tallies(coverage);
    return coverage && counts ? [{id, name, coverage, counts}] : [];
  });
};

export const mergedCoverage = (parts: readonly Coverage[]): Coverage => {
  const rows = sum(parts.map(part => part.rows));
  const keeps = parts.some(({kept}) => kept !== undefined) ? {kept: sum(parts.map(keptRows))} : {};
  if (parts.some(({kind}) => kind === 'newest')) return {kind: 'newest', rows, ...keeps};
  if (parts.every(({kind}) => kind === 'all')) {
    return {kind: 'all', rows, complete: parts.every(part => part.kind === 'all' && part.complete), ...keeps};
  }
  const pages = parts.map(part => (part.kind === 'sample' ? part : {total: part.rows, sampled: 1, pages: 1}));
  return {
    ...{kind: 'sample', rows, ...keeps},
    total: sum(pages.map(part => part.total)),
    sampled: sum(pages.map(part => part.sampled)),
    pages: sum(pages.map(part => part.pages)),
  };
};
