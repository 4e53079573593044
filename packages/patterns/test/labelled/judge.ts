import {createMiner, type MinerOptions} from '../../src/index.ts';
import type {Judged} from './accuracy.ts';
import type {Labelled} from './labelled-lines.ts';

export const judge = (lines: readonly Labelled[], options: MinerOptions = {}): Judged[] => {
  const miner = createMiner(options);
  for (const {line} of lines) miner.add(line);
  const templates = new Map(miner.patterns().map(({id, template}) => [id, template]));
  return lines.map(({line, truth}) => {
    const group = miner.match(line);
    if (group === undefined) throw new Error(`No pattern has the line ${line}`);
    return {truth, group, template: templates.get(group) ?? ''};
  });
};
