import {count} from '../format/number.ts';
import type {Glyphs} from '../theme/glyphs.ts';
import type {Tally} from './sample/tally.ts';

/** `83,100 ± 900`, `≥ 7`, or the count alone where it is exact. */
export const estimateText = ({count: value, plusMinus}: Pick<Tally, 'count' | 'plusMinus'>, glyphs: Glyphs): string => {
  if (plusMinus === 0) return count(value);
  return Number.isFinite(plusMinus)
    ? `${count(value)} ${glyphs.plusMinus} ${count(plusMinus)}`
    : `${glyphs.atLeast} ${count(value)}`;
};

/** `45 %`; `< 1 %` where rounding would give 0. */
export const shareText = (share: number): string =>
  share > 0 && share < 0.005 ? '< 1 %' : `${Math.round(share * 100)} %`;

/** Draws a bar for each number, relative to the largest, and a dot for 0. */
export const sparkline = (values: readonly number[], {bars, dot}: Glyphs): string => {
  const highest = Math.max(1, ...values);
  return values
    .map(value => (value === 0 ? dot : (bars[Math.ceil((value / highest) * bars.length) - 1] ?? dot)))
    .join('');
};

/** A bar of up to `cells` cells. */
export const shareBar = (share: number, cells: number, {bar}: Glyphs): string => bar.repeat(Math.round(share * cells));
