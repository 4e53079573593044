import {setTimeout as delay} from 'node:timers/promises';
import {ratioLine} from '../../measure/compare.ts';
import {openLogList, PAGE_DOWN, PAGE_UP, pressKey} from '../../measure/log-list.ts';
import {residentMiB} from '../../measure/process.ts';
import type {Programs} from '../../programs.ts';
import type {Measure} from '../../row.ts';

/** The console returns memory 5 s after the last key. */
const PAUSE_MS = 7_000;

const measure = async (programs: Programs, pages: number): Promise<{first: number; after: number}> => {
  const terminal = await openLogList(programs);
  await delay(2_000);
  const first = residentMiB(terminal.pid);
  const scroll = async (key: string): Promise<void> => {
    for (let page = 0; page < pages; page++) await pressKey(terminal, key);
  };
  await scroll(PAGE_DOWN);
  await pressKey(terminal, 'G');
  await scroll(PAGE_UP);
  await pressKey(terminal, 'g');
  await delay(PAUSE_MS);
  const after = residentMiB(terminal.pid);
  await terminal.close();
  return {first, after};
};

/** Resident memory after the first screen and after paging from both ends of the list. */
export const memory: Measure = async ({programs, quick}) => {
  const pages = quick ? 20 : 200;
  const samples = {subject: [] as number[], baseline: [] as number[]};
  for (let round = 0; round < (quick ? 1 : 2); round++) {
    const {first, after} = await measure(programs, pages);
    samples.subject.push(after);
    samples.baseline.push(first);
  }
  const line = ratioLine(samples, {
    what: 'memory of the console after scrolling end to end through 10 M entries',
    budget: {atMost: 1.15},
    against: 'after the first screen',
    text: mebibytes => `${mebibytes.toFixed(0)} MiB`,
  });
  return [{...line, note: `G, g and ${pages} pages from either end, then a pause of ${PAUSE_MS / 1000} s`}];
};
