import {execFile} from 'node:child_process';
import {existsSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {ENTRIES_PER_REQUEST} from '../../../../../apps/tui/src/logs/read-entries.ts';
import {startDemoServer} from '../../measure/process.ts';
import {interleave, median} from '../../measure/stats.ts';
import {CONSOLE, PAGE_WRITER} from '../../programs.ts';
import {notMeasured, type Row, verdict} from '../../row.ts';

const BUDGET = 0.8;
// More would take a quarter of an hour, at the same rate.
const LARGE = Math.min(Number(process.env.EDGE_BENCH_ENTRIES ?? 1_000_000), 1_000_000);
const call = promisify(execFile);

/** `logs export` of everything, compared with the client that writes the same lines nowhere; both as processes. */
export const exportLogs: Row = {
  name: 'export',
  run: async ({programs, quick}) => {
    const entries = quick ? Math.min(LARGE, 100_000) : LARGE;
    const what = `\`edge-console logs export\`, ${entries.toLocaleString('en')} entries as ndjson`;
    if (!existsSync('/dev/null')) return [notMeasured(what, `≥ ${BUDGET} ×`, 'there is no /dev/null')];
    const rounds = quick ? 3 : 2;
    const server = await startDemoServer(entries, join(programs.home, 'export.db'));
    const env = {...programs.env, EDGE_CONSOLE_API_TOKEN: server.apiToken};
    const file = join(programs.home, 'export.ndjson');
    const rateOf = async (...args: string[]): Promise<number> => {
      const startedAt = performance.now();
      await call(process.execPath, args, {env});
      return entries / ((performance.now() - startedAt) / 1000);
    };
    const samples = await interleave(
      rounds,
      async () => {
        const rate = await rateOf(CONSOLE, 'logs', 'export', file, '--url', server.url);
        rmSync(file);
        return rate;
      },
      () => rateOf(PAGE_WRITER, server.url, server.apiToken, String(ENTRIES_PER_REQUEST)),
    );
    await server.close();
    const [own, bare] = [median(samples.subject), median(samples.baseline)];
    const perSecond = (rate: number): string => `${Math.round(rate).toLocaleString('en')} entries/s`;
    return [
      {
        what,
        budget: `≥ ${BUDGET} ×`,
        measured: perSecond(own),
        against: `client \`errorLogs.pages\`, the same lines to /dev/null: ${perSecond(bare)}`,
        ratio: own / bare,
        runs: `${rounds} + ${rounds}`,
        verdict: verdict(own / bare >= BUDGET),
      },
    ];
  },
};
