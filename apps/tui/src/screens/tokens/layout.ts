import type {Size} from '../../core/screen.ts';

/** Status line, rule and column heads; the rule goes first. */
export const tokensLayout = ({rows}: Size): {readonly rules: boolean; readonly listRows: number} => {
  const rules = rows >= 12;
  return {rules, listRows: Math.max(1, rows - (rules ? 3 : 2))};
};
