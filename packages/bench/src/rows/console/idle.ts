import {setTimeout as delay} from 'node:timers/promises';
import {openLogList} from '../../measure/log-list.ts';
import {cpuSeconds} from '../../measure/process.ts';
import {type Measure, verdict} from '../../row.ts';

export const idle: Measure = async ({programs, quick}) => {
  // 30 s are enough to include garbage collections, which are many seconds apart in V8.
  const seconds = quick ? 5 : 30;
  const terminal = await openLogList(programs);
  // Until the responses to the first polls arrive, the displayed age of the data changes every second.
  await delay(5_000);
  terminal.mark();
  const before = cpuSeconds(terminal.pid);
  await delay(seconds * 1000);
  const share = (cpuSeconds(terminal.pid) - before) / seconds;
  const bytes = terminal.bytes();
  await terminal.close();
  return [
    {
      what: 'idle, following a quiet log',
      budget: '≤ 1 % of one core, 0 bytes',
      measured: `${(share * 100).toFixed(2)} % of one core, ${bytes} bytes`,
      against: `${seconds} s with a poll every 2 s`,
      verdict: verdict(share <= 0.01 && bytes === 0),
    },
  ];
};
