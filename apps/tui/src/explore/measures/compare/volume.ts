import type {TimeSlice} from '@edge-console/client/histogram';
import {count} from '../../../format/number.ts';
import {type Coverage, isExact, keptRows, totalOf} from '../../sample/sample.ts';
import {LEVEL, poissonP} from './exact-tests.ts';
import {SIGNIFICANT} from './value-changes.ts';

interface VolumeSide {
  readonly coverage: Coverage;
  readonly range: TimeSlice;
}

const FAR = 2;

export const volumeDifference = (now: VolumeSide, base: VolumeSide, at: number): string | undefined => {
  const [after, before] = [now, base].map(({coverage}) => knownTotal(coverage));
  if (after === undefined || before === undefined || before === 0) return undefined;
  const scale = secondsOf(now.range, at) / secondsOf(base.range, at);
  const g2 = poissonRatio([after, before], scale) / Math.max(weightOf(now.coverage), weightOf(base.coverage));
  if (g2 < SIGNIFICANT || poissonP([after, before], scale) > LEVEL) return undefined;
  const expected = before * scale;
  const isFar = Math.max(after, expected) >= FAR * Math.min(after, expected);
  const more = after > expected ? 'more' : 'fewer';
  return `${isFar ? 'far ' : ''}${more} entries: ${count(after)} against ${count(Math.round(expected))} expected`;
};

const knownTotal = (coverage: Coverage): number | undefined =>
  coverage.kind === 'sample' || isExact(coverage) ? totalOf(coverage) : undefined;

/** Ignores the part of the time range after `at`. All times are inclusive. */
const secondsOf = ({from, to}: TimeSlice, at: number): number => Math.max(1, Math.min(to, at) - from + 1);

const weightOf = (coverage: Coverage): number =>
  coverage.kept === undefined ? 1 : Math.max(1, (totalOf(coverage) ?? 0) / Math.max(1, keptRows(coverage)));

/** Log-likelihood ratio of two Poisson counts. The first range is `scale` times as long as the second. */
const poissonRatio = ([one, other]: readonly [number, number], scale: number): number => {
  const all = one + other;
  const part = (seen: number, share: number): number => (seen === 0 ? 0 : 2 * seen * Math.log(seen / (all * share)));
  return part(one, scale / (1 + scale)) + part(other, 1 / (1 + scale));
};
