import {median, percentile} from '../../measure/compare.ts';
import {openBareList, openLogList, PAGE_DOWN, PAGE_UP, type Press, pressKey} from '../../measure/log-list.ts';
import {type Line, type Measure, verdict} from '../../row.ts';

interface Motion {
  readonly name: string;
  readonly keys: readonly string[];
  readonly bytes: number;
}

const LATENCIES = [
  {share: 0.5, budget: 16},
  {share: 0.99, budget: 40},
] as const;

/** Alternates `steps` keys forwards and `steps` keys backwards, so that the selection stays in loaded rows. */
const alternate = (count: number, steps: number, [there, back]: readonly [string, string]): string[] =>
  Array.from({length: count}, (_, at) => (Math.floor(at / steps) % 2 === 0 ? there : back));

export const keys: Measure = async ({programs, quick}) => {
  const motions: readonly Motion[] = [
    {name: 'cursor move', keys: alternate(quick ? 40 : 200, 10, ['j', 'k']), bytes: 600},
    {name: 'page', keys: alternate(quick ? 10 : 60, 1, [PAGE_DOWN, PAGE_UP]), bytes: 12_000},
  ];
  const list = await openLogList(programs);
  const bareList = await openBareList(programs);
  const lines: Line[] = [];
  for (const motion of motions) {
    const [own, bare]: [Press[], Press[]] = [[], []];
    for (const key of motion.keys) {
      own.push(await pressKey(list, key));
      bare.push(await pressKey(bareList, key));
    }
    lines.push(...linesOf(motion, own, bare));
  }
  await list.close();
  await bareList.close();
  return lines;
};

const msOf = (presses: readonly Press[]) => presses.map(({ms}) => ms);
const bytesOf = (presses: readonly Press[]) => presses.map(({bytes}) => bytes);

const linesOf = ({name, keys: {length}, bytes: maxBytes}: Motion, own: Press[], bare: Press[]): readonly Line[] => {
  const runs = `${length} + ${length}`;
  const latencies = LATENCIES.map(({share, budget}): Line => {
    const [ms, bareMs] = [percentile(msOf(own), share), percentile(msOf(bare), share)];
    return {
      what: `key → changed cells, ${name}, 120×40, 10 M entries, p${share * 100}`,
      budget: `≤ ${budget} ms`,
      measured: `${ms.toFixed(1)} ms`,
      against: `bare Ink list: ${bareMs.toFixed(1)} ms`,
      ratio: ms / bareMs,
      runs,
      verdict: verdict(ms <= budget),
    };
  });
  const [bytes, bareBytes] = [median(bytesOf(own)), median(bytesOf(bare))];
  return [
    ...latencies,
    {
      what: `bytes written per ${name}`,
      budget: `≤ ${maxBytes} bytes`,
      measured: `${bytes} bytes`,
      against: `bare Ink list, incremental, without a detail pane: ${bareBytes} bytes`,
      ratio: bytes / bareBytes,
      runs,
      verdict: verdict(bytes <= maxBytes),
    },
  ];
};
