import {CONFIGURED} from '@edge-console/patterns/names';

// Separate from dimensions.ts: commands need the names for their help and must start without loading RE2.

/**
 * Properties by which entries are counted. The last ones are configured names in the message, such as the zone of a
 * limit. Pattern values come from the pattern miner.
 */
export const DIMENSIONS = [
  ...(['level', 'server', 'upstream', 'request', 'client', 'host', 'errno', 'lua'] as const),
  ...CONFIGURED,
] as const;
export type Dimension = (typeof DIMENSIONS)[number] | 'pattern';

/** Dimensions that are not in the entries. The gateway filters by them, so it can count their values. */
export const COUNT_DIMENSIONS = ['node', 'application'] as const;
export type CountDimension = (typeof COUNT_DIMENSIONS)[number];

/** All dimensions that can be listed, compared or filtered by. */
export type AnyDimension = Dimension | CountDimension;
