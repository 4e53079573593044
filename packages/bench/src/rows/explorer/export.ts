import {rmSync} from 'node:fs';
import {join} from 'node:path';
import {ENTRIES_PER_REQUEST} from '../../../../../apps/tui/src/logs/read-entries.ts';
import {compare, timed} from '../../measure/compare.ts';
import {fixture, run, startServer} from '../../measure/process.ts';
import {CONSOLE} from '../../programs.ts';
import type {Measure} from '../../row.ts';

export const exportLogs: Measure = async ({programs, quick}) => {
  const entries = quick ? 100_000 : 1_000_000;
  const {url, apiToken, close} = await startServer('demo-server.ts', entries, join(programs.home, 'export.db'));
  const env = {...programs.env, EDGE_CONSOLE_API_TOKEN: apiToken};
  const file = join(programs.home, 'export.ndjson');
  const rateOf = async (...args: string[]): Promise<number> => entries / ((await timed(() => run(args, env))) / 1000);
  const line = await compare(quick ? 3 : 2, {
    what: `\`edge-console logs export\`, ${entries.toLocaleString('en')} entries as ndjson`,
    budget: {atLeast: 0.8},
    against: 'client `errorLogs.pages`, the same lines to /dev/null',
    text: rate => `${Math.round(rate).toLocaleString('en')} entries/s`,
    subject: async () => {
      const rate = await rateOf(CONSOLE, 'logs', 'export', file, '--url', url);
      rmSync(file);
      return rate;
    },
    baseline: () => rateOf(fixture('page-writer.ts'), url, apiToken, String(ENTRIES_PER_REQUEST)),
  });
  await close();
  return [line];
};
