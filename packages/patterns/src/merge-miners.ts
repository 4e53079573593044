import {type MergeSource, Miner} from './miner.ts';

/**
 * A miner that has the lines of both; these are left as they are. Counts add up, patterns with one template become one, and
 * the order of the two does not matter. Options are those of `a`, with the higher limit of patterns.
 */
export const mergeMiners = (a: Miner, b: Miner): Miner => {
  const options = {...a.options, maxPatterns: Math.max(a.options.maxPatterns, b.options.maxPatterns)};
  return new Miner(options).absorb([a, b] satisfies MergeSource[]);
};
