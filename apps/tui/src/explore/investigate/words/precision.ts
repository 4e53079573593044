import type {Finding, Investigation} from '../investigate.ts';
import {NODE_PARTS} from '../read/nodes.ts';
import {BINS} from '../read/observe.ts';

/** Returns how exact the times of a finding are, in seconds: the length of the parts in which entries are counted. */
export const precisionOf = (
  {kind, causes}: Pick<Finding, 'kind' | 'causes'>,
  {from, to}: Investigation['range'],
): number => {
  const isSilentNode = kind === 'silence' && causes[0]?.dimension === 'node';
  return Math.ceil((to - from + 1) / (isSilentNode ? NODE_PARTS : BINS));
};
