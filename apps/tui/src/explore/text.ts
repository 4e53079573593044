import {count} from '../format/number.ts';
import type {Glyphs} from '../theme/glyphs.ts';
import type {Tally} from './sample/tally.ts';

/** Returns `83,100 ± 900` for an estimate, `≥ 7` for a lower bound, or the number alone for an exact count. */
export const estimateText = ({count: value, plusMinus}: Pick<Tally, 'count' | 'plusMinus'>, glyphs: Glyphs): string => {
  if (plusMinus === 0) return count(value);
  return Number.isFinite(plusMinus)
    ? `${count(value)} ${glyphs.plusMinus} ${count(plusMinus)}`
    : `${glyphs.atLeast} ${count(value)}`;
};

/** Returns a percentage such as `45 %`, or `< 1 %` if rounding would give 0. `share` is 0 to 1. */
export const shareText = (share: number): string =>
  share > 0 && share < 0.005 ? '< 1 %' : `${Math.round(share * 100)} %`;

/** Draws a vertical bar for each number, relative to the largest number, and a dot for 0. */
export const sparkline = (values: readonly number[], {bars, dot}: Glyphs): string => {
  const highest = Math.max(1, ...values);
  return values
    .map(value => (value === 0 ? dot : (bars[Math.ceil((value / highest) * bars.length) - 1] ?? dot)))
    .join('');
};

/** Draws a horizontal bar of up to `cells` cells. `share` is 0 to 1. */
export const shareBar = (share: number, cells: number, {bar}: Glyphs): string => bar.repeat(Math.round(share * cells));
