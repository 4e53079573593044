import {setTimeout as delay} from 'node:timers/promises';
import {openLogList, PAGE_DOWN, PAGE_UP, pressKey} from '../../measure/log-list.ts';
import {hasProc, residentMiB} from '../../measure/process.ts';
import {median} from '../../measure/stats.ts';
import {type Context, notMeasured, type Row, verdict} from '../../row.ts';

const WHAT = 'memory of the console after scrolling end to end through 10 M entries';
const BUDGET = 1.15;
/** Pages from each end of the list. */
const PAGES = 200;
/** The console returns memory 5 s after the last key. */
const PAUSE_MS = 7_000;

const measure = async ({programs, quick}: Context): Promise<{first: number; after: number}> => {
  const {terminal, close} = await openLogList(programs);
  await delay(2_000);
  const first = residentMiB(terminal.pid);
  const pages = quick ? PAGES / 10 : PAGES;
  for (const [end, page] of [
    ['', PAGE_DOWN],
    ['G', PAGE_UP],
    ['g', ''],
  ] as const) {
    if (end !== '') await pressKey(terminal, end);
    for (let at = 0; page !== '' && at < pages; at++) await pressKey(terminal, page);
  }
  await delay(PAUSE_MS);
  const after = residentMiB(terminal.pid);
  await close();
  return {first, after};
};

/** Resident memory after the first screen and after paging from both ends of the list. */
export const memory: Row = {
  name: 'memory',
  run: async context => {
    if (!hasProc()) return [notMeasured(WHAT, `≤ ${BUDGET} ×`, 'the platform has no /proc')];
    const rounds = context.quick ? 1 : 2;
    const samples: {first: number; after: number}[] = [];
    for (let round = 0; round < rounds; round++) samples.push(await measure(context));
    const first = median(samples.map(sample => sample.first));
    const after = median(samples.map(sample => sample.after));
    return [
      {
        what: WHAT,
        budget: `≤ ${BUDGET} ×`,
        measured: `${after.toFixed(0)} MiB`,
        against: `after the first screen: ${first.toFixed(0)} MiB`,
        ratio: after / first,
        runs: String(rounds),
        verdict: verdict(after / first <= BUDGET),
        note: `G, g and ${context.quick ? PAGES / 10 : PAGES} pages from either end, then a pause of ${PAUSE_MS / 1000} s`,
      },
    ];
  },
};
