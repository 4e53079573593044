import {startChild} from '../../measure/process.ts';
import {median} from '../../measure/stats.ts';
import {SERVER_RESETS} from '../../programs.ts';
import type {Row} from '../../row.ts';

/** `reset()` of a server with a small seed, compared with a new server. */
export const serverReset: Row = {
  name: 'server-reset',
  run: async ({quick}) => {
    const rounds = quick ? 20 : 200;
    const child = await startChild([SERVER_RESETS, String(rounds)]);
    await child.close();
    const times = JSON.parse(child.line) as {readonly subject: readonly number[]; readonly baseline: readonly number[]};
    const [reset, start] = [median(times.subject), median(times.baseline)];
    return [
      {
        what: 'server `reset()`, 2 users and 100 entries in memory',
        budget: '–',
        measured: `${reset.toFixed(2)} ms`,
        against: `a new server with the same seed, and its close: ${start.toFixed(2)} ms`,
        ratio: reset / start,
        runs: `${rounds} + ${rounds}`,
        verdict: 'no budget',
      },
    ];
  },
};
