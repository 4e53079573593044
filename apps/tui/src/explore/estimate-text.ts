import {count} from '../format/number.ts';
import type {Glyphs} from '../theme/glyphs.ts';
import type {Tally} from './sample/tally.ts';

/** Returns `83,100 ± 900` for an estimate, `≥ 7` for a lower bound, and `7` for an exact count. */
export const estimateText = ({count: value, plusMinus}: Pick<Tally, 'count' | 'plusMinus'>, glyphs: Glyphs): string => {
  if (plusMinus === 0) return count(value);
  return Number.isFinite(plusMinus)
    ? `${count(value)} ${glyphs.plusMinus} ${count(plusMinus)}`
    : `${glyphs.atLeast} ${count(value)}`;
};

export const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

export const shareText = (share: number): string =>
  share > 0 && share < 0.005 ? '< 1 %' : `${Math.round(share * 100)} %`;

export const sparkline = (values: readonly number[], {bars, dot}: Glyphs): string => {
  const highest = Math.max(1, ...values);
  return values
    .map(value => (value === 0 ? dot : (bars[Math.ceil((value / highest) * bars.length) - 1] ?? dot)))
    .join('');
};

export const shareBar = (share: number, cells: number, {bar}: Glyphs): string => bar.repeat(Math.round(share * cells));
