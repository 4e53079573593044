import type {EffectContext, Params} from '../core/screen.ts';
import type {LogFilter} from '../logs/filter.ts';
import {filterWords} from '../logs/filter.ts';
import {filterOfParams} from '../logs/filter-params.ts';
import {sanitise} from '../text/sanitise.ts';
import {unicodeGlyphs} from '../theme/glyphs.ts';
import type {StatusPart} from '../ui/status-line.ts';
import {coverageText, type LogSample, readSample, SAMPLE_ROWS} from './sample.ts';

/** The entries that a view summarises. */
export interface LogSource {
  readonly filter: LogFilter;
}

/** A range that was asked for as the last minutes or hours ends now. */
export const currentFilter = (filter: LogFilter, now: number): LogFilter => {
  const {last} = filter.range;
  return last === undefined ? filter : {...filter, range: {from: Math.floor(now / 1000) - last, last}};
};

/** A page of rows made of a sample, as a list screen loads it. */
export const summarise = <R>(filter: LogFilter, rowsOf: (sample: LogSample) => readonly R[]) =>
  async function* ({client, now}: EffectContext, signal: AbortSignal) {
    const sample = await readSample(client(), currentFilter(filter, now()), {rows: SAMPLE_ROWS, signal});
    yield {items: rowsOf(sample), invalid: [], about: [{text: coverageText(sample.coverage), set: true}]};
  };

/** The filter in words. */
export const sourceStatus = ({filter}: LogSource): {readonly before: readonly StatusPart[]} => ({
  before: filterWords(filter, unicodeGlyphs.atLeast)
    .filter(({set}) => set)
    .map(part => ({...part, text: sanitise(part.text)})),
});

/** The action that shows the entries of a filter given as parameters. */
export const openSource = (params: Params): {readonly kind: 'show'; readonly filter: LogFilter} | string => {
  const filter = filterOfParams(params);
  return typeof filter === 'string' ? filter : {kind: 'show', filter};
};
