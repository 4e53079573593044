import {createClient} from '@edge-console/client';
import got from 'got';
import {compare, timed, wholeMs} from '../../measure/compare.ts';
import {fixture, run, startServer} from '../../measure/process.ts';
import type {Measure} from '../../row.ts';

const ROWS = 100;

export const clientList: Measure = async ({quick}) => {
  const gateway = await startServer('log-stub.ts');
  const client = createClient({baseUrl: gateway.url, auth: {kind: 'api-token', token: gateway.apiToken}});
  const url = `${gateway.url}/admin-api/log_server/errlog?page=1&page_size=${ROWS}`;
  const line = await compare(quick ? 200 : 1_500, {
    what: `client \`errorLogs.list\` of ${ROWS} rows, validated`,
    budget: {atMost: 1.25},
    against: 'got + JSON.parse of the same bytes',
    text: ms => `${ms.toFixed(2)} ms`,
    subject: () => timed(() => client.errorLogs.list({page: 1, page_size: ROWS})),
    baseline: () => timed(async () => JSON.parse((await got(url)).body)),
  });
  client.close();
  await gateway.close();
  return [line];
};

const importMs = async (name: string): Promise<number> => Number(await run([fixture('import-time.mjs'), name]));

export const clientImport: Measure = async ({quick}) => [
  await compare(quick ? 5 : 25, {
    what: '`import` of @edge-console/client',
    budget: {atMost: 1.5},
    against: '`import` of got',
    text: wholeMs,
    subject: () => importMs('@edge-console/client'),
    baseline: () => importMs('got'),
  }),
];
