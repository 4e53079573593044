import {setTimeout as delay} from 'node:timers/promises';
import {openLogList} from '../../measure/log-list.ts';
import {cpuSeconds, hasProc} from '../../measure/process.ts';
import {notMeasured, type Row, verdict} from '../../row.ts';

const WHAT = 'idle, following a quiet log';
const BUDGET = '≤ 1 % of one core, 0 bytes';

/** CPU time and output while the console follows a log without new entries. */
export const idle: Row = {
  name: 'idle',
  run: async ({programs, quick}) => {
    if (!hasProc()) return [notMeasured(WHAT, BUDGET, 'the platform has no /proc')];
    // Collections of garbage are many seconds apart.
    const seconds = quick ? 5 : 30;
    const {terminal, close} = await openLogList(programs);
    // The age of the data is shown in seconds until the first polls have answered.
    await delay(5_000);
    terminal.mark();
    const before = cpuSeconds(terminal.pid);
    await delay(seconds * 1000);
    const share = (cpuSeconds(terminal.pid) - before) / seconds;
    const bytes = terminal.bytes();
    await close();
    return [
      {
        what: WHAT,
        budget: BUDGET,
        measured: `${(share * 100).toFixed(2)} % of one core, ${bytes} bytes`,
        against: `${seconds} s with a poll every 2 s`,
        runs: '1',
        verdict: verdict(share <= 0.01 && bytes === 0),
      },
    ];
  },
};
