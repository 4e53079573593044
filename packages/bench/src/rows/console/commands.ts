import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import {startDemoServer} from '../../measure/process.ts';
import {interleave, median} from '../../measure/stats.ts';
import {CONSOLE, NOTHING} from '../../programs.ts';
import type {Line, Row} from '../../row.ts';
import {verdict} from '../../row.ts';

const ENTRIES = 50_000;
const call = promisify(execFile);

/** Whole commands, compared with Node that runs an empty file. */
export const commands: Row = {
  name: 'commands',
  run: async ({programs, quick}) => {
    const rounds = quick ? 5 : 25;
    const server = await startDemoServer(ENTRIES, ':memory:');
    const env = {...programs.env, EDGE_CONSOLE_API_TOKEN: server.apiToken};
    const timed = async (...args: string[]): Promise<number> => {
      const startedAt = performance.now();
      await call(process.execPath, args, {env, maxBuffer: 2 ** 30});
      return performance.now() - startedAt;
    };
    const line = async (what: string, args: readonly string[], budget: number | undefined): Promise<Line> => {
      const many = budget === undefined ? Math.min(rounds, 5) : rounds;
      const samples = await interleave(
        many,
        () => timed(CONSOLE, ...args),
        () => timed(NOTHING),
      );
      const [own, bare] = [median(samples.subject), median(samples.baseline)];
      return {
        what,
        budget: budget === undefined ? '–' : `≤ ${budget} ×`,
        measured: `${own.toFixed(0)} ms`,
        against: `bare Node: ${bare.toFixed(0)} ms`,
        ratio: own / bare,
        runs: `${many} + ${many}`,
        verdict: budget === undefined ? 'no budget' : verdict(own / bare <= budget),
      };
    };
    const url = ['--url', server.url];
    const list = ['logs', 'list', ...url, '--output', 'ndjson'];
    const lines = [
      await line('`edge-console --version`', ['--version'], 1.6),
      await line('`edge-console logs count`', ['logs', 'count', ...url], 4.5),
      await line(`\`edge-console logs list\`, ${ENTRIES.toLocaleString('en-US')} entries as ndjson`, list, undefined),
    ];
    await server.close();
    return lines;
  },
};
