export {createMiner, type Miner, restoreMiner} from './create-miner.ts';
export type {Group} from './dictionary/entry.ts';
export {type ParsedLine, parseLine} from './line/parse-line.ts';
export {mergeMiners} from './merge-miners.ts';
export type {Evicted, MinerOptions} from './miner.ts';
export type {MinerJson} from './miner-json.ts';
export type {Pattern, SlotValues} from './pattern.ts';
export type {LineInfo, Sample} from './tally/tally.ts';
export type {ValueCount} from './tally/top-values.ts';
