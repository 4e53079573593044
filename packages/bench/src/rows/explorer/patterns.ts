import {createMiner, type Miner} from '@edge-console/patterns';
import {labelledLines} from '../../../../patterns/test/labelled/labelled-lines.ts';
import {SEEN} from '../../../../patterns/test/labelled/seen/index.ts';
import {UNSEEN} from '../../../../patterns/test/labelled/unseen/index.ts';
import {ratioLine} from '../../measure/compare.ts';
import {heapMeter} from '../../measure/process.ts';
import type {Line, Measure} from '../../row.ts';
import {corpusLines, flatStrings, miningRate} from './nginx-corpus.ts';

const BUDGET = {linesPerSecond: 300_000, growth: 1.25};
const MILLION = 1_000_000;

const sampleLines = (perKind: number): readonly string[] =>
  flatStrings(labelledLines([...SEEN, ...UNSEEN], {perKind}).map(({line}) => line));

const rate = async (lines: readonly string[], rounds: number): Promise<Line> => {
  const what = `mining patterns of ${lines.length.toLocaleString('en')} nginx lines`;
  const {line, linesPerSecond} = await miningRate(lines, rounds, what);
  return {
    ...line,
    budget: `${line.budget}, ≥ ${BUDGET.linesPerSecond.toLocaleString('en')} lines/s`,
    verdict: linesPerSecond >= BUDGET.linesPerSecond ? line.verdict : 'missed',
  };
};

const letters = (value: number): string =>
  value.toString(26).replaceAll(/\d/g, digit => 'qrstuvwxyz'[Number(digit)] ?? '');

const feed = (miner: Miner, lines: readonly string[], {from, to}: {from: number; to: number}): void => {
  for (let at = from; at < to; at++) {
    const line = lines[at % lines.length] as string;
    miner.add(at % 50 === 0 ? `${letters(at)} of ${letters(at * 7)} has ${letters(at * 3)}` : line);
  }
};

const STEPS = 8;
const STEP = MILLION / STEPS;

/** The heap shrinks when the miner drops patterns, so each value is the highest of 8 samples. */
const memory = (lines: readonly string[], millions: number): Line => {
  const heap = heapMeter();
  const empty = heap();
  const miner = createMiner();
  const highest = (from: number): number => {
    const heaps = Array.from({length: STEPS}, (_, step) => {
      feed(miner, lines, {from: from + step * STEP, to: from + (step + 1) * STEP});
      return heap() - empty;
    });
    return Math.max(...heaps);
  };
  const lastFrom = (millions - 1) * MILLION;
  const first = highest(0);
  feed(miner, lines, {from: MILLION, to: lastFrom});
  const last = highest(lastFrom);
  const line = ratioLine(
    {subject: [last], baseline: [first]},
    {
      what: `heap of a miner in the last of ${millions} M lines`,
      budget: {atMost: BUDGET.growth},
      against: 'in the first million',
      text: mebibytes => `at most ${mebibytes.toFixed(1)} MiB`,
    },
  );
  const dropped = miner.evicted.patterns.toLocaleString('en');
  return {
    ...line,
    runs: `${STEPS} + ${STEPS}`,
    note: `${miner.patterns().length} patterns, ${dropped} dropped; every 50th line has new words`,
  };
};

export const patterns: Measure = async ({quick}) => {
  const lines = sampleLines(quick ? 500 : 2_000);
  return [await rate(lines, quick ? 3 : 9), memory(lines, quick ? 2 : 10), ...(await corpusLines(quick))];
};
