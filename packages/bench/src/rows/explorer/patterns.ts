import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';
import {createMiner, type Miner} from '@edge-console/patterns';
import {labelledLines} from '../../../../patterns/test/labelled/lines.ts';
import {SEEN} from '../../../../patterns/test/labelled/seen/index.ts';
import {UNSEEN} from '../../../../patterns/test/labelled/unseen/index.ts';
import {interleave, median} from '../../measure/stats.ts';
import {type Line, type Row, verdict} from '../../row.ts';

const BUDGET = {ratio: 6, linesPerSecond: 300_000, growth: 1.25};
const MILLION = 1_000_000;

/** Lines of 271 kinds, as flat strings: pieces of larger texts are slower to read. */
const sampleLines = (perKind: number): readonly string[] =>
  JSON.parse(JSON.stringify(labelledLines([...SEEN, ...UNSEEN], {perKind}).map(({line}) => line)));

const timed = async (run: () => void): Promise<number> => {
  const began = performance.now();
  run();
  return performance.now() - began;
};

const rate = async (lines: readonly string[], rounds: number): Promise<Line> => {
  let words = 0;
  const samples = await interleave(
    rounds,
    () =>
      timed(() => {
        const miner = createMiner();
        for (const line of lines) miner.add(line);
      }),
    () =>
      timed(() => {
        for (const line of lines) words += line.split(' ').length;
      }),
  );
  const [own, bare] = [median(samples.subject), median(samples.baseline)];
  const perSecond = (ms: number): string => `${Math.round((lines.length / ms) * 1000).toLocaleString('en')} lines/s`;
  return {
    what: `mining patterns of ${lines.length.toLocaleString('en')} nginx lines`,
    budget: `≤ ${BUDGET.ratio} ×, ≥ ${BUDGET.linesPerSecond.toLocaleString('en')} lines/s`,
    measured: perSecond(own),
    against: `split at spaces, ${Math.round(words / (rounds + 1) / lines.length)} words a line: ${perSecond(bare)}`,
    ratio: own / bare,
    runs: `${rounds} + ${rounds}`,
    verdict: verdict(own / bare <= BUDGET.ratio && (lines.length / own) * 1000 >= BUDGET.linesPerSecond),
  };
};

const letters = (value: number): string =>
  value.toString(26).replaceAll(/\d/g, digit => 'qrstuvwxyz'[Number(digit)] ?? '');

/** Adds lines, every 50th with words that no line had before. */
const feed = (miner: Miner, lines: readonly string[], {from, to}: {from: number; to: number}): void => {
  for (let at = from; at < to; at++) {
    const line = lines[at % lines.length] as string;
    miner.add(at % 50 === 0 ? `${letters(at)} of ${letters(at * 7)} has ${letters(at * 3)}` : line);
  }
};

const STEPS = 8;

/** The miner drops patterns in bursts, so the highest of several heaps counts. */
const memory = (lines: readonly string[], millions: number): Line => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const heap = (): number => {
    collect();
    collect();
    return process.memoryUsage().heapUsed / 2 ** 20;
  };
  const empty = heap();
  const miner = createMiner();
  let fed = 0;
  const highest = (until: number): number => {
    const step = (until - fed) / STEPS;
    const heaps = Array.from({length: STEPS}, () => {
      feed(miner, lines, {from: fed, to: fed + step});
      fed += step;
      return heap() - empty;
    });
    return Math.max(...heaps);
  };
  const first = highest(MILLION);
  feed(miner, lines, {from: fed, to: (millions - 1) * MILLION});
  fed = (millions - 1) * MILLION;
  const last = highest(millions * MILLION);
  return {
    what: `heap of a miner in the last of ${millions} M lines`,
    budget: `≤ ${BUDGET.growth} ×`,
    measured: `at most ${last.toFixed(1)} MiB`,
    against: `in the first million: ${first.toFixed(1)} MiB`,
    ratio: last / first,
    runs: `${STEPS} + ${STEPS}`,
    verdict: verdict(last / first <= BUDGET.growth),
    note: `${miner.patterns().length} patterns, ${miner.evicted.patterns.toLocaleString('en')} dropped; every 50th line has new words`,
  };
};

/** Rate and memory of mining patterns. */
export const patterns: Row = {
  name: 'patterns',
  run: async ({quick}) => {
    const lines = sampleLines(quick ? 500 : 2_000);
    return [await rate(lines, quick ? 3 : 9), memory(lines, quick ? 2 : 10)];
  },
};
