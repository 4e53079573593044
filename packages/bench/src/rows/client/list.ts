import {createClient} from '@edge-console/client';
import {Secret} from '@edge-console/schema';
import got from 'got';
import {startChild} from '../../measure/process.ts';
import {interleave, median} from '../../measure/stats.ts';
import {LOG_STUB} from '../../programs.ts';
import {type Row, verdict} from '../../row.ts';

const BUDGET = 1.25;
const ROWS = 100;

const timed = async (run: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await run();
  return performance.now() - began;
};

/** One page by the client, validated, compared with got and JSON.parse. */
export const clientList: Row = {
  name: 'client-list',
  run: async ({quick}) => {
    const rounds = quick ? 200 : 1_500;
    const gateway = await startChild([LOG_STUB]);
    const client = createClient({baseUrl: gateway.line, auth: {kind: 'api-token', token: new Secret('bench')}});
    const url = `${gateway.line}/admin-api/log_server/errlog?page=1&page_size=${ROWS}`;
    const samples = await interleave(
      rounds,
      () => timed(() => client.errorLogs.list({page: 1, page_size: ROWS})),
      () => timed(async () => JSON.parse((await got(url)).body)),
    );
    client.close();
    await gateway.close();
    const [own, bare] = [median(samples.subject), median(samples.baseline)];
    return [
      {
        what: `client \`errorLogs.list\` of ${ROWS} rows, validated`,
        budget: `≤ ${BUDGET} ×`,
        measured: `${own.toFixed(2)} ms`,
        against: `got + JSON.parse of the same bytes: ${bare.toFixed(2)} ms`,
        ratio: own / bare,
        runs: `${rounds} + ${rounds}`,
        verdict: verdict(own / bare <= BUDGET),
      },
    ];
  },
};
