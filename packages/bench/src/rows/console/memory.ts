import {once} from 'node:events';
import {setTimeout as delay} from 'node:timers/promises';
import {ratioLine} from '../../measure/compare.ts';
import {openLogList, PAGE_DOWN, PAGE_UP, pressKey} from '../../measure/log-list.ts';
import {residentMiB} from '../../measure/process.ts';
import type {Terminal} from '../../measure/terminal.ts';
import type {Programs} from '../../programs.ts';
import type {Measure} from '../../row.ts';

/** SIGUSR1 starts the inspector of a Node process, which prints its URL. */
const collectGarbage = async (terminal: Terminal): Promise<void> => {
  let output = '';
  terminal.onOutput(chunk => {
    output += chunk;
  });
  process.kill(terminal.pid, 'SIGUSR1');
  await terminal.waitFor(INSPECTOR);
  const inspector = new WebSocket(INSPECTOR.exec(output)?.[0] ?? '');
  await once(inspector, 'open');
  inspector.send(JSON.stringify({id: 1, method: 'HeapProfiler.collectGarbage'}));
  await once(inspector, 'message');
  inspector.close();
};

const INSPECTOR = /ws:\/\/127\.0\.0\.1:\d+\/[\da-f-]{36}/;

const measure = async (programs: Programs, pages: number) => {
  const terminal = await openLogList(programs, ['log-stub.ts'], {NODE_OPTIONS: '--inspect-port=0'});
  await delay(2_000);
  const first = residentMiB(terminal.pid);
  const scroll = async (key: string): Promise<void> => {
    for (let page = 0; page < pages; page++) await pressKey(terminal, key);
  };
  await scroll(PAGE_DOWN);
  await pressKey(terminal, 'G');
  await scroll(PAGE_UP);
  await pressKey(terminal, 'g');
  const uncollected = residentMiB(terminal.pid);
  await collectGarbage(terminal);
  const after = residentMiB(terminal.pid);
  await terminal.close();
  return {first, uncollected, after};
};

export const memory: Measure = async ({programs, quick}) => {
  const pages = quick ? 20 : 200;
  const samples = {subject: [] as number[], baseline: [] as number[]};
  let most = 0;
  for (let round = 0; round < (quick ? 1 : 2); round++) {
    const {first, uncollected, after} = await measure(programs, pages);
    most = Math.max(most, uncollected);
    samples.subject.push(after);
    samples.baseline.push(first);
  }
  const line = ratioLine(samples, {
    what: 'memory of the console after scrolling end to end through 10 M entries',
    budget: {atMost: 1.15},
    against: 'after the first screen',
    text: mebibytes => `${mebibytes.toFixed(0)} MiB`,
  });
  return [
    {...line, note: `G, g and ${pages} pages from either end; ${most.toFixed(0)} MiB before garbage is collected`},
  ];
};
