export {type Group, knownMessages} from './dictionary/index.ts';
export {type ParsedLine, parseLine} from './line/parse-line.ts';
export {
  createMiner,
  type Evicted,
  type Miner,
  type MinerOptions,
  mergeMiners,
  type OwnMessage,
  type OwnMessages,
  restoreMiner,
  type SavedOptions,
} from './miner.ts';
export type {MinerJson} from './miner-json.ts';
export type {Pattern, SlotValues} from './pattern.ts';
export type {LineInfo, Sample} from './tally/tally.ts';
export type {ValueCount} from './tally/top-values.ts';
