import type {EffectContext, Params} from '../core/screen.ts';
import type {LogFilter} from '../logs/filter.ts';
import {filterWords} from '../logs/filter.ts';
import {filterOfParams} from '../logs/filter-params.ts';
import {sanitise} from '../text/sanitise.ts';
import {unicodeGlyphs} from '../theme/glyphs.ts';
import type {StatusPart} from '../ui/status-line.ts';
import {type Coverage, coverageText, type LogSample, readSample, SAMPLE_ROWS} from './sample.ts';

/** The entries that a view summarises. */
export interface LogSource {
  readonly filter: LogFilter;
}

/** A row that knows what its numbers were taken from. */
export type Covered<R> = R & {readonly coverage: Coverage};

/** A range that was asked for as the last minutes or hours ends now. */
export const currentFilter = (filter: LogFilter, now: number): LogFilter => {
  const {last} = filter.range;
  return last === undefined ? filter : {...filter, range: {from: Math.floor(now / 1000) - last, last}};
};

/** A page of rows made of a sample, as a list screen loads it. */
export const summarise = <R>(filter: LogFilter, rowsOf: (sample: LogSample) => readonly R[]) =>
  async function* ({client, now}: EffectContext, signal: AbortSignal) {
    const sample = await readSample(client(), currentFilter(filter, now()), {rows: SAMPLE_ROWS, signal});
    const {coverage} = sample;
    yield {items: rowsOf(sample).map((row): Covered<R> => ({...row, coverage})), invalid: []};
  };

/** The filter in words, and what the rows cover. */
export const sourceStatus = (
  {filter}: LogSource,
  rows: readonly Covered<unknown>[] | undefined,
): {readonly before: readonly StatusPart[]; readonly after: readonly StatusPart[]} => {
  const coverage = rows?.[0]?.coverage;
  const words = filterWords(filter, unicodeGlyphs.atLeast).filter(({set}) => set);
  return {
    before: words.map(part => ({...part, text: sanitise(part.text)})),
    after: coverage === undefined ? [] : [{text: coverageText(coverage), set: true}],
  };
};

/** The action that shows the entries of a filter given as parameters. */
export const openSource = (params: Params): {readonly kind: 'show'; readonly filter: LogFilter} | string => {
  const filter = filterOfParams(params);
  return typeof filter === 'string' ? filter : {kind: 'show', filter};
};
