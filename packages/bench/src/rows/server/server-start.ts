import {median, ratioLine, type Samples} from '../../measure/compare.ts';
import {fixture, run} from '../../measure/process.ts';
import {type Measure, verdict} from '../../row.ts';

const BUDGET_MS = 50;
const MANY = 200;
const ENTRIES = 10_000;

interface Starts {
  readonly starts: Samples;
  readonly many: {readonly servers: number; readonly ms: number; readonly residentBytes: number};
}

export const serverStart: Measure = async ({quick}) => {
  const rounds = quick ? 20 : 100;
  const {starts, many} = JSON.parse(await run([fixture('server-starts.ts'), String(rounds), String(MANY)])) as Starts;
  const [own, bare] = [median(starts.subject), median(starts.baseline)];
  return [
    {
      what: 'server start, `createServer`, warm',
      budget: `≤ ${BUDGET_MS} ms`,
      measured: `${own.toFixed(1)} ms`,
      against: `bare Fastify with one route: ${bare.toFixed(1)} ms`,
      ratio: own / bare,
      runs: `${rounds} + ${rounds}`,
      verdict: verdict(own <= BUDGET_MS),
      note: 'empty, in memory',
    },
    {
      what: `${many.servers} servers in one process, started at once`,
      budget: '–',
      measured: `${many.ms.toFixed(0)} ms, ${(many.residentBytes / many.servers / 2 ** 20).toFixed(1)} MiB each`,
      verdict: 'no budget',
    },
  ];
};

export const serverReset: Measure = async ({quick}) => {
  const samples = JSON.parse(await run([fixture('server-resets.ts'), quick ? '20' : '200'])) as Samples;
  const line = ratioLine(samples, {
    what: 'server `reset()`, 2 users and 100 entries in memory',
    budget: {atMost: 1},
    against: 'a new server with the same seed, and its close',
    text: ms => `${ms.toFixed(2)} ms`,
  });
  return [line];
};

export const serverRestore: Measure = async ({quick}) => {
  const rounds = quick ? 20 : 200;
  const output = await run([fixture('server-restores.ts'), String(rounds), String(ENTRIES)]);
  const {subject, baseline} = JSON.parse(output) as Samples;
  const [own, reset] = [median(subject), median(baseline)];
  return [
    {
      what: `server \`snapshots.restore()\`, ${ENTRIES.toLocaleString('en')} entries in memory`,
      budget: `≤ ${BUDGET_MS} ms`,
      measured: `${own.toFixed(2)} ms`,
      against: `\`reset()\` to a seed with the same entries: ${reset.toFixed(1)} ms`,
      ratio: own / reset,
      runs: `${rounds} + ${rounds}`,
      verdict: verdict(own <= BUDGET_MS),
    },
  ];
};
