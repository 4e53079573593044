import {startChild} from '../../measure/process.ts';
import {median} from '../../measure/stats.ts';
import {SERVER_STARTS} from '../../programs.ts';
import {type Row, verdict} from '../../row.ts';

const BUDGET_MS = 50;
const MANY = 200;

/** Output of `fixtures/server-starts.ts`. */
interface Starts {
  readonly starts: {readonly subject: readonly number[]; readonly baseline: readonly number[]};
  readonly many: {readonly servers: number; readonly ms: number; readonly residentBytes: number};
}

/** Start of servers in one process: one by one, and many at once. */
export const serverStart: Row = {
  name: 'server-start',
  run: async ({quick}) => {
    const rounds = quick ? 20 : 100;
    const child = await startChild([SERVER_STARTS, String(rounds), String(MANY)]);
    await child.close();
    const {starts, many} = JSON.parse(child.line) as Starts;
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
        against: '–',
        runs: '1',
        verdict: 'no budget',
      },
    ];
  },
};
