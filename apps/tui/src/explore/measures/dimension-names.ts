import {CONFIGURED} from '@edge-console/patterns/names';

// Apart from dimensions.ts, because commands need the names for their help and should start without RE2.

/**
 * Properties by which entries are counted. The last ones are names of configured things in the message, such as the zone
 * of a limit. `pattern` is not here: its values come from the pattern miner.
 */
export const DIMENSIONS = [
  ...(['level', 'server', 'upstream', 'request', 'client', 'host', 'errno', 'lua'] as const),
  ...CONFIGURED,
] as const;
export type Dimension = (typeof DIMENSIONS)[number] | 'pattern';

/** Dimensions that entries do not carry. The gateway filters by them, so it can count their values. */
export const COUNT_DIMENSIONS = ['node', 'application'] as const;
export type CountDimension = (typeof COUNT_DIMENSIONS)[number];

/** Every dimension whose values are listed, compared or narrowed to. */
export type AnyDimension = Dimension | CountDimension;
