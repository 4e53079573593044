import {
  openBareList,
  openLogList,
  PAGE_DOWN,
  PAGE_UP,
  type Press,
  pressBoth,
  walkKeys,
} from '../../measure/log-list.ts';
import {median, percentile} from '../../measure/stats.ts';
import {type Line, type Row, verdict} from '../../row.ts';

/** A kind of key presses. `bytes` is the budget of output per key. */
interface Motion {
  readonly name: string;
  readonly keys: readonly string[];
  readonly bytes: number;
}

const P50_MS = 16;
const P99_MS = 40;

/** Latency and output of keys in a log list of ten million entries. */
export const keys: Row = {
  name: 'keys',
  run: async ({programs, quick}) => {
    const motions: readonly Motion[] = [
      {name: 'cursor move', keys: walkKeys(quick ? 40 : 200, 10, ['j', 'k']), bytes: 600},
      {name: 'page', keys: walkKeys(quick ? 10 : 60, 1, [PAGE_DOWN, PAGE_UP]), bytes: 12_000},
    ];
    const list = await openLogList(programs);
    const bare = await openBareList(programs);
    const lines: Line[] = [];
    for (const motion of motions) {
      const presses = await pressBoth(motion.keys, list.terminal, bare);
      lines.push(...latencyLines(motion, presses), bytesLine(motion, presses));
    }
    await list.close();
    await bare.close();
    return lines;
  },
};

interface Presses {
  readonly subject: readonly Press[];
  readonly baseline: readonly Press[];
}

const runsOf = ({keys}: Motion): string => `${keys.length} + ${keys.length}`;

const latencyLines = (motion: Motion, presses: Presses): Line[] => {
  const [ms, bareMs] = [presses.subject.map(press => press.ms), presses.baseline.map(press => press.ms)];
  return (
    [
      [0.5, P50_MS],
      [0.99, P99_MS],
    ] as const
  ).map(([share, budget]) => {
    const [own, bare] = [percentile(ms, share), percentile(bareMs, share)];
    return {
      what: `key → changed cells, ${motion.name}, 120×40, 10 M entries, p${share * 100}`,
      budget: `≤ ${budget} ms`,
      measured: `${own.toFixed(1)} ms`,
      against: `bare Ink list: ${bare.toFixed(1)} ms`,
      ratio: own / bare,
      runs: runsOf(motion),
      verdict: verdict(own <= budget),
    };
  });
};

const bytesLine = (motion: Motion, presses: Presses): Line => {
  const own = median(presses.subject.map(press => press.bytes));
  const bare = median(presses.baseline.map(press => press.bytes));
  return {
    what: `bytes written per ${motion.name}`,
    budget: `≤ ${motion.bytes} bytes`,
    measured: `${own} bytes`,
    against: `bare Ink list, incremental, without a detail pane: ${bare} bytes`,
    ratio: own / bare,
    runs: runsOf(motion),
    verdict: verdict(own <= motion.bytes),
  };
};
