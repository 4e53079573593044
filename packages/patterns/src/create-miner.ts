import {Miner, type MinerOptions} from './miner.ts';
import type {MinerJson} from './miner-json.ts';

export type {Miner};

/** An empty miner. */
export const createMiner = (options: MinerOptions = {}): Miner => new Miner(options);

/**
 * A miner with the state of another. It resolves the same ids and gives the same patterns.
 *
 * @throws TypeError if the version of the data is another.
 */
export const restoreMiner = (json: MinerJson): Miner => new Miner(json.options).restore(json);
